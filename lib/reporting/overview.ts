import type { Project } from "@/lib/accounts/access/project";
import { addDays, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { paymentTypes, revenueSign } from "@/lib/ledger/payment-types";
import { comparedOf, type Days, daysBefore } from "@/lib/reporting/compare";
import { metrics, noSums, type Sums } from "@/lib/reporting/metrics";
import {
  countPaying,
  findFirstDay,
  sumByDay,
  sumByTopCampaign,
  type TopCampaignSum,
} from "@/lib/reporting/overview-queries";
import {
  type MainFigure,
  mainFigures,
  type OverviewData,
  type OverviewQuery,
} from "@/lib/reporting/overview-schema";
import { addSum } from "@/lib/reporting/rules";

const usualDays = 30;
const topCampaigns = 6;
const organicId = 0;
const payingTypes = paymentTypes.filter((type) => revenueSign(type) > 0);

/** The figures of a project's start page for a window of days, compared with the days before. */
export async function overview(project: Project, query: OverviewQuery, now: Date): Promise<OverviewData> {
  const { id, timeZone } = project;
  const today = dayIn(timeZone, now);
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, 1 - usualDays);
  const { traffic, compare } = query;
  const previous = compare === "none" ? null : daysBefore({ from, to }, compare);
  const compared = compare === "none" ? null : comparedOf({ from, to }, today, compare);
  const [byDay, byCampaign, first, paying] = await Promise.all([
    sumByDay(id, previous?.from ?? from, to, traffic),
    sumByTopCampaign(id, from, to),
    findFirstDay(id),
    countPaying(id, { from, to, timeZone }, payingTypes),
  ]);

  const sumsOf = new Map<string, Sums>();
  for (const cell of byDay) addSum(at(sumsOf, cell.day), cell);
  const isOnRecord = (day: string) => first !== null && day >= first && day <= today;
  const totalOf = (days: Days) => {
    const total = noSums();
    for (const cell of byDay) if (cell.day >= days.from && cell.day <= days.to) addSum(total, cell);
    return total;
  };
  const days = eachDay(from, to);
  const before = previous ? eachDay(previous.from, previous.to) : [];
  const total = totalOf({ from, to });
  const isComparable = compared !== null && isOnRecord(compared.previous.from);
  const [over, totalBefore] = isComparable ? [totalOf(compared), totalOf(compared.previous)] : [null, null];
  const figure = (name: MainFigure) => {
    const { of } = metrics[name];
    const on = (day: string) => (isOnRecord(day) ? of(sumsOf.get(day) ?? noSums()) : null);
    return {
      total: of(total),
      over: over && of(over),
      previous: totalBefore && of(totalBefore),
      days: days.map(on),
      previous_days: before.map(on),
    };
  };

  const ranked = together(byCampaign);
  return {
    from,
    to,
    today,
    traffic,
    previous,
    compared: isComparable ? compared : null,
    time_zone: timeZone,
    currency: project.currency,
    first_day: first,
    figures: Object.fromEntries(mainFigures.map((name) => [name, figure(name)])) as OverviewData["figures"],
    networks: networksOf(ranked.filter(({ id }) => traffic === "all" || id !== organicId)),
    funnel: { ...funnelOf(ranked), paying },
    campaigns: ranked
      .filter(({ id, title }) => id !== organicId && title !== null)
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
      }))
      .sort((a, b) => b.installs - a.installs || b.clicks - a.clicks || b.id - a.id)
      .slice(0, topCampaigns),
  };
}

function at<Key>(map: Map<Key, Sums>, key: Key): Sums {
  let sums = map.get(key);
  if (!sums) {
    sums = noSums();
    map.set(key, sums);
  }
  return sums;
}

type CampaignTotals = Pick<TopCampaignSum, "title" | "display_id" | "network" | "deleted"> & {
  id: number;
  sums: Sums;
};

function together(cells: TopCampaignSum[]): CampaignTotals[] {
  const found = new Map<number, CampaignTotals>();
  for (const cell of cells) {
    const { campaign_id: id, title, display_id, network, deleted } = cell;
    const known = found.get(id) ?? { id, title, display_id, network, deleted, sums: noSums() };
    found.set(id, known);
    addSum(known.sums, cell);
  }
  return [...found.values()];
}

function networksOf(ranked: CampaignTotals[]): OverviewData["networks"] {
  const installs = new Map<string, OverviewData["networks"][number]>();
  for (const { id, network, sums } of ranked) {
    const key = id === organicId ? "organic" : `network ${network ?? ""}`;
    const sum = installs.get(key) ?? { network, organic: id === organicId, installs: 0 };
    sum.installs += metrics.installs.of(sums);
    installs.set(key, sum);
  }
  return [...installs.values()]
    .filter((each) => each.installs !== 0)
    .sort((a, b) => b.installs - a.installs || (a.network ?? "").localeCompare(b.network ?? ""));
}

function funnelOf(ranked: CampaignTotals[]) {
  const funnel = { clicks: 0, installs: 0, signups: 0 };
  for (const { id, sums } of ranked) {
    if (id === organicId) continue;
    funnel.clicks += metrics.clicks.of(sums);
    funnel.installs += metrics.installs.of(sums);
    funnel.signups += metrics.signups.of(sums);
  }
  return funnel;
}
