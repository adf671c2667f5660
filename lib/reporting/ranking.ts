/** The rows of the overview's cards, in order of the chosen figure. Pure. */
import { metrics } from "@/lib/reporting/metrics";
import type { CreativeSum, KeySum, Size, TopCampaignSum } from "@/lib/reporting/overview-queries";
import type { MainFigure, OverviewData } from "@/lib/reporting/overview-schema";
import { addSum } from "@/lib/reporting/rules";
import { noSums, type Sums } from "@/lib/reporting/sums";

const topRows = 8;
const topCampaigns = 6;
const organicId = 0;

/** Shares and costs say nothing of size: candidates for them are those where the most was spent. */
export const sizeOfFigure = (figure: MainFigure): Size =>
  figure === "roas" || figure === "cost_per_install" ? "spend" : figure;

/** A cost is better when lower. */
const direction = (figure: MainFigure) => (figure === "cost_per_install" ? 1 : -1);

/** Those with a value, the best first. */
function ranked<Row extends { sums: Sums }>(rows: readonly Row[], figure: MainFigure) {
  return rows
    .flatMap((row) => {
      const value = metrics[figure].of(row.sums);
      return value ? [{ ...row, value }] : [];
    })
    .sort((a, b) => direction(figure) * (a.value - b.value));
}

function byKey<Cell extends KeySum>(ledgerRows: readonly Cell[], hasSpend = true): (Cell & { sums: Sums })[] {
  const found = new Map<string, Cell & { sums: Sums }>();
  for (const cell of ledgerRows) {
    const known = found.get(cell.key) ?? { ...cell, sums: noSums(hasSpend) };
    found.set(cell.key, known);
    addSum(known.sums, cell);
  }
  return [...found.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const rankPlatforms = (ledgerRows: KeySum[], figure: MainFigure): OverviewData["platforms"] =>
  ranked(byKey(ledgerRows), figure).map(({ key, value }) => ({ platform: key, value }));

/** Spend in an unknown country. */
export const rankCountries = (ledgerRows: KeySum[], figure: MainFigure): OverviewData["countries"] =>
  ranked(byKey(ledgerRows, false), figure).map(({ key, value }) => ({ country: key, value }));

export const rankCreatives = (ledgerRows: CreativeSum[], figure: MainFigure): OverviewData["creatives"] =>
  ranked(byKey(ledgerRows), figure)
    .slice(0, topRows)
    .map(({ key, title, value }) => ({ creative: key, name: title, value }));

export type CampaignTotals = Pick<TopCampaignSum, "title" | "display_id" | "network" | "deleted"> & {
  id: number;
  sums: Sums;
};

export function campaignTotals(ledgerRows: TopCampaignSum[], hasSpend: boolean): CampaignTotals[] {
  const found = new Map<number, CampaignTotals>();
  for (const cell of ledgerRows) {
    const { campaign_id: id, title, display_id, network, deleted } = cell;
    const known = found.get(id) ?? { id, title, display_id, network, deleted, sums: noSums(hasSpend) };
    found.set(id, known);
    addSum(known.sums, cell);
  }
  return [...found.values()];
}

const isOrganic = ({ id }: CampaignTotals) => id === organicId;

/** Ratios are of all campaigns of a network together, so their cells are added up before. */
export function rankNetworks(ledgerRows: TopCampaignSum[], figure: MainFigure): OverviewData["networks"] {
  const keyed = ledgerRows.map((cell) => ({
    ...cell,
    key: cell.campaign_id === organicId ? "organic" : `network ${cell.network ?? ""}`,
  }));
  return ranked(byKey(keyed), figure).map(({ campaign_id, network, value }) => ({
    network,
    organic: campaign_id === organicId,
    value,
  }));
}

/** Those without a value come last: a campaign without spend has no cost, but brought something. */
export function rankCampaigns(campaigns: CampaignTotals[], figure: MainFigure): OverviewData["campaigns"] {
  const worth = (row: CampaignTotals) => metrics[figure].of(row.sums);
  const count = (row: CampaignTotals) => metrics.installs.of(row.sums);
  const inOrder = (a: CampaignTotals, b: CampaignTotals) => {
    const [left, right] = [worth(a), worth(b)];
    if (left !== right) {
      if (left === null) return 1;
      if (right === null) return -1;
      return direction(figure) * (left - right);
    }
    return count(b) - count(a) || b.id - a.id;
  };
  return campaigns
    .filter((row) => !isOrganic(row) && row.title !== null)
    .sort(inOrder)
    .slice(0, topCampaigns)
    .map(({ id, title, display_id, network, deleted, sums }) => ({
      id,
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

export function funnelOf(campaigns: CampaignTotals[]) {
  const funnel = { clicks: 0, installs: 0, signups: 0 };
  for (const row of campaigns) {
    if (isOrganic(row)) continue;
    funnel.clicks += metrics.clicks.of(row.sums);
    funnel.installs += metrics.installs.of(row.sums);
    funnel.signups += metrics.signups.of(row.sums);
  }
  return funnel;
}
