import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { csvLines } from "@/lib/base/text/csv";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import { cohortMetricNames, cohortMetrics } from "@/lib/reporting/cohorts/rules";
import { type CohortsQuery, cohortAges, cohortBreakdowns } from "@/lib/reporting/cohorts/schema";
import { csvFigure } from "@/lib/reporting/table/csv";

/** A line for each cohort and value, with every metric at every age. */
export async function cohortsCsv(project: Project, query: CohortsQuery, now: Date): Promise<string> {
  const { rows, by, currency } = await cohortReport(project, query, now);
  const digits = currencyDigits(currency);
  const unitText = { count: "", ratio: "", money: ` (${currency})`, percent: " (%)" };
  const columns = cohortMetricNames.flatMap((name) =>
    cohortAges.map(({ label }, age) => ({ metric: cohortMetrics[name], label, age })),
  );
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
    ]),
  ]);
}
