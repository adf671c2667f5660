import { expect, test } from "vitest";
import { amazon } from "@/lib/outbound/kinds/amazon";
import { amazonNetwork } from "@/testing/networks/amazon";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { anOutboundRow } from "@/testing/networks/fake";

const settings = amazon.settings.parse({
  account_id: "5512",
  client_id: "amzn1.app",
  data_set: "app",
}) as Record<string, string>;
const secrets = { client_secret: "s", refresh_token: "Atzr" };

checkContract({
  kind: amazon,
  sends: {
    install: "MOBILE_APP_FIRST_START",
    organic: "MOBILE_APP_FIRST_START",
    signup: "SIGN_UP",
    event: "OTHER",
    payment: "OFF_AMAZON_PURCHASES",
    reengagement: "OTHER",
  },
  settings,
  secrets,
  token: "Atza",
  network: amazonNetwork({ token: "Atza", account: "5512", client: "amzn1.app", now: factNow }),
  most: 500,
  accepts: (rows) => Array(rows).fill({ is: "sent", code: "207" }),
  refuses: [
    ["conversionType is not valid", replaceInPayload("eventDescription.conversionType", "purchase")],
    ["eventSource is not valid", replaceInPayload("eventDescription.eventSource", "app")],
    ["eventIngestionMethod is not valid", replaceInPayload("eventDescription.eventIngestionMethod", "S2S")],
    ["name is required", replaceInPayload("eventDescription.name", undefined)],
    ["countryCode is required", replaceInPayload("countryCode", undefined)],
    ["eventTime is not valid", replaceInPayload("eventTime", factNow.getTime())],
    ["eventTime is too old", replaceInPayload("eventTime", "2026-10-31T10:00:00Z")],
    ["At least one match key is required", replaceInPayload("matchKeys", [])],
    ["EMAIL must be a SHA-256 hash", replaceInPayload("matchKeys.0.values", ["alice@example.com"])],
    ["MAID must not be hashed", replaceInPayload("matchKeys.2.values", ["0".repeat(64)])],
    ["consent is required", replaceInPayload("consent", undefined)],
    ["value has at most 2 decimals", replaceInPayload("value", 9.999)],
    ["currencyCode is required", replaceInPayload("currencyCode", undefined)],
  ],
  ofBatch: (why) => [{ is: "sent" }, { is: "dead", why: expect.stringContaining(why) }],
  strangers: [
    ["another token", { token: "other" }],
    ["another account", { settings: { ...settings, account_id: "1" } }],
    ["another application", { settings: { ...settings, client_id: "other" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2] = {}, install = androidInstall, sends = "OTHER") =>
  renderFact(amazon, { fact: aFact("payment", install, more), sends, settings });

test("only purchases have an amount, with at most two decimals", () => {
  expect(made()).not.toHaveProperty("payload.value");
  const dinar = { money: { minor: 1_239, currency: "KWD" } };
  expect(made(dinar, androidInstall, "OFF_AMAZON_PURCHASES")).toMatchObject({
    payload: { value: 1.24, currencyCode: "KWD" },
  });
});

test("phone numbers are hashed as digits, and without tracking there is no device ID", () => {
  const user = { id: "1", name: null, email: null, phone: "+1 (555) 444-1234" };
  const types = (rendered: ReturnType<typeof made>) =>
    "payload" in rendered && (rendered.payload.matchKeys as { type: string }[]).map(({ type }) => type);
  expect(types(made({ user }))).toEqual(["PHONE", "MAID"]);
  const untracked = made({ user, permissions: consentCases["no tracking"]! }, iphone);
  expect(types(untracked)).toEqual(["PHONE"]);
  expect(untracked).toMatchObject({
    payload: { consent: { amazonConsent: { amznAdStorage: "DENIED", amznUserData: "GRANTED" } } },
  });
  expect(made({ user: null, permissions: consentCases["no tracking"]! })).toMatchObject({
    unfit: "no_identifier",
  });
});

test("unknown types, unknown countries and events without an install are not sent", () => {
  expect(made({}, androidInstall, "purchase")).toMatchObject({ unfit: "unsupported" });
  expect(made({}, { ...androidInstall, country: null })).toMatchObject({ unfit: "unsupported" });
  expect(made({ install: null })).toMatchObject({ unfit: "unsupported" });
});

test.each([
  ["North America", "https://advertising-api.amazon.com"],
  ["Europe", "https://advertising-api-eu.amazon.com"],
  ["Far East", "https://advertising-api-fe.amazon.com"],
])("accounts in %s are at %s", (region, host) => {
  const to = { settings: { ...settings, region }, secrets, token: "Atza", tokenUrl: "" };
  const request = amazon.request([anOutboundRow({})], { ...to, base: amazon.base }, factNow);
  expect(request.url).toBe(`${host}/adsApi/v1/create/events`);
});

test("an event that Amazon does not mention is sent again, and so is one that failed inside Amazon", () => {
  const error = [{ index: 1, errors: [{ code: "INTERNAL_ERROR", message: "Try again." }] }];
  const body = JSON.stringify({ success: [{ index: 0 }], error });
  expect(amazon.read({ status: 207, headers: {}, body, at: factNow }, 3)).toMatchObject([
    { is: "sent" },
    { is: "retry", code: "INTERNAL_ERROR", why: "Try again." },
    { is: "retry", why: "Amazon's response doesn't cover the event." },
  ]);
});

test("a revoked refresh token pauses the destination, in Amazon's words", () => {
  const body = JSON.stringify({ error: "invalid_grant", error_description: "The refresh token is invalid." });
  expect(amazon.token!.read({ status: 400, headers: {}, body, at: factNow })).toEqual({
    is: "pause",
    code: "400",
    why: "Amazon rejected the credentials: The refresh token is invalid.",
  });
});

test.each([
  [429, "retry"],
  [500, "retry"],
  [401, "pause"],
  [403, "pause"],
  [400, "split"],
])("%i: %s", (status, is) => {
  expect(amazon.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});
