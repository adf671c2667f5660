import { expect, test } from "vitest";
import { microsoft } from "@/lib/outbound/kinds/microsoft";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { microsoftNetwork } from "@/testing/networks/microsoft";

const settings = { tag_id: "97267979" };
const secrets = { access_token: "ms" };

checkContract({
  kind: microsoft,
  sends: { install: "install", signup: "signup", event: "{name}", payment: "purchase", reengagement: "back" },
  settings,
  secrets,
  network: microsoftNetwork({ token: "ms", tag: "97267979" }),
  path: "/v1",
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["'eventType' must be one of the following", replaceInPayload("eventType", "install")],
    ["'eventTime' must be in seconds.", replaceInPayload("eventTime", factNow.getTime())],
    ["'adStorageConsent' must be G or D.", replaceInPayload("adStorageConsent", true)],
    ["'em' must be a valid SHA256 string.", replaceInPayload("userData.em", "alice@example.com")],
    ["'ph' must be a valid SHA256 string.", replaceInPayload("userData.ph", "+15554441234")],
    ["'gaid' must be a valid UUID.", replaceInPayload("userData.gaid", "none")],
    ["'value' must be a number.", replaceInPayload("customData.value", "9.99")],
    ["'currency' must not be empty.", replaceInPayload("customData.currency", undefined)],
  ],
  ofBatch: (why) => ({ is: "split", why: expect.stringContaining(why) }),
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["another tag", { settings: { tag_id: "1" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2] = {}) =>
  renderFact(microsoft, { fact: aFact("payment", iphone, more), sends: "purchase", settings });

test("email addresses are hashed without dots and aliases, phone numbers with their plus", () => {
  const user = { id: "1", name: null, email: "Jo.hn+news@Contoso.com", phone: "+1 425 555 1234" };
  // The hashes of Microsoft's documentation.
  expect(made({ user })).toMatchObject({
    payload: {
      userData: {
        em: "ec81f3ac7b2b19675bab9d54cf416f9f18cff87c97da5cca82c0f0891bc40602",
        ph: "c59475d96e9f01d7d18d06cfad84dd02333207f02c0c2c5663ef2782cda0390e",
      },
    },
  });
});

test("the click is enough, and without any ID nothing is sent", () => {
  const permissions = consentCases["no tracking"]!;
  expect(made({ user: null, permissions })).toMatchObject({
    payload: { userData: { msclkid: "dd4afcccb1c9a4cad9544dd7e5006" } },
    identifiers: ["click_id", "install_id"],
  });
  expect(made({ user: null, click: null, permissions })).toMatchObject({ unfit: "no_identifier" });
});

test.each([
  [429, "retry"],
  [503, "retry"],
  [401, "pause"],
  [403, "pause"],
  [404, "pause"],
  [400, "split"],
])("%i: %s", (status, is) => {
  expect(microsoft.read({ status, headers: {}, body: "{}", at: factNow }, 2)).toMatchObject({ is });
});
