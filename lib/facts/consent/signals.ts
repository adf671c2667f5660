/** Reads the consent of an app's user from the app's device data. Pure. */
import { type DeviceData, deviceText } from "@/lib/facts/app-calls/device";

export const attStatuses = ["AUTHORIZED", "DENIED", "RESTRICTED", "NOT_DETERMINED"] as const;
export type AttStatus = (typeof attStatuses)[number];

/** Null if unknown. */
export type ConsentSignals = {
  /** The law of the European Economic Area, the United Kingdom or Switzerland applies to the user. */
  eea: boolean | null;
  ad_user_data: boolean | null;
  ad_personalization: boolean | null;
  ad_storage: boolean | null;
  /** The user's choice in the tracking prompt of an iPhone. */
  att_status: AttStatus | null;
  limit_ad_tracking: boolean | null;
};

export const noConsentSignals: ConsentSignals = {
  eea: null,
  ad_user_data: null,
  ad_personalization: null,
  ad_storage: null,
  att_status: null,
  limit_ad_tracking: null,
};

export const hasConsentSignals = (signals: ConsentSignals) =>
  Object.values(signals).some((value) => value !== null);

/** Apple's numbers for the same answers. */
const byNumber: Record<string, AttStatus> = {
  "0": "NOT_DETERMINED",
  "1": "RESTRICTED",
  "2": "DENIED",
  "3": "AUTHORIZED",
};

export function attStatusOf(reported: string): AttStatus | null {
  const name = reported
    .trim()
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toUpperCase();
  return byNumber[name] ?? attStatuses.find((status) => status === name) ?? null;
}

/** The field names of published clients, and Cairn's own. */
const names = {
  eea: ["eea", "isEEA", "is_eea", "isUserSubjectToGDPR"],
  ad_user_data: ["ad_user_data", "adUserData", "hasConsentForDataUsage"],
  ad_personalization: ["ad_personalization", "adPersonalization", "hasConsentForAdsPersonalization"],
  ad_storage: ["ad_storage", "adStorage", "hasConsentForAdStorage"],
  limit_ad_tracking: [
    "limit_ad_tracking",
    "limitAdTracking",
    "is_limit_ad_tracking_enabled",
    "isLimitAdTrackingEnabled",
    "lat",
  ],
} as const;

export function consentSignalsOf(device: DeviceData): ConsentSignals {
  const { consent } = device;
  const inside = typeof consent === "object" && consent !== null ? (consent as DeviceData) : {};
  const fields: DeviceData = { ...device, ...inside };
  // One value for all of them.
  const whole = typeof consent === "object" ? null : consentAnswer(consent);
  const first = (of: readonly string[], read = consentAnswer) => {
    for (const name of of) {
      const answer = read(fields[name]);
      if (answer !== null) return answer;
    }
    return null;
  };
  return {
    eea: first(names.eea),
    ad_user_data: first(names.ad_user_data) ?? whole,
    ad_personalization: first(names.ad_personalization) ?? whole,
    ad_storage: first(names.ad_storage) ?? whole,
    att_status: attStatusOf(deviceText(fields, "att_status", "attStatus", "att") ?? ""),
    limit_ad_tracking: first(names.limit_ad_tracking, flagOf),
  };
}

/** Devices also report a switch as a number. */
const flagOf = (value: unknown) => (value === 1 || value === 0 ? value === 1 : consentAnswer(value));

/** Accepts Google's words too. */
export function consentAnswer(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return null;
  if (/^(true|granted|consent_granted)$/i.test(value.trim())) return true;
  return /^(false|denied|consent_denied)$/i.test(value.trim()) ? false : null;
}
