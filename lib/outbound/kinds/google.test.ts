import { describe, expect, test } from "vitest";
import { google } from "@/lib/outbound/kinds/google";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, renderFact } from "@/testing/networks/facts";
import { aNetwork, anOutboundRow, sendToFake } from "@/testing/networks/fake";
import { googleNetwork } from "@/testing/networks/google";

const settings = {
  customer_id: "123-456-7890",
  login_customer_id: "999-888-7777",
  conversion_action: "11",
  client_id: "c",
};
const secrets = { client_secret: "s", refresh_token: "r" };
const network = googleNetwork({ token: "ya29", account: "1234567890", now: factNow });
const day = 86_400_000;

checkContract({
  kind: google,
  sends: {
    install: "22",
    signup: "33",
    event: "44",
    payment: "Purchase",
    refund: "Purchase",
    reengagement: "55",
  },
  settings,
  secrets,
  token: "ya29",
  network,
  accepts: () => ({ is: "sent", code: "request-1", request: "request-1" }),
  refuses: [
    ["transactionId is required", replaceInPayload("transactionId", undefined)],
    ["eventTimestamp is required", replaceInPayload("eventTimestamp", 1_763_805_600)],
    [
      "eventTimestamp is in the future",
      replaceInPayload("eventTimestamp", new Date(factNow.getTime() + day).toISOString()),
    ],
    [
      "eventTimestamp is too old",
      replaceInPayload("eventTimestamp", new Date(factNow.getTime() - 91 * day).toISOString()),
    ],
    ["eventSource is required", replaceInPayload("eventSource", undefined)],
    ["one click ID is expected", replaceInPayload("adIdentifiers.gbraid", "x")],
    [
      "an identifier is required",
      (payload) => replaceInPayload("userData", undefined)(replaceInPayload("adIdentifiers", {})(payload)),
    ],
    [
      "INVALID_SHA256_FORMAT",
      replaceInPayload("userData.userIdentifiers", [{ emailAddress: "alice@example.com" }]),
    ],
    ["conversionValue needs a currency", replaceInPayload("currency", undefined)],
    ["INVALID_ENUM_VALUE", replaceInPayload("consent.adUserData", "GRANTED")],
    ["Invalid destination", replaceInPayload("destinationReferences", ["Purchase"])],
  ],
  ofBatch: (why) => ({ is: "split", why: expect.stringContaining(why) }),
  strangers: [
    ["another token", { token: "other" }],
    ["another account", { settings: { ...settings, customer_id: "111-111-1111" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2], sends = "Purchase") =>
  renderFact(google, { fact: aFact("payment", androidInstall, more), sends, settings });

test("a call contains conversions of several rules, each with its conversion action", async () => {
  const { base, asked: query } = await aNetwork(network);
  const rows = ["Purchase", "77"].map((sends) =>
    anOutboundRow((made({}, sends) as { payload: Record<string, unknown> }).payload),
  );
  await sendToFake(
    google.request(rows, { settings, secrets, token: "ya29", base, tokenUrl: "" }, factNow),
    factNow,
  );
  expect(JSON.parse(query[0]?.body ?? "")).toMatchObject({
    destinations: [
      { reference: "11", productDestinationId: "11", loginAccount: { accountId: "9998887777" } },
      { reference: "77", productDestinationId: "77" },
    ],
    validateOnly: false,
  });
});

test("a refund reverses the value of its payment", () => {
  expect(renderFact(google, { fact: aFact("refund"), sends: "Purchase", settings })).toMatchObject({
    payload: { transactionId: "payment:pay_123", conversionValue: 0, currency: "USD" },
  });
});

test("a test is only validated, with and without a conversion", async () => {
  const { base, asked: query } = await aNetwork(network);
  const to = { settings, secrets, token: "ya29", base, tokenUrl: "" };
  for (const payload of [{}, (made({}) as { payload: Record<string, unknown> }).payload])
    expect(
      google.read(await sendToFake(google.check!([anOutboundRow(payload)], to, factNow), factNow), 1),
    ).toEqual({
      is: "sent",
      code: "200",
    });
  expect(query.every(({ body }) => JSON.parse(body).validateOnly === true)).toBe(true);
});

describe("the click", () => {
  const without = { click: null, user: null };
  test("comes from the link, otherwise from Play's referrer", () => {
    expect(made({})).toMatchObject({ payload: { adIdentifiers: { gclid: "Cj0click" } } });
    expect(made(without)).toMatchObject({ payload: { adIdentifiers: { gclid: "Cj0referrer" } } });
    const install = { ...androidInstall, deviceData: {} };
    expect(made({ ...without, install, url: "https://l.example/?gbraid=back" })).toMatchObject({
      payload: { adIdentifiers: { gbraid: "back" } },
    });
    expect(made({ ...without, install })).toMatchObject({ unfit: "no_identifier" });
  });
});

test("the user's choice about personalized ads is sent", () => {
  const permissions = { ...consentCases.allowed!, adPersonalization: false };
  expect(made({ permissions })).toMatchObject({
    payload: { consent: { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_DENIED" } },
  });
});

test("a rule has a conversion action", () => {
  expect(made({}, "purchase made")).toMatchObject({ unfit: "unsupported" });
  expect(google.sends?.form.test("12a")).toBe(false);
});

describe("the token", () => {
  const send = async (more: object, client_id = "c") => {
    const { base } = await aNetwork(network);
    const to = {
      settings: { ...settings, client_id },
      secrets: { ...secrets, ...more },
      base: "",
      token: "",
      tokenUrl: `${base}/token`,
    };
    return google.token?.read(await sendToFake(google.token.request(to, factNow), factNow));
  };
  test("is exchanged, and a failure pauses the destination", async () => {
    expect(await send({})).toEqual({ token: "ya29", lifeMs: 3_599_000 });
    expect(await send({ refresh_token: "old" })).toMatchObject({
      is: "pause",
      why: expect.stringContaining("expired or revoked"),
    });
    expect(await send({}, "x")).toMatchObject({ is: "pause" });
  });
  test("an error of Google's is retried", () => {
    const answer = (status: number, body: string) =>
      google.token?.read({ status, headers: {}, body, at: factNow });
    expect(answer(503, "")).toMatchObject({ is: "retry" });
    expect(answer(200, "{}")).toMatchObject({ is: "retry" });
  });
});

test.each([
  [429, "RESOURCE_EXHAUSTED", "retry"],
  [500, "INTERNAL_ERROR", "retry"],
  [401, "UNAUTHENTICATED", "pause"],
  [403, "PERMISSION_DENIED", "pause"],
  [400, "DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED", "pause"],
  [400, "INVALID_HEX_ENCODING", "split"],
  [404, "NOT_FOUND", "dead"],
])("%i %s: %s", (status, reason, is) => {
  const body = JSON.stringify({ error: { code: status, message: "No", details: [{ reason }] } });
  expect(google.read({ status, headers: {}, body, at: factNow }, 5)).toMatchObject({
    is,
    code: reason,
    why: "No",
  });
});

test("settings are validated", () => {
  const wrong = (more: object) => google.settings.safeParse({ ...settings, ...more }).success;
  expect([
    wrong({}),
    wrong({ customer_id: "123" }),
    wrong({ conversion_action: "x" }),
    wrong({ login_customer_id: "1" }),
    wrong({ login_customer_id: "" }),
  ]).toEqual([true, false, false, false, true]);
});
