/** The choices of the report by cohort. Runs in the browser too. */

export const cohortGranularities = ["day", "week", "month"] as const;

export type CohortGranularity = (typeof cohortGranularities)[number];

export const cohortBreakdowns = {
  campaign: "Campaign",
  network: "Network",
  ad_set: "Ad set",
  creative: "Creative",
  keyword: "Keyword",
  affiliate: "Affiliate",
  tag: "Tag",
  platform: "Platform",
  country: "Country",
  app_version: "App version",
  publisher: "Publisher",
} as const;

export type CohortBreakdown = keyof typeof cohortBreakdowns;

export const breakdownNames = Object.keys(cohortBreakdowns) as CohortBreakdown[];
