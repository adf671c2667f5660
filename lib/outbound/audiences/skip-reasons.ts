import { t } from "@/lib/base/languages/texts";
import { skipReasons } from "@/lib/outbound/mapping/gates";

/** Why a matching install is not sent. Most reasons are those of deliveries. */
export const audienceSkipReasons = {
  test_install: skipReasons.test_install,
  erased: skipReasons.erased,
  "not_consented:ad_user_data": skipReasons["not_consented:ad_user_data"],
  "not_consented:ad_personalization": t("No consent to personalized ads."),
  "not_consented:vendor": skipReasons["not_consented:vendor"],
  opted_out: t("The user opted out of the sale or sharing of their data."),
  att_denied: skipReasons.att_denied,
  att_not_authorized: t("Tracking was not authorized on the iPhone (ATT)."),
  limited_ad_tracking: skipReasons.limited_ad_tracking,
  no_identifier: skipReasons.no_identifier,
} as const;
export type AudienceSkipReason = keyof typeof audienceSkipReasons;
