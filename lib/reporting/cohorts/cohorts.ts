import type { Project } from "@/lib/accounts/access/project";
import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { otherAds } from "@/lib/ledger/ad-ids/counted";
import { storedCountry } from "@/lib/ledger/country";
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
import { noSpendByCountry } from "@/lib/reporting/metrics/country-param";
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
  const cohorts = cohortPeriods(period).size;
  if (cohorts > limits.cohorts) {
    throw new Refusal(
      "report_too_large",
      `The report would have ${cohorts} cohorts, and ${limits.cohorts} is the limit. Choose fewer days, or a longer granularity.`,
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
    spendUnknown(project, query, filter),
  ]);
  const listed = by === null ? [{ value: "", label: null }] : found.slice(0, max);
  const values = listed.map(({ value }) => value);
  const sumsBy = (wanted: CohortBreakdown | null, of: string[]) =>
    findCohortSums(project.id, { by: wanted, granularity, values: of }, filter);
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
  const labelOf = (key: string | null) => (key === null ? otherAds : (labels.get(key) ?? key));
  return {
    from: period.from,
    to: period.to,
    today: period.today,
    currency: project.currency,
    granularity,
    by,
    rows: table.rows.map((row) => ({ ...row, label: labelOf(row.key) })),
    values: by === null ? [] : table.values.map((line) => ({ ...line, label: labelOf(line.key) })),
    total,
    no_spend_reason: noSpend.rows,
  };
}

const noSpendByPlatform = "Some spend of these days has no platform, so it can't be divided by platform.";

/** Why the spend of the rows and of the total is unknown; null if it is known. */
async function spendUnknown(
  { id }: Project,
  { by, country, platform }: CohortsQuery,
  filter: CohortFilter,
): Promise<{ rows: string | null; total: string | null }> {
  const ofCountry = country === undefined ? null : noSpendByCountry;
  if (ofCountry || by === "country") return { rows: noSpendByCountry, total: ofCountry };
  if (platform === null && by !== "platform") return { rows: null, total: null };
  const where = { ...filter.where, platform: "" };
  const [spend] = await sumLedger(id, { ...filter, by: [], measures: ["spend"], where });
  const rows = spend && spend.amount !== 0 ? noSpendByPlatform : null;
  return { rows, total: platform === null ? null : rows };
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
