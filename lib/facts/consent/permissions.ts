/** What may be done with the data of an install: the only place that says so. Pure. */
import type { ConsentSignals } from "@/lib/facts/consent/signals";

/** What it means that the user of an app was not asked, or that the app does not tell. */
export const missingConsents = ["granted", "denied"] as const;
export type MissingConsent = (typeof missingConsents)[number];
export const addressPolicies = ["not_kept", "kept"] as const;
/** `addresses`: whether the IP address of an app's first call is kept, for networks that require it. Not unless chosen. */
export type ConsentPolicy = {
  inside: MissingConsent;
  outside: MissingConsent;
  addresses?: (typeof addressPolicies)[number] | undefined;
};

export const defaultPolicy: ConsentPolicy = { inside: "granted", outside: "granted" };

/** The countries whose law asks for consent: the European Economic Area, the United Kingdom and Switzerland. */
export const countriesWithConsent =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
    " ",
  );

export type Permissions = {
  /** The law of the user's country asks for consent. */
  isInside: boolean;
  /** A consent that the law of the user's country asks for was refused. */
  refused: boolean;
  /** It was neither given nor refused, and that means no. */
  missing: boolean;
  att: "authorized" | "denied" | null;
  adUserData: boolean;
  adPersonalization: boolean;
  /** Advertising ids may be stored, and installs matched by them. */
  advertisingId: boolean;
};

/** What keeps advertising ids from being used. */
export const withholding = {
  refused: "the user refused consent",
  missing: "the user gave no consent",
  att_denied: "the user denied tracking",
  limited: "ad tracking is limited on the device",
} as const;
export type Withheld = keyof typeof withholding;

export const withheldBy = ({ advertisingId, refused, missing, att }: Permissions): Withheld | null =>
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
 * An install whose country nobody knows is taken for one outside. Clients leave the answers at false where no law asks
 * for them: beside `eea: false` that is no refusal.
 */
export function permissionsOf(signals: ConsentSignals, { policy, country }: ConsentContext): Permissions {
  const isInside = signals.eea ?? (country !== null && countriesWithConsent.includes(country));
  const silence = (isInside ? policy.inside : policy.outside) === "granted";
  const answers = [signals.ad_user_data, signals.ad_personalization, signals.ad_storage].map((answer) =>
    signals.eea === false && answer === false ? null : answer,
  );
  const [userData = null, personalization = null, storage = null] = answers;
  const refused = answers.includes(false);
  const adUserData = userData ?? silence;
  const att = attOf(signals);
  return {
    isInside,
    refused,
    missing: !refused && !adUserData,
    att,
    adUserData,
    adPersonalization: personalization ?? silence,
    advertisingId: adUserData && storage !== false && att !== "denied" && signals.limit_ad_tracking !== true,
  };
}

/** A device that forbids tracking does so for all apps, whatever the user answered one of them. */
function attOf({ att_status }: ConsentSignals): Permissions["att"] {
  if (att_status === "AUTHORIZED") return "authorized";
  return att_status === "DENIED" || att_status === "RESTRICTED" ? "denied" : null;
}
