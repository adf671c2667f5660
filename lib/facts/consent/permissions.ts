/** Decides how an install's data may be used; no other code decides that. Pure. */

import { t } from "@/lib/base/languages/texts";
import type { ConsentSignals } from "@/lib/facts/consent/signals";

/** The meaning of missing consent: the app did not ask its user, or does not report the choice. */
export const missingConsents = ["granted", "denied"] as const;
export type MissingConsent = (typeof missingConsents)[number];
export const addressPolicies = ["not_kept", "kept"] as const;
/**
 * `addresses`: whether the IP address of an app's first call is stored, for networks that require it. Off by default.
 */
export type ConsentPolicy = {
  inside: MissingConsent;
  outside: MissingConsent;
  addresses?: (typeof addressPolicies)[number] | undefined;
};

export const defaultPolicy: ConsentPolicy = { inside: "granted", outside: "granted" };

/** Countries whose law requires consent: the European Economic Area, the United Kingdom and Switzerland. */
export const countriesWithConsent =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  );

export type Permissions = {
  /** The law of the user's country requires consent. */
  isInside: boolean;
  /** The user refused a consent that the law of the user's country requires, or is a child. */
  refused: boolean;
  /** The user neither gave nor refused it, and the policy treats that as a refusal. */
  missing: boolean;
  att: "authorized" | "denied" | null;
  adUserData: boolean;
  adPersonalization: boolean;
  /** The user opted out of sale, sharing or targeted ads: networks may only measure. */
  optedOut: boolean;
  /** Cairn may store advertising IDs, and match installs by them. */
  advertisingId: boolean;
};

/** Reasons for not using advertising IDs. */
export const withholdingReasons = {
  refused: t("the user refused consent"),
  missing: t("the user gave no consent"),
  att_denied: "the user denied tracking",
  limited: "ad tracking is limited on the device",
} as const;
export type WithholdingReason = keyof typeof withholdingReasons;

export const withholdingReason = ({
  advertisingId,
  refused,
  missing,
  att,
}: Permissions): WithholdingReason | null =>
  advertisingId
    ? null
    : refused
      ? "refused"
      : missing
        ? "missing"
        : att === "denied"
          ? "att_denied"
          : "limited";

export type ConsentContext = { policy: ConsentPolicy; country: string | null };

/**
 * An install without a known country counts as outside. Some clients send false without a law that requires consent:
 * next to `eea: false` that is no refusal.
 */
export function consentPermissionsOf(
  signals: ConsentSignals,
  { policy, country }: ConsentContext,
): Permissions {
  const isInside = signals.eea ?? (country !== null && countriesWithConsent.includes(country));
  const silence = (isInside ? policy.inside : policy.outside) === "granted";
  const answers = [signals.ad_user_data, signals.ad_personalization, signals.ad_storage].map((answer) =>
    signals.eea === false && answer === false ? null : answer,
  );
  const [userData = null, personalization = null, storage = null] = answers;
  const isChild = signals.is_child === true;
  const optedOut = signals.us_opt_out === true;
  const refused = isChild || answers.includes(false);
  const adUserData = !isChild && (userData ?? silence);
  const att = attOf(signals);
  return {
    isInside,
    refused,
    missing: !refused && !adUserData,
    att,
    adUserData,
    adPersonalization: !isChild && !optedOut && (personalization ?? silence),
    optedOut,
    advertisingId: adUserData && storage !== false && att !== "denied" && signals.limit_ad_tracking !== true,
  };
}

/** A device setting that forbids tracking applies to all apps, whatever the user allowed in one of them. */
function attOf({ att_status }: ConsentSignals): Permissions["att"] {
  if (att_status === "AUTHORIZED") return "authorized";
  return att_status === "DENIED" || att_status === "RESTRICTED" ? "denied" : null;
}
