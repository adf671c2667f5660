/** Decides which data may leave the device. Pure. */

/** The user's consent. Omitted fields were not asked for. */
export type Consent = {
  /** The user is in the European Economic Area, the UK or Switzerland. */
  eea?: boolean | undefined;
  adUserData?: boolean | undefined;
  adPersonalization?: boolean | undefined;
  adStorage?: boolean | undefined;
  /** The user opted out of the sale or sharing of their data, or of targeted ads, under the law of a US state. */
  usOptOut?: boolean | undefined;
  /** The user is a child: nothing is sent to ad networks. */
  isChild?: boolean | undefined;
  /** The TC string of your consent platform (`IABTCF_TCString`). */
  tcString?: string | undefined;
  /** The GPP string of your consent platform (`IABGPP_HDR_GppString`). */
  gppString?: string | undefined;
};

export type SendConditions = {
  /** False after `setEnabled(false)`. */
  enabled: boolean;
  /** Nothing is sent before the user was asked. */
  waitForConsent: boolean;
  consent: Consent | null;
  /** `setEnabled(true)` allows sending, even before the user was asked. */
  released: boolean;
};

/** `keep`: calls wait on the device. `drop`: calls are not stored. */
export function permissionOf({
  enabled,
  waitForConsent,
  consent,
  released,
}: SendConditions): "send" | "keep" | "drop" {
  if (!enabled) return "drop";
  return waitForConsent && consent === null && !released ? "keep" : "send";
}

/** IDs by which ad networks recognize a user. */
const advertisingIds = ["gaid", "idfa", "meta_install_referrer"];

/** The device data for receivers without consent for ads: everything except advertising IDs. */
export function withConsent(
  device: Record<string, unknown>,
  consent: Consent | null,
): Record<string, unknown> {
  const sent = consent ? { ...device, ...consentFields(consent) } : { ...device };
  if (consent?.adUserData === false || consent?.adStorage === false || consent?.isChild === true)
    for (const name of advertisingIds) delete sent[name];
  return sent;
}

/** The consent in the server's format. */
export function consentFields(consent: Consent): Record<string, boolean | string> {
  const answers: Record<string, boolean | undefined> = {
    eea: consent.eea,
    ad_user_data: consent.adUserData,
    ad_personalization: consent.adPersonalization,
    ad_storage: consent.adStorage,
    us_opt_out: consent.usOptOut,
    is_child: consent.isChild,
  };
  const texts: Record<string, string | undefined> = {
    tc_string: consent.tcString,
    gpp_string: consent.gppString,
  };
  const sent: Record<string, boolean | string> = {};
  for (const [name, value] of Object.entries(answers)) if (typeof value === "boolean") sent[name] = value;
  for (const [name, value] of Object.entries(texts)) if (typeof value === "string") sent[name] = value;
  return sent;
}
