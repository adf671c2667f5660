import { expect, test } from "vitest";
import { consentOf } from "@/lib/attribution/consent";

test.each<[unknown, string | null]>([
  ["denied", "denied"],
  ["DENIED", "denied"],
  ["restricted", "denied"],
  ["Authorized", "authorized"],
  ["not_determined", null],
  [2, "denied"],
  ["3", "authorized"],
  [0, null],
  ["", null],
  [null, null],
])("att_status %j is %s", (att_status, expected) => {
  expect(consentOf({ att_status }).att).toBe(expected);
});

test.each<[Record<string, unknown>, boolean]>([
  [{}, false],
  [{ consent: { isEEA: true, hasConsentForDataUsage: false, hasConsentForAdsPersonalization: false } }, true],
  [{ consent: { isEEA: true, hasConsentForDataUsage: true, hasConsentForAdsPersonalization: true } }, false],
  [{ consent: { isEEA: true, hasConsentForDataUsage: true, hasConsentForAdsPersonalization: false } }, true],
  // Where no law asks for it, clients leave the answers at false.
  [{ consent: { isEEA: false, hasConsentForDataUsage: false } }, false],
  [{ consent: { hasConsentForDataUsage: false } }, true],
  [{ consent: { eea: true, ad_user_data: "CONSENT_DENIED" } }, true],
  [{ consent: { eea: true, ad_user_data: "CONSENT_GRANTED" } }, false],
  [{ consent: false }, true],
  [{ consent: true }, false],
  [{ ad_user_data: false }, true],
  [{ consent: "yes" }, false],
])("%j is refused: %s", (device, refused) => {
  expect(consentOf(device).refused).toBe(refused);
});
