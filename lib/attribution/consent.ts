/** Reads what the user of an app allowed from what the app sent of its device. Pure. */
import { type DeviceData, text } from "@/lib/facts/installs/device";

export type Consent = {
  /** The answer of an iPhone's user to whether the app may track. Null: not asked, or not sent. */
  att: "authorized" | "denied" | null;
  /** One of the consents that the law of the user's country asks for was refused. */
  refused: boolean;
};

/** Apple's numbers for the same answers. */
const byNumber: Record<string, string> = { "1": "restricted", "2": "denied", "3": "authorized" };

const consents = [
  "hasConsentForDataUsage",
  "hasConsentForAdsPersonalization",
  "hasConsentForAdStorage",
  "ad_user_data",
  "ad_personalization",
  "ad_storage",
  "adUserData",
  "adPersonalization",
  "adStorage",
];
const regions = ["isEEA", "is_eea", "eea", "isUserSubjectToGDPR"];

export function consentOf(device: DeviceData): Consent {
  return { att: attOf(device), refused: refusedBy(device) };
}

function attOf(device: DeviceData): Consent["att"] {
  const said = text(device, "att_status", "attStatus", "att")?.toLowerCase() ?? "";
  const status = byNumber[said] ?? said;
  if (status === "authorized") return "authorized";
  // A device that forbids tracking does so for all apps, whatever the user answered one of them.
  return status === "denied" || status === "restricted" ? "denied" : null;
}

/** Clients leave the answers at false where no law asks for them, so false alone is no refusal. */
function refusedBy(device: DeviceData): boolean {
  const consent = device.consent;
  if (isNo(consent)) return true;
  const all = typeof consent === "object" && consent !== null ? { ...device, ...consent } : device;
  const said = all as Record<string, unknown>;
  return !regions.some((name) => isNo(said[name])) && consents.some((name) => isNo(said[name]));
}

const isNo = (value: unknown) =>
  value === false || (typeof value === "string" && /^(false|denied|consent_denied)$/i.test(value.trim()));
