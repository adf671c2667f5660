import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { csvLines } from "@/lib/base/text/csv";
import { cohortBreakdowns } from "@/lib/reporting/cohorts/breakdowns";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import type { CohortsQuery } from "@/lib/reporting/cohorts/schema";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import {
  type CohortMetricName,
  cohortMetricNames,
  cohortMetrics,
  isOfEvent,
  isProjected,
  projectedCell,
} from "@/lib/reporting/metrics/cohort-metrics";
import { csvFigure } from "@/lib/reporting/table/csv";

/** A line for each cohort and value, with every metric at every age. */
export async function cohortsCsv(project: Project, query: CohortsQuery, now: Date): Promise<string> {
  const { rows, by, currency, event } = await cohortReport(project, { ...query, event_users: true }, now);
  const digits = currencyDigits(currency);
  const unitText = { count: "", ratio: "", money: ` (${currency})`, percent: " (%)" };
  const columnsOf = (names: readonly CohortMetricName[]) =>
    names.flatMap((name) =>
      cohortAges.map(({ label, days }, age) => ({ metric: cohortMetrics[name], label, days, age })),
    );
  const columns = columnsOf(cohortMetricNames.filter((name) => event !== null || !isOfEvent(name)));
  const projected = query.projection
    ? columnsOf(cohortMetricNames.filter(isProjected)).filter(({ days }) => days !== null)
    : [];
  const payback = (name: string | null) => cohortAges.find((age) => age.name === name)?.label ?? "–";
  return csvLines([
    [
      "From",
      "To",
      ...(by ? [cohortBreakdowns[by]] : []),
      "Installs",
      `Spend (${currency})`,
      "Payback",
      ...columns.map(({ metric, label }) => `${metric.label} ${label}${unitText[metric.unit]}`),
      ...(query.projection ? ["Breaks even on day"] : []),
      ...projected.map(({ metric, label }) => `Projected ${metric.label} ${label}${unitText[metric.unit]}`),
    ],
    ...rows.map((row) => [
      row.from,
      row.to,
      ...(by ? [row.label] : []),
      row.installs,
      csvFigure("money", row.spend, digits),
      payback(row.payback),
      ...columns.map(({ metric, age }) => {
        const cell = row.cells[age];
        return csvFigure(metric.unit, cell ? metric.of(cell) : null, digits);
      }),
      ...(query.projection ? [row.projection?.break_even_day ?? "–"] : []),
      ...projected.map(({ metric, age }) => {
        const cell = row.projection?.cells[age];
        return csvFigure(metric.unit, cell ? metric.of(projectedCell(cell)) : null, digits);
      }),
    ]),
  ]);
}
