/** The projected figures of campaigns, their ads and the totals. */
import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { runInSteps, type WorkSteps } from "@/lib/platform/steps";
import type { ProjectedColumn } from "@/lib/reporting/forecast/columns";
import { type Forecast, readForecast } from "@/lib/reporting/forecast/forecast";
import { forecastRows } from "@/lib/reporting/forecast/rows";
import type { ProjectedFigures } from "@/lib/reporting/forecast/schema";
import type { CampaignTableRow } from "@/lib/reporting/table/schema";
import { byAdOnly, type ReportWindow, windowFilter } from "@/lib/reporting/tree/queries";
import { adSetKey, leafKey } from "@/lib/reporting/tree/rules";

export type CampaignForecast = Forecast<"campaign_id">;

export async function campaignForecast(
  project: Project,
  window: ReportWindow,
  now: Date,
): Promise<CampaignForecast> {
  const scope = { by: ["campaign_id"] as const, days: window, where: windowFilter(window) };
  const forecast = await readForecast(project, scope, now);
  if (forecast === null)
    throw new Refusal("report_too_large", "There are too many cohorts for projections. Choose fewer days.");
  return forecast;
}

/** Campaigns with a short history are projected by all campaigns together. */
const wholeOf = ({ past }: CampaignForecast) => past.filter(({ campaign_id: id }) => id !== 0);

/** By the rows that each campaign belongs to. */
export const forecastOf = (
  columns: readonly ProjectedColumn[],
  forecast: CampaignForecast,
  rowsOf: (campaign: number) => readonly string[],
): WorkSteps<Map<string, ProjectedFigures>> =>
  forecastRows(columns, {
    ...forecast,
    rowsOf: ({ campaign_id: id }) => rowsOf(id),
    pastOf: ({ campaign_id: id }) => rowsOf(id),
    whole: wholeOf(forecast),
  });

export const forecastOfCampaigns = (columns: readonly ProjectedColumn[], forecast: CampaignForecast) =>
  forecastOf(columns, forecast, (id) => [String(id)]);

type AdIds = { campaign_id: number; ad_set_id: string; creative_id: string; keyword_id: string };

function keysOfAd({ campaign_id: id, ad_set_id, creative_id, keyword_id }: AdIds): string[] {
  if (ad_set_id === "" && creative_id === "" && keyword_id === "") return [];
  const key = adSetKey(id, ad_set_id);
  return [
    key,
    ...(creative_id === "" ? [] : [leafKey(key, "creative", creative_id)]),
    ...(keyword_id === "" ? [] : [leafKey(key, "keyword", keyword_id)]),
  ];
}

/** By key of the row; null for too many ads. */
export async function forecastOfAds(
  project: Project,
  window: ReportWindow,
  {
    projected,
    campaigns,
    forecast,
  }: { projected: readonly ProjectedColumn[]; campaigns: number[]; forecast: CampaignForecast },
  now: Date,
): Promise<Map<string, ProjectedFigures> | null> {
  const where = { ...windowFilter(window), campaign_id: campaigns };
  const ofAds = await readForecast(project, { by: byAdOnly, days: window, where }, now);
  return (
    ofAds &&
    runInSteps(
      forecastRows(projected, { ...ofAds, rowsOf: keysOfAd, pastOf: keysOfAd, whole: wholeOf(forecast) }),
    )
  );
}

export const withProjected = (
  row: CampaignTableRow,
  of: (key: string) => ProjectedFigures | undefined,
): CampaignTableRow => ({
  ...row,
  projected: of(row.key),
  children: row.children.map((adSet) => ({
    ...adSet,
    projected: of(adSet.key),
    children: adSet.children.map((leaf) => ({ ...leaf, projected: of(leaf.key) })),
  })),
});
