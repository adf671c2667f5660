import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { otherAds } from "@/lib/ledger/ad-ids/counted";
import { notBrokenDownCountry, storedCountry } from "@/lib/ledger/country";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { type CohortFilter, findCohortSums, findCohortValues } from "@/lib/reporting/cohorts/queries";
import { type CohortPeriod, cohortPeriods, cohortTable } from "@/lib/reporting/cohorts/rules";
import {
  type CohortBreakdown,
  type CohortsData,
  type CohortsQuery,
  cohortLimits,
} from "@/lib/reporting/cohorts/schema";
import { labelFor } from "@/lib/reporting/groups/groups";
import { spendLeftOut } from "@/lib/reporting/metrics/left-out";
import { matchingCampaigns, selectsCampaigns } from "@/lib/reporting/report/report";
import { findReportAdNames } from "@/lib/reporting/tree/queries";
import { namesOfAds, noAdSet } from "@/lib/reporting/tree/rules";

const defaultDays = 90;

function periodOf(project: Project, { from, to, granularity }: CohortsQuery, now: Date): CohortPeriod {
  const today = dayIn(project.timeZone, now);
  const last = to !== null && to < today ? to : today;
  const { weekStart } = project;
  return { from: from ?? addDays(last, 1 - defaultDays), to: last, today, granularity, weekStart };
}

/** Cohorts of installs with their revenue, spend and retention by age. */
export async function cohortReport(
  project: Project,
  query: CohortsQuery,
  now: Date,
  limits = cohortLimits,
): Promise<CohortsData> {
  const period = periodOf(project, query, now);
  const { by = null, granularity } = query;
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
    where: { platform: query.platform, country: storedCountry(query.country), campaign_id: campaigns },
    organic: query.traffic === "all",
    weekStart: project.weekStart,
  };
  const max = Math.min(limits.values, Math.floor(limits.rows / Math.max(cohorts, 1)));
  const [found, noSpend] = await Promise.all([
    by === null ? [] : findCohortValues(project.id, by, filter, max + 1),
    spendUnknown(project, by, filter),
  ]);
  const listed = by === null ? [{ value: "", label: null }] : found.slice(0, max);
  const values = listed.map(({ value }) => value);
  const sumsBy = (requested: CohortBreakdown | null, of: string[]) =>
    findCohortSums(project.id, { by: requested, granularity, values: of }, filter);
  const hasOther = found.length > max;
  const knowsSpend = { rows: noSpend.rows === null, total: noSpend.total === null };
  const [sums, whole, labels] = await Promise.all([
    sumsBy(by, values),
    // A campaign appears under each of its tags, so the rows do not add up.
    by === "tag" ? sumsBy(null, [""]) : null,
    by === null ? new Map([["", ""]]) : labelsOf(project, by, listed),
  ]);
  const table = cohortTable(sums, period, hasOther ? [...values, null] : values, knowsSpend);
  const total = whole ? cohortTable(whole, period, [""], knowsSpend).total : table.total;
  // Spend without a breakdown is only in the total.
  const isShown = ({ key }: { key: string | null }) =>
    noSpend.rows === null || !(by === "platform" || by === "country") || key !== notDivided[by];
  const labelOf = (key: string | null) => (key === null ? otherAds : (labels.get(key) ?? key));
  return {
    from: period.from,
    to: period.to,
    today: period.today,
    currency: project.currency,
    granularity,
    by,
    rows: table.rows.filter(isShown).map((row) => ({ ...row, label: labelOf(row.key) })),
    values:
      by === null ? [] : table.values.filter(isShown).map((line) => ({ ...line, label: labelOf(line.key) })),
    total,
    no_spend_reason: noSpend.rows,
  };
}

/** The values of spend without a breakdown. */
const notDivided = { platform: "", country: notBrokenDownCountry } as const;

/** Why the spend of the rows and of the total is unknown; null if it is known. */
async function spendUnknown(
  { id }: Project,
  by: CohortBreakdown | null,
  filter: CohortFilter,
): Promise<{ rows: string | null; total: string | null }> {
  const { platform, country } = filter.where ?? {};
  const reason = (names: readonly string[]) =>
    `Some spend of these days is not broken down by ${names.join(" and ")}.`;
  if (await spendLeftOut(id, filter)) {
    const total = reason([
      ...(platform == null ? [] : ["platform"]),
      ...(country == null ? [] : ["country"]),
    ]);
    return { rows: total, total };
  }
  if (by !== "platform" && by !== "country") return { rows: null, total: null };
  const where = { ...filter.where, [by]: notDivided[by] };
  const [spend] = await sumLedger(id, { ...filter, by: [], measures: ["spend"], where });
  return { rows: spend && spend.amount !== 0 ? reason([by]) : null, total: null };
}

const noAd = { ad_set: noAdSet, creative: "No creative", keyword: "No keyword" };

async function labelsOf(
  project: Project,
  by: CohortBreakdown,
  listed: readonly { value: string; label: string | null }[],
): Promise<Map<string, string>> {
  if (by !== "ad_set" && by !== "creative" && by !== "keyword")
    return new Map(listed.map(({ value, label }) => [value, labelFor(by, value, label)]));
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
      return [value, `${labelFor("campaign", campaign, label)} / ${name}`];
    }),
  );
}
