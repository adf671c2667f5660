import { expect, test } from "vitest";
import { consentPermissionsOf, defaultPolicy } from "@/lib/facts/consent/permissions";
import { consentSignalsOf, noConsentSignals } from "@/lib/facts/consent/signals";
import {
  aGppString,
  aTcString,
  everyPurpose,
  notOptedOut,
  ofAChild,
  optedOut,
} from "@/testing/networks/consent-strings";

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
    us_opt_out: false,
    is_child: false,
    tc_string: null,
    gpp_string: null,
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

const everything = aTcString(everyPurpose);
const measuring = aTcString({ purposes: [1, 7] });
const nothing = aTcString();
const granted = { eea: true, ad_user_data: true, ad_personalization: true, ad_storage: true };
const denied = { eea: true, ad_user_data: false, ad_personalization: false, ad_storage: false };

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["consent to everything", { tc_string: everything }, granted],
  ["consent to measuring", { IABTCF_TCString: measuring }, { ...granted, ad_personalization: false }],
  ["no consent", { tcString: nothing }, denied],
  [
    "a refusal next to the string's consent",
    { tc_string: everything, ad_user_data: false },
    { ...granted, ad_user_data: false },
  ],
  ["consent next to the string's refusal", { tc_string: nothing, ad_user_data: true }, denied],
  ["a user outside", { tc_string: everything, IABTCF_gdprApplies: 0 }, { ...granted, eea: false }],
  [
    "a TC string in a GPP string",
    { gpp_string: aGppString({ tcfeuv2: { PurposeOneTreatment: true } }) },
    { ...denied, ad_storage: null },
  ],
  ["an opt-out", { IABGPP_HDR_GppString: optedOut }, { eea: null, us_opt_out: true, is_child: null }],
  ["no opt-out", { gppString: notOptedOut }, { us_opt_out: false }],
  ["a child", { gpp_string: ofAChild }, { is_child: true }],
  [
    "an opt-out next to a string without one",
    { gpp_string: notOptedOut, us_opt_out: true },
    { us_opt_out: true },
  ],
  ["a US Privacy string", { IABUSPrivacy_String: "1YYN" }, { us_opt_out: true }],
  ["an invalid string", { tc_string: "hello", gpp_string: "world", us_privacy: "x" }, noConsentSignals],
])("%s is read from the device data", (_, device, expected) => {
  expect(consentSignalsOf(device)).toMatchObject(expected);
  expect(consentSignalsOf({ consent: device })).toMatchObject(expected);
});

test("the strings are kept as received", () => {
  expect(consentSignalsOf({ tc_string: measuring, gpp_string: optedOut })).toMatchObject({
    tc_string: measuring,
    gpp_string: optedOut,
  });
});
