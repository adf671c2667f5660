/** Reads the consent of an app's user from the app's device data. Pure. */
import { type DeviceData, deviceText } from "@/lib/facts/app-calls/device";
import { readGppString, readUsPrivacy } from "@/lib/facts/consent/iab/gpp";
import { answersOfTcString, readTcString } from "@/lib/facts/consent/iab/tcf";

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
  /** The user opted out of the sale or sharing of their data, or of targeted ads, as US states allow. */
  us_opt_out: boolean | null;
  /** The user is a known child, for whom nobody consented. */
  is_child: boolean | null;
  /** The strings of the IAB, as received; their answers are in the other fields. */
  tc_string: string | null;
  gpp_string: string | null;
};

export const noConsentSignals: ConsentSignals = {
  eea: null,
  ad_user_data: null,
  ad_personalization: null,
  ad_storage: null,
  att_status: null,
  limit_ad_tracking: null,
  us_opt_out: null,
  is_child: null,
  tc_string: null,
  gpp_string: null,
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
  eea: ["eea", "isEEA", "is_eea", "isUserSubjectToGDPR", "IABTCF_gdprApplies"],
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
  us_opt_out: ["us_opt_out", "usOptOut"],
  is_child: ["is_child", "isChild"],
  tc_string: ["tc_string", "tcString", "IABTCF_TCString"],
  gpp_string: ["gpp_string", "gppString", "IABGPP_HDR_GppString"],
  us_privacy: ["us_privacy", "usPrivacy", "IABUSPrivacy_String"],
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
  /** Text that is no such string is ignored, like other fields of the device data. */
  const text = (of: readonly string[], read: (text: string) => unknown) => {
    const found = deviceText(fields, ...of);
    return found !== null && read(found) !== null ? found : null;
  };
  const sent: ConsentSignals = {
    eea: first(names.eea, flagOf),
    ad_user_data: first(names.ad_user_data) ?? whole,
    ad_personalization: first(names.ad_personalization) ?? whole,
    ad_storage: first(names.ad_storage) ?? whole,
    att_status: attStatusOf(deviceText(fields, "att_status", "attStatus", "att") ?? ""),
    limit_ad_tracking: first(names.limit_ad_tracking, flagOf),
    us_opt_out: first(names.us_opt_out, flagOf),
    is_child: first(names.is_child, flagOf),
    tc_string: text(names.tc_string, readTcString),
    gpp_string: text(names.gpp_string, readGppString),
  };
  return withStringAnswers(sent, text(names.us_privacy, readUsPrivacy));
}

/** One refusal is enough: the app's own answer and a string can contradict each other. */
const answerOf = (own: boolean | null, inString: boolean | null = null) =>
  own === false || inString === false ? false : (own ?? inString);
const optOutOf = (own: boolean | null, ...inStrings: (boolean | null | undefined)[]) =>
  [own, ...inStrings].includes(true) ? true : [own, ...inStrings].includes(false) ? false : null;

/**
 * Adds the answers of valid strings. A TC string means that the user is in the EEA, unless the app denies that. A
 * `usPrivacy` string is older than GPP.
 */
export function withStringAnswers(sent: ConsentSignals, usPrivacy: string | null): ConsentSignals {
  const gpp = sent.gpp_string === null ? null : readGppString(sent.gpp_string);
  const tcString = sent.tc_string ?? gpp?.tc_string ?? null;
  const tcf = tcString === null ? null : readTcString(tcString);
  const answers = tcf === null ? null : answersOfTcString(tcf);
  return {
    ...sent,
    eea: sent.eea ?? (tcf === null ? null : true),
    ad_user_data: answerOf(sent.ad_user_data, answers?.ad_user_data),
    ad_personalization: answerOf(sent.ad_personalization, answers?.ad_personalization),
    ad_storage: answerOf(sent.ad_storage, answers?.ad_storage),
    us_opt_out: optOutOf(
      sent.us_opt_out,
      gpp?.us_opt_out,
      usPrivacy === null ? null : readUsPrivacy(usPrivacy)?.us_opt_out,
    ),
    is_child: optOutOf(sent.is_child, gpp?.is_child),
    tc_string: tcString,
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
