import { type Fragment, readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { eventInstalls } from "@/lib/ledger/event-installs-queries";
import { ledgerAges, lifetimeAge } from "@/lib/ledger/measures";
import { type LedgerDimension, ledgerSums, type SumRequest } from "@/lib/ledger/sum-queries";
import type { CohortSum } from "@/lib/reporting/cohorts/rules";
import type { CohortBreakdown, CohortGranularity } from "@/lib/reporting/cohorts/schema";
import { ageText } from "@/lib/reporting/forecast/queries";
import { cohortAges, hasRetention } from "@/lib/reporting/metrics/cohort-ages";

/** The filters of the report. */
export type CohortFilter = Pick<SumRequest<never>, "days" | "where" | "organic" | "weekStart">;

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
      labels: true,
    })}) p
    group by 1
    order by coalesce(sum(p.count) filter (where p.measure = 'installs'), 0) desc,
      coalesce(sum(p.amount) filter (where p.measure = 'spend'), 0) desc, 1
    limit ${max}`;
}

const days = cohortAges.flatMap((age) => (age.days === null ? [] : [age.days]));

type CohortSums = {
  by: CohortBreakdown | null;
  granularity: CohortGranularity;
  values: string[];
  event: string | null;
  /** True to count the installs with the event, too. */
  users: boolean;
};

/** The sums of each cohort, for each of these values, and for all others under null. */
function cohortSums(
  projectId: ProjectId,
  { by, granularity, values, event, users }: CohortSums,
  filter: CohortFilter,
): Fragment {
  // One request for all measures, because each reads the project's whole ledger if most of it is in these days.
  const namesOf = (name: string) => [...days, lifetimeAge].map((age) => `${age} ${name}`);
  const names = {
    opened_on: days.filter(hasRetention).map(String),
    // It has an index of its own.
    ad_revenue_since: ledgerAges.map(String),
    ...(event !== null && { event_since: namesOf(event) }),
    ...(event !== null && users && { [eventInstalls]: namesOf(event) }),
  };
  const first = granularity === "month" ? "p.month || '-01'" : `p.${granularity}`;
  return sql`
    select p.cohort, p.value, p.measure, p.age, sum(p.count)::bigint as count, sum(p.amount)::float8 as amount
    from (
      select ${sql.unsafe(first)} as cohort,
        case when ${valueText(by)} = any(${values}::text[]) then ${valueText(by)} end as value, p.measure,
        case when p.name = '' then 0 else ${sql.unsafe(ageText)} end as age, p.count, p.amount
      from (
        ${ledgerSums(projectId, {
          ...filter,
          by: [granularity, ...(by ? columnsOf[by] : []), "measure", "name"],
          measures: [...Object.keys(names), "installs", "spend", "revenue_since", "payers"],
          names,
        })}
      ) p
    ) p
    group by 1, 2, 3, 4`;
}

export const findCohortSums = (
  projectId: ProjectId,
  request: CohortSums,
  filter: CohortFilter,
): Promise<CohortSum[]> => readSql<CohortSum[]>`${cohortSums(projectId, request, filter)}`;

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

/** The statement whose rows are groups of cohorts and whose columns are computed from their sums `p`. */
export function shownStatement(
  projectId: ProjectId,
  { to, groups, columns, ...request }: ShownCohorts,
  filter: CohortFilter,
): Fragment {
  const grouped = groups.map((name) => `p.${name}`);
  const selected = [...grouped, ...columns.map(({ name, text }) => `${text} as "${name}"`)].join(",\n");
  return readSql`
    select ${sql.unsafe(selected)}
    from (
      select c.*, least(${sql.unsafe(lastDay[request.granularity])}, ${to}::text::date) as last_day
      from (${cohortSums(projectId, request, filter)}) c
    ) p
    ${groups.length === 0 ? sql`` : sql.unsafe(`group by ${grouped.join(", ")} order by ${grouped.join(", ")}`)}`;
}
