import { expect, test } from "vitest";
import { quora } from "@/lib/outbound/kinds/quora";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { quoraNetwork } from "@/testing/networks/quora";

const settings = quora.settings.parse({ account_id: "999", currency: "usd" }) as Record<string, string>;
const secrets = { access_token: "q" };

checkContract({
  kind: quora,
  sends: {
    install: "AppInstall",
    signup: "CompleteRegistration",
    event: "Generic",
    payment: "Purchase",
    reengagement: "ViewContent",
  },
  settings,
  secrets,
  network: quoraNetwork({ token: "q", account: 999 }),
  path: "/ads/v0",
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["event_name is not valid", replaceInPayload("conversion.event_name", "install")],
    ["timestamp must be in microseconds", replaceInPayload("conversion.timestamp", factNow.getTime())],
    ["value must be a float", replaceInPayload("conversion.value", "9.99")],
    ["user and device are required", replaceInPayload("user", undefined)],
  ],
  ofBatch: () => ({}),
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["another account", { settings: { ...settings, account_id: "1" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2] = {}, install = androidInstall, sends = "Purchase") =>
  renderFact(quora, { fact: aFact("payment", install, more), sends, settings });

test("an amount in another currency than the account's is left out", () => {
  expect(made()).toMatchObject({ payload: { conversion: { value: 9.99 } } });
  expect(made({ money: { minor: 999, currency: "EUR" } })).not.toHaveProperty("payload.conversion.value");
});

test("only the click recognizes a person, and the device ID goes with it only if tracking is allowed", () => {
  expect(made()).toMatchObject({ identifiers: ["click_id", "advertising_id"], payload: { user: {} } });
  expect(made({ permissions: consentCases["no tracking"]! }, iphone)).not.toHaveProperty(
    "payload.device.mobile_device_id",
  );
  expect(made({ click: null })).toMatchObject({ unfit: "no_identifier" });
  expect(made({}, androidInstall, "level_up")).toMatchObject({ unfit: "unsupported" });
});

test.each([
  [429, "retry"],
  [500, "retry"],
  [401, "pause"],
  [403, "pause"],
  [400, "dead"],
])("%i: %s, in Quora's words", (status, is) => {
  const body = JSON.stringify({ message: "Sorry." });
  expect(quora.read({ status, headers: {}, body, at: factNow }, 1)).toMatchObject({ is, why: "Sorry." });
});
