import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { cohortBreakdowns } from "@/lib/reporting/cohorts/breakdowns";
import { cohortRequest } from "@/lib/reporting/cohorts/cohorts";
import { factorsStatement, shownStatement } from "@/lib/reporting/cohorts/queries";
import { notBrokenDownKeys } from "@/lib/reporting/cohorts/rules";
import type { CohortSqlQuery, CohortSqlRows } from "@/lib/reporting/cohorts/sql-schema";
import { pastWeeks } from "@/lib/reporting/forecast/forecast";
import { forecastLimits } from "@/lib/reporting/forecast/project";
import { cohortAges, firstImmatureDay } from "@/lib/reporting/metrics/cohort-ages";
import {
  type CohortTexts,
  cohortMetrics,
  isOfUsers,
  needsSpend,
  withTotal,
} from "@/lib/reporting/metrics/cohort-metrics";
import type { ShownSql } from "@/lib/reporting/shown-sql/schema";

/** Sums `p` of a group of cohorts, up to an age, as SQL: of those that are mature at the age. */
function sumsAt(days: number | null, mature: string): CohortTexts {
  const upTo = days === null ? "" : ` and p.age <= ${days}`;
  const sum = (measure: string, column: "count" | "amount", condition = "") =>
    `coalesce(sum(p.${column}) filter (where p.measure = '${measure}'${condition}${mature}), 0)`;
  return withTotal({
    installs: sum("installs", "count"),
    spend: sum("spend", "amount"),
    revenue: sum("revenue_since", "amount", upTo),
    ads: sum("ad_revenue_since", "amount", upTo),
    payers: sum("payers", "count", upTo),
    events: sum("event_since", "count", upTo),
    value: sum("event_since", "amount", upTo),
    users: sum("event_installs", "count", upTo),
    opened: sum("opened_on", "count", ` and p.age = ${days}`),
  });
}
const titles = { cohorts: "Cohorts", values: "All cohorts", total: "Total" } as const satisfies Partial<
  Record<CohortSqlRows, string>
>;

/** The statement that returns a metric of the cohorts at each age. */
export async function cohortSql(project: Project, query: CohortSqlQuery, now: Date): Promise<ShownSql> {
  const { rows, metric } = query;
  const { by, period, filter, values, keys } = await cohortRequest(project, query, now);
  if (rows === "factors") return factorsSql(project, { by, filter, values }, now);
  // A campaign appears under each of its tags, so its rows do not add up.
  const isWhole = rows === "total" || by === null;
  const digits = currencyDigits(project.currency);
  const { unit } = cohortMetrics[metric];
  const spendKey = by === null || isWhole ? undefined : notBrokenDownKeys[by];
  const asShown = (text: string, isMoney: boolean) =>
    isMoney ? `round((${text})::numeric / ${10 ** digits}.0, ${digits})` : `round((${text})::numeric, 2)`;
  const columns = cohortAges
    .filter(({ days }) => metric !== "retention" || (days !== null && days > 0 && days <= 30))
    .map(({ label, days }) => {
      const first = firstImmatureDay(days, period);
      const isMature = first === null ? "true" : `p.last_day < '${first}'`;
      const value = cohortMetrics[metric].text(sumsAt(days, first === null ? "" : ` and ${isMature}`));
      const hasSpend =
        spendKey !== undefined && needsSpend(metric) ? ` and p.value is distinct from '${spendKey}'` : "";
      const text = `case when bool_or(${isMature})${hasSpend} then ${asShown(value, unit === "money")} end`;
      return { name: `${cohortMetrics[metric].label} ${label}`, text };
    });
  const { installs, spend } = sumsAt(null, "");
  const statement = shownStatement(
    project.id,
    {
      by: isWhole ? null : by,
      granularity: period.granularity,
      values: isWhole ? [""] : values,
      event: query.event,
      users: isOfUsers(metric),
      to: period.to,
      groups: [...(rows === "cohorts" ? ["cohort"] : []), ...(isWhole ? [] : ["value"])],
      columns: [
        { name: "Installs", text: installs },
        { name: `Spend (${project.currency})`, text: asShown(spend, true) },
        ...columns,
      ],
    },
    filter,
  );
  const what = by !== null && !isWhole ? ` by ${cohortBreakdowns[by].toLowerCase()}` : "";
  const other = keys.includes(null) && !isWhole ? " The row without a value has all other values." : "";
  const { from, to, timeZone } = period;
  return {
    sql: `-- ${titles[rows]}${what}, installs of ${from} to ${to} in ${timeZone}. Money is in ${project.currency}.${other}\n${statementText(statement)};`,
    left_out: [],
  };
}

type Request = Pick<Awaited<ReturnType<typeof cohortRequest>>, "by" | "filter" | "values">;

/** The factors of projections, from the weeks that projections are made from. */
function factorsSql(project: Project, { by, filter, values }: Request, now: Date): ShownSql {
  const { timeZone, weekStart } = project;
  const past = pastWeeks(project, now);
  const period = { ...past, timeZone, now, granularity: "week", weekStart } as const;
  const ages = cohortAges.flatMap(({ days }) => {
    const first = firstImmatureDay(days, period);
    return days === null || first === null ? [] : [{ days, mature: `p.last_day < '${first}'` }];
  });
  const sums = ages.map(({ days, mature }) => ({ days, mature, texts: sumsAt(days, "") }));
  // Those who paid by the last age that the cohort has reached.
  const payers = sums
    .toReversed()
    .map(({ mature, texts }) => `when bool_or(${mature}) then ${texts.payers}`)
    .join(" ");
  const statement = factorsStatement(
    project.id,
    {
      ...{ by, granularity: "week", values, event: null, users: false, to: past.to },
      columns: [
        { name: "installs", text: sumsAt(null, "").installs },
        { name: "payers", text: `case ${payers} else 0 end` },
        ...sums.map(({ days, mature, texts }) => ({
          name: `d${days}`,
          text: `case when bool_or(${mature}) then ${texts.revenue} end`,
        })),
      ],
    },
    { ...filter, days: past },
    forecastLimits,
  );
  const note =
    "A projection multiplies the revenue at the last age of a cohort by the factors of all later steps. A value without one of these factors uses those of all values together.";
  const range =
    "The range of a projection is not in SQL: Cairn projects each of these weeks from the others, and the range covers how far that was off.";
  return {
    sql: `-- Factors of projections${by === null ? "" : ` by ${cohortBreakdowns[by].toLowerCase()}`}, from weeks of installs since ${past.from} in ${timeZone}.\n-- ${note}\n-- ${range}\n${statementText(statement)};`,
    left_out: [],
  };
}
