import { statementText } from "@/db/client/statement-text";
import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { cohortRequest } from "@/lib/reporting/cohorts/cohorts";
import { shownStatement } from "@/lib/reporting/cohorts/queries";
import { notBrokenDownKeys } from "@/lib/reporting/cohorts/rules";
import { cohortBreakdowns } from "@/lib/reporting/cohorts/schema";
import type { CohortSqlQuery, CohortSqlRows } from "@/lib/reporting/cohorts/sql-schema";
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
const titles: Record<CohortSqlRows, string> = { cohorts: "Cohorts", values: "All cohorts", total: "Total" };

/** The statement that returns a metric of the cohorts at each age. */
export async function cohortSql(project: Project, query: CohortSqlQuery, now: Date): Promise<ShownSql> {
  const { rows, metric } = query;
  const { by, period, filter, values, keys } = await cohortRequest(project, query, now);
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
