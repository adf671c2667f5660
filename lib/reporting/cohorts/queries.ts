import { type Fragment, readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { millionths } from "@/lib/base/money";
import { eventInstalls, type LedgerDays } from "@/lib/ledger/measure-rows-queries";
import { ledgerAges, lifetimeAge, measuresInMillionths } from "@/lib/ledger/measures";
import { agedRows, type LedgerDimension, ledgerSums, type SumRequest } from "@/lib/ledger/sum-queries";
import type { CohortBreakdown, CohortGranularity } from "@/lib/reporting/cohorts/breakdowns";
import type { CohortSum } from "@/lib/reporting/cohorts/rules";
import { cohortAges, hasRetention } from "@/lib/reporting/metrics/cohort-ages";

/** The filters of the report. */
export type CohortFilter = Pick<SumRequest<never>, "where" | "organic" | "weekStart"> & { days: LedgerDays };

/** The columns of each breakdown's value. Ad IDs are unique only within their campaign. */
const columnsOf: Record<CohortBreakdown, readonly LedgerDimension[]> = {
  campaign: ["campaign_id"],
  network: ["network"],
  ad_set: ["campaign_id", "ad_set_id"],
  creative: ["campaign_id", "creative_id"],
  keyword: ["campaign_id", "keyword_id"],
  affiliate: ["affiliate"],
  tag: ["tag"],
  platform: ["platform"],
  country: ["country"],
  app_version: ["app_version"],
  publisher: ["publisher"],
};

/** The value of a row `p` as one text. */
function valueText(by: CohortBreakdown | null): Fragment {
  if (by === null) return sql`''::text`;
  return sql.unsafe(columnsOf[by].map((column) => `p.${column}::text`).join(" || ' ' || "));
}

const labelled: readonly LedgerDimension[] = ["campaign_id", "affiliate", "tag"];

/** The values with the most installs, then spend, up to a limit. */
export function findCohortValues(
  projectId: ProjectId,
  by: CohortBreakdown,
  filter: CohortFilter,
  max: number,
): Promise<{ value: string; label: string | null }[]> {
  const columns = columnsOf[by];
  const label = labelled.includes(columns[0]!) ? sql.unsafe(`max(p.${columns[0]}_label)`) : sql`null::text`;
  return readSql<{ value: string; label: string | null }[]>`
    select ${valueText(by)} as value, ${label} as label
    from (${ledgerSums(projectId, {
      ...filter,
      by: [...columns, "measure"],
      measures: ["installs", "spend", "revenue_since"],
      names: { installs: [""], spend: [""], revenue_since: ledgerAges.map(String) },
      labels: true,
    })}) p
    group by 1
    order by coalesce(sum(p.count) filter (where p.measure = 'installs'), 0) desc,
      coalesce(sum(p.amount) filter (where p.measure = 'spend'), 0) desc, 1
    limit ${max}`;
}

const days = cohortAges.flatMap((age) => (age.days === null ? [] : [age.days]));
const ages = [...days, lifetimeAge];

type CohortSums = {
  by: CohortBreakdown | null;
  granularity: CohortGranularity;
  values: string[];
  event: string | null;
  /** True to count the installs with the event, too. */
  users: boolean;
};

/** The first day of the cohort of a row `p`. */
const cohortTexts: Record<CohortGranularity, string> = {
  day: "p.day",
  week: "p.week",
  month: "date_trunc('month', p.day)::date",
};

/** The measures in the rows of sums, by their position. */
const measures = [
  "installs",
  "spend",
  "revenue_since",
  "ad_revenue_since",
  "payers",
  "opened_on",
  "event_since",
  eventInstalls,
];

/** The sums of each cohort, for each of these values, and for all others under null. */
function cohortSums(
  projectId: ProjectId,
  { by, granularity, values, event, users }: CohortSums,
  filter: CohortFilter,
): Fragment {
  const namesOf = (name: string) => ages.map((age) => `${age} ${name}`);
  const names = {
    installs: [""],
    spend: [""],
    revenue_since: ledgerAges.map(String),
    ad_revenue_since: ledgerAges.map(String),
    payers: ages.map(String),
    opened_on: days.filter(hasRetention).map(String),
    ...(event !== null && { event_since: namesOf(event) }),
    ...(event !== null && users && { [eventInstalls]: namesOf(event) }),
  };
  const day = granularity === "week" ? "week" : "day";
  // Numbers are compared in a fraction of the time of texts.
  const isListed =
    by === "campaign"
      ? sql`p.campaign_id = any(${values.map(Number)}::bigint[])`
      : sql`${valueText(by)} = any(${values}::text[])`;
  const value = by === "campaign" ? sql`p.campaign_id` : valueText(by);
  return sql`
    select p.cohort::text as cohort, p.value::text as value, p.measure, p.age, p.count,
      p.amount / case when p.measure = any(${measuresInMillionths}::text[]) then ${sql.unsafe(`${millionths}.0`)} else 1 end as amount
    from (
      select ${sql.unsafe(cohortTexts[granularity])} as cohort, case when ${isListed} then ${value} end as value,
        p.measure, p.age, sum(p.count)::float8 as count, sum(p.amount)::float8 as amount
      from (
        ${agedRows(projectId, { ...filter, by: [day, ...(by ? columnsOf[by] : [])], names, ages })}
      ) p
      group by 1, 2, 3, 4 having sum(p.count) <> 0 or sum(p.amount) <> 0
    ) p`;
}

/** A row for each cohort and value, because reading a row for each sum takes several times as long. */
export async function findCohortSums(
  projectId: ProjectId,
  request: CohortSums,
  filter: CohortFilter,
): Promise<CohortSum[]> {
  const rows = await readSql<{ cohort: string; value: string | null; sums: string }[]>`
    select p.cohort, p.value, array_agg(array[array_position(${measures}::text[], p.measure) - 1, p.age, p.count, p.amount]::float8[])::text
      as sums
    from (${cohortSums(projectId, request, filter)}) p
    group by 1, 2`;
  return rows.flatMap(({ cohort, value, sums }) =>
    readSums(sums).map(([measure, age, count, amount]) => ({
      cohort,
      value,
      measure: measures[measure]!,
      age,
      count,
      amount,
    })),
  );
}

/** An array of Postgres, such as `{{0,0,3,0},{2,7,0,699}}`. */
const readSums = (text: string): [number, number, number, number][] =>
  JSON.parse(text.replaceAll("{", "[").replaceAll("}", "]"));

type ShownCohorts = CohortSums & {
  /** The last day of installs. */
  to: string;
  groups: readonly string[];
  columns: readonly { name: string; text: string }[];
};

/** The last day of each granularity's cohort. */
const lastDay: Record<CohortGranularity, string> = {
  day: "c.cohort::date",
  week: "c.cohort::date + 6",
  month: "(c.cohort::date + interval '1 month')::date - 1",
};

/** Groups of cohorts, with columns that are computed from their sums `p`. */
function shownRows(
  projectId: ProjectId,
  { to, groups, columns, ...request }: ShownCohorts,
  filter: CohortFilter,
): Fragment {
  const grouped = groups.map((name) => `p.${name}`);
  const selected = [...grouped, ...columns.map(({ name, text }) => `${text} as "${name}"`)].join(",\n");
  return sql`
    select ${sql.unsafe(selected)}
    from (
      select c.*, least(${sql.unsafe(lastDay[request.granularity])}, ${to}::text::date) as last_day
      from (${cohortSums(projectId, request, filter)}) c
    ) p
    ${groups.length === 0 ? sql`` : sql.unsafe(`group by ${grouped.join(", ")} order by ${grouped.join(", ")}`)}`;
}

/** The statement whose rows are groups of cohorts. */
export const shownStatement = (projectId: ProjectId, request: ShownCohorts, filter: CohortFilter): Fragment =>
  readSql`${shownRows(projectId, request, filter)}`;

type FactorLimits = { latest: number; cohorts: number; installs: number; payers: number };

/**
 * The statement of the factors by which projections multiply revenue from one age to the next: of the latest cohorts that
 * have reached both. Its columns are `installs`, `payers` and the revenue at each age, such as `d7`.
 */
export function factorsStatement(
  projectId: ProjectId,
  request: Omit<ShownCohorts, "groups">,
  filter: CohortFilter,
  limits: FactorLimits,
): Fragment {
  const steps = days.slice(1).map((to, i) => `(${i}, 'D${days[i]} to D${to}', h.d${days[i]}, h.d${to})`);
  return readSql`
    select f.value, f.step, count(*)::int as cohorts, sum(f.installs)::bigint as installs, sum(f.payers)::bigint as payers,
      case when count(*) >= ${limits.cohorts}::int and sum(f.installs) >= ${limits.installs}::int
        and sum(f.payers) >= ${limits.payers}::int and sum(f.before) > 0 and sum(f.after) > 0
        then round((sum(f.after) / sum(f.before))::numeric, 6) end as factor
    from (
      select h.value, h.installs, h.payers, s.n, s.step, s.before, s.after,
        row_number() over (partition by h.value, s.n order by h.cohort desc) as latest
      from (${shownRows(projectId, { ...request, groups: ["cohort", "value"] }, filter)}) h
      cross join lateral (values ${sql.unsafe(steps.join(", "))}) s(n, step, before, after)
      where s.before is not null and s.after is not null
    ) f
    where f.latest <= ${limits.latest}::int
    group by f.value, f.n, f.step order by f.value, f.n`;
}
