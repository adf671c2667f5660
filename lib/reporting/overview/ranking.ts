/** The rows of the overview's cards, in order of the chosen figure. Pure. */

import type { LedgerSum } from "@/lib/ledger/sum-queries";
import { metrics } from "@/lib/reporting/metrics/metrics";
import type { Sums } from "@/lib/reporting/metrics/sums";
import type { OverviewFigure } from "@/lib/reporting/overview/names";
import type { CreativeSize, CreativeSum, TopCampaignSum } from "@/lib/reporting/overview/queries";
import type { OverviewData } from "@/lib/reporting/overview/schema";
import { groupSums, type MeasuredSum } from "@/lib/reporting/tree/rules";

const topRows = 8;
const topCampaigns = 6;
const organicId = 0;

/** Shares and costs do not show size: their candidates are selected by spend. */
export const sizeOfFigure = (figure: OverviewFigure): CreativeSize =>
  figure === "roas" || figure === "ad_roas" || figure === "total_roas" || figure === "cost_per_install"
    ? "spend"
    : figure;

/** A cost is better when lower. */
const direction = (figure: OverviewFigure) => (figure === "cost_per_install" ? 1 : -1);

/** Sums by a key: the ones with a value, the best first; equal ones in the order of their keys. */
function ranked<Row extends MeasuredSum>(
  rows: readonly Row[],
  figure: OverviewFigure,
  keyOf: (row: Row) => string,
) {
  return [...groupSums(rows, keyOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, row]) => {
      const value = metrics[figure].of(row.sums);
      return value ? [{ ...row, value }] : [];
    })
    .sort((a, b) => direction(figure) * (a.value - b.value));
}

type SumBy<Key extends "platform" | "country"> = LedgerSum<Key | "measure" | "name">;

export const rankPlatforms = (rows: SumBy<"platform">[], figure: OverviewFigure): OverviewData["platforms"] =>
  ranked(rows, figure, (row) => row.platform).map(({ platform, value }) => ({ platform, value }));

export const rankCountries = (rows: SumBy<"country">[], figure: OverviewFigure): OverviewData["countries"] =>
  ranked(rows, figure, (row) => row.country).map(({ country, value }) => ({ country, value }));

export const rankCreatives = (rows: CreativeSum[], figure: OverviewFigure): OverviewData["creatives"] =>
  ranked(rows, figure, (row) => row.creative_id)
    .slice(0, topRows)
    .map(({ creative_id, title, value }) => ({ creative: creative_id, name: title, value }));

export type CampaignTotals = TopCampaignSum & { sums: Sums };

export const campaignTotals = (rows: TopCampaignSum[]): CampaignTotals[] => [
  ...groupSums(rows, (row) => row.campaign_id).values(),
];

const isOrganic = ({ campaign_id }: { campaign_id: number }) => campaign_id === organicId;

/** Ratios cover all campaigns of a network, so its sums are added first. */
export const rankNetworks = (rows: TopCampaignSum[], figure: OverviewFigure): OverviewData["networks"] =>
  ranked(rows, figure, (row) => (isOrganic(row) ? "organic" : `network ${row.network ?? ""}`)).map((row) => ({
    network: row.network,
    organic: isOrganic(row),
    value: row.value,
  }));

/** Campaigns without a value are last: without spend there is no cost, but there may be results. */
export function rankCampaigns(
  campaigns: CampaignTotals[],
  figure: OverviewFigure,
): OverviewData["campaigns"] {
  const worth = (row: CampaignTotals) => metrics[figure].of(row.sums);
  const count = (row: CampaignTotals) => metrics.installs.of(row.sums);
  const inOrder = (a: CampaignTotals, b: CampaignTotals) => {
    const [left, right] = [worth(a), worth(b)];
    if (left !== right) {
      if (left === null) return 1;
      if (right === null) return -1;
      return direction(figure) * (left - right);
    }
    return count(b) - count(a) || b.campaign_id - a.campaign_id;
  };
  return campaigns
    .filter((row) => !isOrganic(row) && row.title !== null)
    .sort(inOrder)
    .slice(0, topCampaigns)
    .map(({ campaign_id, title, display_id, network, deleted, sums }) => ({
      id: campaign_id,
      name: title ?? "",
      display_id: display_id ?? "",
      network,
      deleted,
      clicks: metrics.clicks.of(sums),
      installs: metrics.installs.of(sums),
      signups: metrics.signups.of(sums),
      revenue: metrics.revenue.of(sums),
      spend: metrics.spend.of(sums),
      roas: metrics.roas.of(sums),
      cost_per_install: metrics.cost_per_install.of(sums),
    }));
}

export function overviewFunnel(campaigns: CampaignTotals[]) {
  const funnel = { clicks: 0, installs: 0, signups: 0 };
  for (const row of campaigns) {
    if (isOrganic(row)) continue;
    funnel.clicks += metrics.clicks.of(row.sums);
    funnel.installs += metrics.installs.of(row.sums);
    funnel.signups += metrics.signups.of(row.sums);
  }
  return funnel;
}
