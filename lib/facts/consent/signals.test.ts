import { expect, test } from "vitest";
import { consentPermissionsOf, defaultPolicy } from "@/lib/facts/consent/permissions";
import { consentSignalsOf, noConsentSignals } from "@/lib/facts/consent/signals";

const context = { policy: defaultPolicy, country: null };

test.each<[unknown, string | null]>([
  ["denied", "denied"],
  ["DENIED", "denied"],
  ["restricted", "denied"],
  ["Authorized", "authorized"],
  ["not_determined", null],
  ["notDetermined", null],
  [2, "denied"],
  ["3", "authorized"],
  [0, null],
  ["", null],
  [null, null],
])("att_status %j is %s", (att_status, expected) => {
  expect(consentPermissionsOf(consentSignalsOf({ att_status }), context).att).toBe(expected);
});

test.each<[Record<string, unknown>, boolean]>([
  [{}, false],
  [{ consent: { isEEA: true, hasConsentForDataUsage: false, hasConsentForAdsPersonalization: false } }, true],
  [{ consent: { isEEA: true, hasConsentForDataUsage: true, hasConsentForAdsPersonalization: true } }, false],
  [{ consent: { isEEA: true, hasConsentForDataUsage: true, hasConsentForAdsPersonalization: false } }, true],
  // In countries without a consent law, clients send false.
  [{ consent: { isEEA: false, hasConsentForDataUsage: false } }, false],
  [{ consent: { hasConsentForDataUsage: false } }, true],
  [{ consent: { eea: true, ad_user_data: "CONSENT_DENIED" } }, true],
  [{ consent: { eea: true, ad_user_data: "CONSENT_GRANTED" } }, false],
  [{ consent: false }, true],
  [{ consent: true }, false],
  [{ ad_user_data: false }, true],
  [{ consent: "yes" }, false],
])("%j is a refusal: %s", (device, refused) => {
  expect(consentPermissionsOf(consentSignalsOf(device), context).refused).toBe(refused);
});

test("every part is read by its documented name", () => {
  const signals = {
    eea: true,
    ad_user_data: true,
    ad_personalization: false,
    ad_storage: true,
    att_status: "NOT_DETERMINED" as const,
    limit_ad_tracking: true,
  };
  expect(consentSignalsOf(signals)).toEqual(signals);
  expect(consentSignalsOf({ consent: signals })).toEqual(signals);
  expect(consentSignalsOf({ brand: "google", consent: 5, eea: "maybe" })).toEqual(noConsentSignals);
});

test.each([
  "limit_ad_tracking",
  "limitAdTracking",
  "is_limit_ad_tracking_enabled",
  "isLimitAdTrackingEnabled",
  "lat",
])("limited ad tracking is read from %s", (name) => {
  expect(consentSignalsOf({ [name]: true }).limit_ad_tracking).toBe(true);
  expect(consentSignalsOf({ [name]: "true" }).limit_ad_tracking).toBe(true);
  expect(consentSignalsOf({ [name]: 1 }).limit_ad_tracking).toBe(true);
  expect(consentSignalsOf({ [name]: false }).limit_ad_tracking).toBe(false);
});
