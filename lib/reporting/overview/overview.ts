import type { Project } from "@/lib/accounts/access/project";
import { addDays, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { findFirstDay } from "@/lib/ledger/day-queries";
import { payingTypes } from "@/lib/ledger/payment-types";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { comparedRange, comparisonRange, type DateRange } from "@/lib/reporting/metrics/compare";
import { spendLeftOut } from "@/lib/reporting/metrics/left-out";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { noSums } from "@/lib/reporting/metrics/sums";
import { findFocusNames, sumsInFocus } from "@/lib/reporting/overview/focus-queries";
import { type OverviewFigure, overviewFigures } from "@/lib/reporting/overview/names";
import { countPaying, sumByCreative, sumByTopCampaign } from "@/lib/reporting/overview/queries";
import {
  campaignTotals,
  overviewFunnel,
  rankCampaigns,
  rankCountries,
  rankCreatives,
  rankNetworks,
  rankPlatforms,
  sizeOfFigure,
} from "@/lib/reporting/overview/ranking";
import type { OverviewData, OverviewQuery } from "@/lib/reporting/overview/schema";
import { byDay, byMeasure, mainFigureMeasures } from "@/lib/reporting/tree/queries";
import { addSum, groupSums } from "@/lib/reporting/tree/rules";

const defaultDays = 30;
/** The number of candidate creatives, of which the best are shown. */
const candidates = 100;

/** The days of a query, by default the last thirty. */
export function overviewDays(
  project: Project,
  query: Pick<OverviewQuery, "from" | "to">,
  now: Date,
): DateRange {
  const to = query.to ?? dayIn(project.timeZone, now);
  return { from: query.from ?? addDays(to, 1 - defaultDays), to };
}

/** The figures of a project's start page for a range of days, compared with the previous days. */
export async function overview(project: Project, query: OverviewQuery, now: Date): Promise<OverviewData> {
  const { id, timeZone } = project;
  const today = dayIn(timeZone, now);
  const { from, to } = overviewDays(project, query, now);
  const { traffic, compare } = query;
  const previous = compare === "none" ? null : comparisonRange({ from, to }, compare, project.weekStart);
  const compared = compare === "none" ? null : comparedRange({ from, to }, today, compare, project.weekStart);
  const request = {
    measures: [...mainFigureMeasures, "ad_revenue"],
    days: { from, to },
    where: sumsInFocus(id, query),
  };
  const counted = { ...request, organic: traffic === "all" };
  const [ofDays, ofCampaigns, ofPlatforms, ofCountries, ofCreatives, first, paying, names, leftOut] =
    await Promise.all([
      sumLedger(id, { ...counted, by: byDay, days: { from: previous?.from ?? from, to } }),
      sumByTopCampaign(id, request),
      sumLedger(id, { ...counted, by: ["platform", ...byMeasure] }),
      sumLedger(id, { ...counted, by: ["country", ...byMeasure] }),
      sumByCreative(id, request, sizeOfFigure(query.figure), candidates),
      findFirstDay(id),
      countPaying(id, { from, to, timeZone }, payingTypes, query),
      findFocusNames(id, query),
      spendLeftOut(id, request),
    ]);

  const sumsOf = groupSums(ofDays, ({ day }) => day);
  const isOnRecord = (day: string) => first !== null && day >= first && day <= today;
  const totalOf = (days: DateRange) => {
    const total = noSums();
    for (const cell of ofDays) if (cell.day >= days.from && cell.day <= days.to) addSum(total, cell);
    return total;
  };
  const days = eachDay(from, to);
  const before = previous ? eachDay(previous.from, previous.to) : [];
  const total = totalOf({ from, to });
  const isComparable = compared !== null && isOnRecord(compared.previous.from);
  const [over, totalBefore] = isComparable ? [totalOf(compared), totalOf(compared.previous)] : [null, null];
  const figure = (name: OverviewFigure) => {
    const { of } = metrics[name];
    const on = (day: string) => (isOnRecord(day) ? of(sumsOf.get(day)?.sums ?? noSums()) : null);
    return {
      total: of(total),
      over: over && of(over),
      previous: totalBefore && of(totalBefore),
      days: days.map(on),
      previous_days: before.map(on),
    };
  };

  const campaigns = campaignTotals(ofCampaigns);
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
    spend_left_out: leftOut,
    figures: Object.fromEntries(
      overviewFigures.map((name) => [name, figure(name)]),
    ) as OverviewData["figures"],
    focus: {
      network: query.network ?? null,
      campaign: query.campaign === undefined ? null : { id: query.campaign, name: names.campaign },
      platform: query.platform ?? null,
      country: query.country ?? null,
      creative: query.creative ? { id: query.creative, name: names.creative } : null,
    },
    figure: query.figure,
    networks: rankNetworks(
      ofCampaigns.filter(({ campaign_id }) => traffic === "all" || campaign_id !== 0),
      query.figure,
    ),
    platforms: rankPlatforms(ofPlatforms, query.figure),
    countries: rankCountries(ofCountries, query.figure),
    creatives: rankCreatives(ofCreatives, query.figure),
    funnel: { ...overviewFunnel(campaigns), paying },
    campaigns: rankCampaigns(campaigns, query.figure),
  };
}
