import type { Project } from "@/lib/accounts/access/project";
import { addDays, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { paymentTypes, revenueSign } from "@/lib/ledger/payment-types";
import { comparedOf, comparisonRange, type DateRange } from "@/lib/reporting/compare";
import { findFocusNames } from "@/lib/reporting/focus-queries";
import { metrics } from "@/lib/reporting/metrics";
import {
  countPaying,
  findFirstDay,
  sumByCreative,
  sumByDay,
  sumByKey,
  sumByTopCampaign,
} from "@/lib/reporting/overview-queries";
import {
  type MainFigure,
  mainFigures,
  type OverviewData,
  type OverviewQuery,
} from "@/lib/reporting/overview-schema";
import {
  campaignTotals,
  funnelOf,
  rankCampaigns,
  rankCountries,
  rankCreatives,
  rankNetworks,
  rankPlatforms,
  sizeOfFigure,
} from "@/lib/reporting/ranking";
import { addSum } from "@/lib/reporting/rules";
import { noSums, type Sums } from "@/lib/reporting/sums";

const defaultDays = 30;
/** So many creatives are weighed; the best of them are shown. */
const candidates = 100;
const payingTypes = paymentTypes.filter((type) => revenueSign(type) > 0);

/** The figures of a project's start page for a window of days, compared with the days before. */
export async function overview(project: Project, query: OverviewQuery, now: Date): Promise<OverviewData> {
  const { id, timeZone } = project;
  const today = dayIn(timeZone, now);
  const to = query.to ?? today;
  const from = query.from ?? addDays(to, 1 - defaultDays);
  const { traffic, compare } = query;
  const noneYet = () => noSums(query.country === undefined);
  const previous = compare === "none" ? null : comparisonRange({ from, to }, compare, project.weekStart);
  const compared = compare === "none" ? null : comparedOf({ from, to }, today, compare, project.weekStart);
  const [byDay, byCampaign, byPlatform, byCountry, byCreative, first, paying, names] = await Promise.all([
    sumByDay(id, previous?.from ?? from, to, traffic, query),
    sumByTopCampaign(id, from, to, query),
    sumByKey("platform", id, { from, to }, traffic, query),
    sumByKey("country", id, { from, to }, traffic, query),
    sumByCreative(id, { from, to }, query, sizeOfFigure(query.figure), candidates),
    findFirstDay(id),
    countPaying(id, { from, to, timeZone }, payingTypes, query),
    findFocusNames(id, query),
  ]);

  const sumsOf = new Map<string, Sums>();
  for (const cell of byDay) addSum(at(sumsOf, cell.day, noneYet), cell);
  const isOnRecord = (day: string) => first !== null && day >= first && day <= today;
  const totalOf = (days: DateRange) => {
    const total = noneYet();
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
    const on = (day: string) => (isOnRecord(day) ? of(sumsOf.get(day) ?? noneYet()) : null);
    return {
      total: of(total),
      over: over && of(over),
      previous: totalBefore && of(totalBefore),
      days: days.map(on),
      previous_days: before.map(on),
    };
  };

  const campaigns = campaignTotals(byCampaign, query.country === undefined);
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
    focus: {
      network: query.network ?? null,
      campaign: query.campaign === undefined ? null : { id: query.campaign, name: names.campaign },
      platform: query.platform ?? null,
      country: query.country ?? null,
      creative: query.creative ? { id: query.creative, name: names.creative } : null,
    },
    figure: query.figure,
    networks: rankNetworks(
      byCampaign.filter(({ campaign_id }) => traffic === "all" || campaign_id !== 0),
      query.figure,
    ),
    platforms: rankPlatforms(byPlatform, query.figure),
    countries: rankCountries(byCountry, query.figure),
    creatives: rankCreatives(byCreative, query.figure),
    funnel: { ...funnelOf(campaigns), paying },
    campaigns: rankCampaigns(campaigns, query.figure),
  };
}

function at<Key>(map: Map<Key, Sums>, key: Key, none: () => Sums): Sums {
  let sums = map.get(key);
  if (!sums) {
    sums = none();
    map.set(key, sums);
  }
  return sums;
}
