import { t } from "@/lib/base/languages/texts";
/** The choices of the report by cohort. Runs in the browser too. */

export const cohortGranularities = ["day", "week", "month"] as const;

export type CohortGranularity = (typeof cohortGranularities)[number];

export const cohortBreakdowns = {
  campaign: t("Campaign"),
  network: t("Network"),
  ad_set: t("Ad set"),
  creative: t("Creative"),
  keyword: t("Keyword"),
  affiliate: t("Affiliate"),
  tag: t("Tag"),
  platform: t("Platform"),
  country: t("Country"),
  app_version: t("App version"),
  publisher: t("Publisher"),
} as const;

export type CohortBreakdown = keyof typeof cohortBreakdowns;

export const breakdownNames = Object.keys(cohortBreakdowns) as CohortBreakdown[];
