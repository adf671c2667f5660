import type { Project } from "@/lib/accounts/access/project";
import { runInSteps } from "@/lib/platform/steps";
import { readForecast } from "@/lib/reporting/forecast/forecast";
import { forecastRows } from "@/lib/reporting/forecast/rows";
import type { ProjectedFigures } from "@/lib/reporting/forecast/schema";
import { type Dimension, dimensions } from "@/lib/reporting/groups/dimensions";
import type { ReportFilter } from "@/lib/reporting/groups/schema";
import { dimensionColumn, sumsFor, tooManyRows } from "@/lib/reporting/groups/scope";
import { projectedOfColumns, type ReportColumn } from "@/lib/reporting/table/columns";

export const wholeKey = "whole";

/** The projected figures of each group by the text of its keys, and of all; null without such columns. */
export async function forecastOfGroups(
  project: Project,
  query: ReportFilter & { by: readonly Dimension[] },
  columns: readonly ReportColumn[],
  now: Date,
): Promise<Map<string, ProjectedFigures> | null> {
  const projected = projectedOfColumns(columns);
  if (projected.length === 0) return null;
  const by = query.by.map(dimensionColumn);
  const lasting = query.by.filter((name) => !("isTime" in dimensions[name]));
  const { days, where } = await sumsFor(project, query);
  const forecast = await readForecast(project, { by, days, where, organic: query.traffic === "all" }, now);
  if (forecast === null) throw tooManyRows();
  type Sum = (typeof forecast.sums)[number];
  const keyOf = (names: readonly Dimension[], sum: Sum) =>
    JSON.stringify(names.map((name) => String(sum[dimensionColumn(name)])));
  const isLasting = query.by.map((name) => lasting.includes(name));
  const { past, period } = forecast;
  const rows = await runInSteps(
    forecastRows(projected, {
      ...forecast,
      rowsOf: (sum) => [keyOf(query.by, sum)],
      pastOf: (sum) => [keyOf(lasting, sum)],
      historyOf: (row) => JSON.stringify((JSON.parse(row) as string[]).filter((_, i) => isLasting[i])),
      whole: past,
    }),
  );
  // The total is the same in each breakdown.
  const sums = forecast.sums.map((sum) => ({ ...sum, day: undefined, month: undefined }));
  const all = { sums, past: [], period, rowsOf: () => [wholeKey], pastOf: () => [], whole: past };
  return new Map([...rows, ...(await runInSteps(forecastRows(projected, all)))]);
}
