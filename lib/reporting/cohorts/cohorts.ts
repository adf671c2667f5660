import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { otherAds } from "@/lib/ledger/ad-ids/counted";
import { storedPublisher } from "@/lib/ledger/ad-ids/publishers";
import { storedCountry } from "@/lib/ledger/country";
import type { CohortBreakdown } from "@/lib/reporting/cohorts/breakdowns";
import { withProjections } from "@/lib/reporting/cohorts/projections";
import { type CohortFilter, findCohortSums, findCohortValues } from "@/lib/reporting/cohorts/queries";
import { type CohortPeriod, cohortOf, cohortPeriods, cohortTable } from "@/lib/reporting/cohorts/rules";
import { type CohortsData, type CohortsQuery, cohortLimits } from "@/lib/reporting/cohorts/schema";
import { pastWeeks } from "@/lib/reporting/forecast/forecast";
import { groupLabelFor } from "@/lib/reporting/groups/groups";
import { spendLeftOut } from "@/lib/reporting/metrics/left-out";
import { matchingCampaigns, selectsCampaigns } from "@/lib/reporting/report/report";
import { checkCountedInstalls } from "@/lib/reporting/tree/counted-installs";
import { findEventNames, findReportAdNames } from "@/lib/reporting/tree/queries";
import { namesOfAds, noAdSet } from "@/lib/reporting/tree/rules";

const defaultDays = 90;

function periodOf(project: Project, { from, to, granularity }: CohortsQuery, now: Date): CohortPeriod {
  const { weekStart, timeZone } = project;
  const today = dayIn(timeZone, now);
  const last = to !== null && to < today ? to : today;
  // The days of a part of a month would not be comparable with the others.
  const first = from ?? cohortOf(addDays(last, 1 - defaultDays), granularity, weekStart);
  return { from: first, to: last, timeZone, now, granularity, weekStart };
}

/** The cohorts, filters and values of a query. */
export async function cohortRequest(project: Project, query: CohortsQuery, now: Date, limits = cohortLimits) {
  const period = periodOf(project, query, now);
  const { by = null } = query;
  const cohorts = cohortPeriods(period, limits.cohorts + 1).size;
  if (cohorts > limits.cohorts) {
    throw new Refusal(
      "report_too_large",
      `The report would have more than ${limits.cohorts} cohorts. Choose fewer days, or cohorts by week or month.`,
    );
  }
  const campaigns = selectsCampaigns(query)
    ? (await matchingCampaigns(project, query)).map(({ id }) => id)
    : null;
  const filter: CohortFilter = {
    days: { from: period.from, to: period.to },
    where: {
      platform: query.platform,
      country: storedCountry(query.country),
      publisher: storedPublisher(query.publisher),
      campaign_id: campaigns,
    },
    organic: query.traffic === "all",
    weekStart: project.weekStart,
  };
  const max = Math.min(limits.values, Math.floor(limits.rows / Math.max(cohorts, 1)));
  const found = by === null ? [] : await findCohortValues(project.id, by, filter, max + 1);
  const listed = by === null ? [{ value: "", label: null }] : found.slice(0, max);
  const values = listed.map(({ value }) => value);
  const keys = found.length > max ? [...values, null] : values;
  return { by, period, filter, listed, values, keys };
}

/** Cohorts of installs with their revenue, spend and retention by age. */
export async function cohortReport(
  project: Project,
  query: CohortsQuery,
  now: Date,
  limits = cohortLimits,
): Promise<CohortsData> {
  const { granularity } = query;
  const { by, period, filter, listed, values, keys } = await cohortRequest(project, query, now, limits);
  const { event, event_users: users } = query;
  const sumsBy = (requested: CohortBreakdown | null, of: string[]) =>
    findCohortSums(project.id, { by: requested, granularity, values: of, event, users }, filter);
  const options = { by, hasEvent: event !== null, hasUsers: event !== null && users };
  if (options.hasUsers) await checkCountedInstalls(project.id, { from: period.from, to: period.to });
  const past = { ...period, ...pastWeeks(project, now), granularity: "week" as const };
  const historyBy = (requested: CohortBreakdown | null, of: string[]) =>
    findCohortSums(
      project.id,
      { by: requested, granularity: "week", values: of, event: null, users: false },
      { ...filter, days: { from: past.from, to: past.to } },
    );
  const isProjected = by !== null && query.projection;
  const [leftOut, eventNames, sums, whole, labels, history, wholeHistory] = await Promise.all([
    spendLeftOut(project.id, filter),
    findEventNames(project.id),
    sumsBy(by, values),
    // A campaign appears under each of its tags, so the rows do not add up. Projections of small rows do not, either.
    by === "tag" || isProjected ? sumsBy(null, [""]) : null,
    by === null ? new Map([["", ""]]) : labelsOf(project, by, listed),
    query.projection ? historyBy(by, values) : null,
    isProjected ? historyBy(null, [""]) : null,
  ]);
  const tableOf = (
    of: typeof sums,
    lines: typeof keys,
    weeks: typeof history,
    breakdown: CohortBreakdown | null,
  ) => {
    const table = cohortTable(of, period, lines, { ...options, by: breakdown });
    if (!weeks) return table;
    const all = cohortTable(wholeHistory ?? weeks, past, [""]).rows;
    return withProjections(table, cohortTable(weeks, past, lines, { by: breakdown }).rows, all);
  };
  const table = tableOf(sums, keys, history, by);
  const total = whole ? tableOf(whole, [""], wholeHistory, null).total : table.total;
  const labelOf = (key: string | null) => (key === null ? otherAds : (labels.get(key) ?? key));
  return {
    from: period.from,
    to: period.to,
    today: dayIn(project.timeZone, now),
    currency: project.currency,
    granularity,
    by,
    rows: table.rows.map((row) => ({ ...row, label: labelOf(row.key) })),
    values: by === null ? [] : table.values.map((line) => ({ ...line, label: labelOf(line.key) })),
    total,
    spend_left_out: leftOut,
    event,
    event_names: eventNames,
  };
}

const noAd = { ad_set: noAdSet, creative: "No creative", keyword: "No keyword" };

async function labelsOf(
  project: Project,
  by: CohortBreakdown,
  listed: readonly { value: string; label: string | null }[],
): Promise<Map<string, string>> {
  if (by !== "ad_set" && by !== "creative" && by !== "keyword")
    return new Map(listed.map(({ value, label }) => [value, groupLabelFor(by, value, label)]));
  const partsOf = (value: string) => {
    const at = value.indexOf(" ");
    return { campaign: value.slice(0, at), ad: value.slice(at + 1) };
  };
  const campaigns = [...new Set(listed.map(({ value }) => Number(partsOf(value).campaign)))];
  const names = namesOfAds(await findReportAdNames(project.id, campaigns));
  return new Map(
    listed.map(({ value, label }) => {
      const { campaign, ad } = partsOf(value);
      const name = ad === "" ? noAd[by] : (names.get(`${campaign} ${by} ${ad}`) ?? ad);
      return [value, `${groupLabelFor("campaign", campaign, label)} / ${name}`];
    }),
  );
}
