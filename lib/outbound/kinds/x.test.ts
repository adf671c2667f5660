import { expect, test } from "vitest";
import { oauth1Header } from "@/lib/outbound/kinds/oauth1";
import { x } from "@/lib/outbound/kinds/x";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, renderFact } from "@/testing/networks/facts";
import { anOutboundRow } from "@/testing/networks/fake";
import { xNetwork } from "@/testing/networks/x";

const settings = x.settings.parse({ pixel_id: "o8z6j", event_id: "tw-o8z6j-o87ne" }) as Record<
  string,
  string
>;
const secrets = x.secrets.parse({ pixel_token: "pixel" });
const events = ["tw-o8z6j-o87ne", "ol288"];

checkContract({
  kind: x,
  sends: { install: "ol288", signup: "ol288", event: "ol288", payment: "Purchase", reengagement: "ol288" },
  settings,
  secrets,
  network: xNetwork({ token: "pixel", pixel: "o8z6j", events }),
  path: "/12",
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["Expected Time in yyyy-MM-ddTHH:mm:ss.SSSZ", replaceInPayload("conversion_time", "2026-11-22")],
    ["At least one user identifier must be provided", replaceInPayload("identifiers", [{ twclid: "" }])],
    ["is not a valid SHA-256 hash", replaceInPayload("identifiers", [{ hashed_email: "alice@example.com" }])],
    ["is not a valid SHA-256 hash", replaceInPayload("identifiers", [{ hashed_phone_number: "+1555" }])],
    ["does not belong to provided account", replaceInPayload("event_id", "abc")],
    ["value must be of type double", replaceInPayload("value", "9.99")],
    ["price_currency is not a valid currency", replaceInPayload("price_currency", undefined)],
  ],
  ofBatch: (why) => ({ is: "split", why: expect.stringContaining(why) }),
  strangers: [
    ["another token", { secrets: { pixel_token: "other" } }],
    ["the pixel of another account", { settings: { ...settings, pixel_id: "o1" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2] = {}, sends = "Purchase") =>
  renderFact(x, { fact: aFact("payment", androidInstall, more), sends, settings });

test("email addresses and phone numbers are hashed as in X's examples", () => {
  // X's page has the hash of this address, which it had before X was renamed.
  const user = { id: "1", name: null, email: " Test@twitter.com", phone: "+1 (123) 456-7890" };
  expect(made({ user })).toMatchObject({
    payload: {
      identifiers: [
        { twclid: "23opevjt88psuo13lu8d020qkn" },
        { hashed_email: "d360d510a224510f373931ce2d6215a799f5a9c1cef221b0149b6b6b50cced62" },
        { hashed_phone_number: "1fa6b8d986d9b9cd01bf36951815158bbde9f520c0567c835dfe34783d0a4231" },
      ],
    },
  });
});

test("hashed fields are marked where they are, whichever identifiers are known", () => {
  const user = { id: "1", name: null, email: null, phone: "+11234567890" };
  expect(made({ user, click: null })).toMatchObject({
    hashed: [{ at: "identifiers.0.hashed_phone_number", of: "phone" }],
  });
  expect(made({ user: { ...user, email: "test@twitter.com" } })).toMatchObject({
    hashed: [
      { at: "identifiers.1.hashed_email", of: "email" },
      { at: "identifiers.2.hashed_phone_number", of: "phone" },
    ],
  });
});

test("no device ID is sent, and without any ID or with an unknown event nothing is", () => {
  expect(JSON.stringify(made())).not.toMatch(/38400000/);
  expect(made({ user: null, click: null })).toMatchObject({ unfit: "no_identifier" });
  expect(made({ permissions: consentCases.refused!, click: null })).toMatchObject({ unfit: "no_identifier" });
  expect(made({}, "purchase of shoes")).toEqual({
    unfit: "unsupported",
    why: "Enter the ID of an event, or Purchase for the one in the settings.",
  });
});

const keys = { consumer_key: "ck", consumer_secret: "cs", access_token: "at", access_token_secret: "ts" };

test("without a pixel's token, the call is signed with the four keys, and each call differently", () => {
  const row = anOutboundRow({ conversion_id: "payment:1" }, "d1");
  const to = { settings, secrets: x.secrets.parse(keys), token: "", base: x.base, tokenUrl: "" };
  const { url, headers } = x.request([row], to, factNow);
  expect(url).toBe("https://ads-api.x.com/12/measurement/conversions/o8z6j");
  expect(headers).not.toHaveProperty("x-pixel-token");
  const nonce = /oauth_nonce="([0-9a-f]{32})"/.exec(headers.authorization!)![1]!;
  expect(headers.authorization).toBe(oauth1Header({ method: "POST", url }, keys, { nonce, at: factNow }));
  const later = x.request([row], to, new Date(factNow.getTime() + 1));
  expect(later.headers.authorization).not.toContain(nonce);
  expect(x.request([row], { ...to, secrets }, factNow).headers).toMatchObject({ "x-pixel-token": "pixel" });
});

test.each([
  [
    {},
    { field: "pixel_token", message: "Enter the pixel's access token, or the four keys of an application." },
  ],
  [{ pixel_token: "p" }, null],
  [keys, null],
  [
    { ...keys, access_token_secret: "" },
    { field: "access_token_secret", message: "Access token secret is required with the other keys." },
  ],
])("the keys %o: %o", (given, problem) => {
  expect(x.complaint!(settings, x.secrets.parse(given))).toEqual(problem);
});

test.each([
  [429, "retry"],
  [503, "retry"],
  [401, "pause"],
  [403, "pause"],
  [404, "pause"],
  [400, "split"],
])("%i: %s", (status, is) => {
  expect(x.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});
