import { expect, test } from "vitest";
import { type ConsentPolicy, consentPermissionsOf } from "@/lib/facts/consent/permissions";
import { type ConsentSignals, noConsentSignals } from "@/lib/facts/consent/signals";

const strict: ConsentPolicy = { inside: "denied", outside: "granted" };
const may = (reported: Partial<ConsentSignals>, policy = strict, country: string | null = "DE") =>
  consentPermissionsOf({ ...noConsentSignals, ...reported }, { policy, country });

test.each<[string, Partial<ConsentSignals>, string | null, boolean]>([
  ["silence inside", {}, "DE", false],
  ["silence in the United Kingdom", {}, "GB", false],
  ["silence outside", {}, "US", true],
  ["silence somewhere", {}, null, true],
  ["silence outside of a user who is inside", { eea: true }, "US", false],
  ["silence inside of a user who is not", { eea: false }, "DE", true],
  ["a yes inside", { ad_user_data: true }, "DE", true],
  ["a no outside", { ad_user_data: false }, "US", false],
  ["a no to storage beside a yes", { ad_user_data: true, ad_storage: false }, "US", false],
  ["a no to personal ads", { ad_user_data: true, ad_personalization: false }, "US", true],
  ["a device that limits tracking", { ad_user_data: true, limit_ad_tracking: true }, "US", false],
  ["a no to tracking on an iPhone", { ad_user_data: true, att_status: "DENIED" }, "US", false],
  ["an opt-out under a US law", { us_opt_out: true }, "US", true],
  ["a child", { is_child: true }, "US", false],
  ["a child outside of a user who is not inside", { is_child: true, eea: false }, "US", false],
  ["nobody asked on an iPhone yet", { ad_user_data: true, att_status: "NOT_DETERMINED" }, "US", true],
])("advertising IDs with %s", (_, reported, country, allowed) => {
  expect(may(reported, strict, country).advertisingId).toBe(allowed);
});

test("a refusal is distinguished from missing consent that counts as a refusal", () => {
  expect(may({})).toMatchObject({
    refused: false,
    missing: true,
    adUserData: false,
    adPersonalization: false,
  });
  expect(may({ ad_user_data: false })).toMatchObject({ refused: true, missing: false });
  expect(may({ ad_user_data: true })).toMatchObject({ refused: false, missing: false, adUserData: true });
});

test("an opt-out under a US law ends personalized ads, whatever the user agreed to, and is no refusal", () => {
  const out = may({ us_opt_out: true, ad_personalization: true }, strict, "US");
  expect(out).toMatchObject({ optedOut: true, refused: false, adUserData: true, adPersonalization: false });
  expect(may({ us_opt_out: false }, strict, "US")).toMatchObject({
    optedOut: false,
    adPersonalization: true,
  });
});

test("data of a child is not used for ads, whatever else was sent", () => {
  const child = may({ is_child: true, ad_user_data: true, ad_personalization: true }, strict, "US");
  expect(child).toMatchObject({ refused: true, adUserData: false, adPersonalization: false });
});
