import { expect, test } from "vitest";
import { linkedin } from "@/lib/outbound/kinds/linkedin";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { linkedinNetwork } from "@/testing/networks/linkedin";

const settings = { conversion_rule: "11", api_version: "202608" };
const sent = { is: "sent", code: "201" } as const;

checkContract({
  kind: linkedin,
  sends: { install: "22", signup: "33", event: "44", payment: "Purchase", reengagement: "55" },
  settings,
  secrets: { access_token: "li" },
  network: linkedinNetwork({ token: "li", rules: ["11", "22", "33", "44", "55"], now: factNow }),
  path: "/rest",
  most: 5_000,
  accepts: (rows) => Array(rows).fill(sent),
  refuses: [
    ["conversion does not exist", replaceInPayload("conversion", "urn:lla:llaPartnerConversion:99")],
    [
      "conversionHappenedAt must be in milliseconds",
      replaceInPayload("conversionHappenedAt", Math.floor(factNow.getTime() / 1_000)),
    ],
    [
      "conversionHappenedAt is older than 90 days",
      replaceInPayload("conversionHappenedAt", factNow.getTime() - 91 * 86_400_000),
    ],
    [
      "conversionHappenedAt is in the future",
      replaceInPayload("conversionHappenedAt", factNow.getTime() + 1_000),
    ],
    ["eventId has at most 64 characters", replaceInPayload("eventId", "x".repeat(65))],
    ["userIds is empty", replaceInPayload("user.userIds", [])],
    ["idType is unknown", replaceInPayload("user.userIds", [{ idType: "EMAIL", idValue: "a" }])],
    [
      "SHA256_EMAIL is not hashed",
      replaceInPayload("user.userIds", [{ idType: "SHA256_EMAIL", idValue: "alice@example.com" }]),
    ],
    ["idValue is empty", replaceInPayload("user.userIds", [{ idType: "GOOGLE_AID", idValue: "" }])],
    ["conversionValue is malformed", replaceInPayload("conversionValue.amount", 9.99)],
  ],
  // The valid row of the batch is stored.
  ofBatch: (why) => [sent, { is: "dead", why: `400: ${why}` }],
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["a version that has ended", { settings: { ...settings, api_version: "202401" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2], sends = "Purchase") =>
  renderFact(linkedin, { fact: aFact("payment", iphone, more), sends, settings });

test("an ID that is too long is sent as its hash", () => {
  expect(made({ uid: `payment:${"x".repeat(80)}` })).toMatchObject({
    payload: { eventId: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

test("facts without an ID that LinkedIn recognizes or without a conversion are not sent", () => {
  expect(made({ user: null, click: null, permissions: consentCases["no tracking"]! })).toMatchObject({
    unfit: "no_identifier",
  });
  expect(made({}, "bought")).toMatchObject({ unfit: "unsupported" });
});

test.each([
  [429, "retry"],
  [503, "retry"],
  [401, "pause"],
  [403, "pause"],
  [426, "pause"],
  [400, "split"],
  [404, "dead"],
  [200, "retry"],
])("%i without a result for each row: %s", (status, is) => {
  expect(linkedin.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});

test("each row has its own result", () => {
  const body = JSON.stringify({
    elements: [{ status: 201 }, { status: 429 }, { status: 422, error: { message: "No" } }, {}],
  });
  expect(linkedin.read({ status: 200, headers: {}, body, at: factNow }, 4)).toMatchObject([
    { is: "sent" },
    { is: "retry" },
    { is: "dead", why: "422: No" },
    { is: "retry" },
  ]);
});

test("without a version the default one is requested", () => {
  for (const api_version of [undefined, "", "202608"])
    expect(linkedin.settings.parse({ conversion_rule: "1", api_version })).toEqual({
      conversion_rule: "1",
      api_version: "202608",
    });
  expect(linkedin.settings.safeParse({ conversion_rule: "1", api_version: "202613" }).success).toBe(false);
});
