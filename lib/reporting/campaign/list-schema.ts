import { z } from "zod";
import { checkDayRange, day } from "@/lib/base/day-params";
import { campaignSorts, campaignTableQuery, tableFilter, tableNarrowing } from "@/lib/campaigns/table/schema";
import { comparedPeriod, compareParam } from "@/lib/reporting/overview/schema";
import { budgetColumnIds } from "@/lib/spend/budgets/columns";
import { activityMetrics } from "./activity-schema";

/** The figures by which the list can be sorted. */
export const figureSorts = ["clicks", "installs", "spend", "cost_per_install", "revenue", "roas"] as const;
const allSorts = [...campaignSorts, ...figureSorts, ...budgetColumnIds] as const;
export type CampaignSort = (typeof allSorts)[number];

const days = { from: day("from"), to: day("to") };
const sort = z
  .enum(allSorts, { error: `Sort must be one of ${allSorts.join(", ")}.` })
  .default("created_at")
  .meta({ description: "Figures are those of the days, by default the last thirty." });

export const campaignListQuery = campaignTableQuery.extend({ ...days, sort }).superRefine(checkDayRange);
export type CampaignListQuery = z.output<typeof campaignListQuery>;

export const campaignFileQuery = tableFilter.extend({ ...days, sort }).superRefine(checkDayRange);
export type CampaignFileQuery = z.output<typeof campaignFileQuery>;

export const summaryQuery = tableNarrowing
  .extend({ ...days, compare: compareParam })
  .superRefine(checkDayRange);
export type SummaryQuery = z.output<typeof summaryQuery>;

const value = z.number().nullable();

/** The figures of all campaigns that match a filter. */
export const campaignSummary = z.object({
  from: z.string(),
  to: z.string(),
  currency: z.string(),
  compared: comparedPeriod,
  /** `over` and `previous` are values of the days of `compared`; null without a comparison. */
  figures: z.record(z.enum(activityMetrics), z.object({ total: value, over: value, previous: value })),
});
export type CampaignSummary = z.output<typeof campaignSummary>;
