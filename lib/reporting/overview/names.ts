/** Names of the overview's figures, rows and filters. Runs in the browser too. */
import type { MetricName } from "@/lib/reporting/metrics/metrics";

/** The figures at the top of the overview, in order. */
export const mainFigures = [
  "clicks",
  "installs",
  "signups",
  "revenue",
  "spend",
  "roas",
  "cost_per_install",
] as const satisfies readonly MetricName[];

export type MainFigure = (typeof mainFigures)[number];

/** The same, also with revenue of ads, and of purchases and ads. */
export const overviewFigures = [
  ...mainFigures,
  "ad_revenue",
  "ad_roas",
  "total_revenue",
  "total_roas",
] as const satisfies readonly MetricName[];

export type OverviewFigure = (typeof overviewFigures)[number];

export const isMainFigure = (name: OverviewFigure): name is MainFigure =>
  mainFigures.some((main) => main === name);

/** The value for campaigns without a network, and for an unknown platform. */
export const noValueFilter = "none";

/** The value of the network filter for organic traffic. */
export const organicNetwork = "organic";

/** The figures and rows that have a statement. */
export const overviewRows = [
  "total",
  "day",
  "network",
  "campaign",
  "platform",
  "country",
  "creative",
  "paying",
  "changes",
] as const;

export type OverviewRows = (typeof overviewRows)[number];
