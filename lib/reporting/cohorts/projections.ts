/** Projections of the lines of a cohort table. Pure. */

import type { CohortLine, CohortRow } from "@/lib/reporting/cohorts/schema";
import { type ForecastCohort, projectionOf, projectionTogether } from "@/lib/reporting/forecast/cohorts";
import type { RevenueByAge } from "@/lib/reporting/forecast/project";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";

const ages = cohortAges.flatMap(({ days }) => (days === null ? [] : [days]));

const forecastCohort = ({ from, installs, cells }: CohortRow): ForecastCohort => ({
  from,
  installs,
  // The lifetime has a cell in each row.
  spend: cells.at(-1)?.spend ?? null,
  payers: cells.findLast((cell, i) => i < ages.length && cell !== null)?.payers ?? 0,
  revenue: ages.map((_, i) => cells[i]?.revenue ?? null),
});

/** The cohorts of all values together, in order of time. */
function together(history: readonly ForecastCohort[]): RevenueByAge[] {
  const byCohort = Map.groupBy(history, ({ from }) => from);
  return [...byCohort.values()].map((some) => ({
    installs: some.reduce((sum, { installs }) => sum + installs, 0),
    payers: some.reduce((sum, { payers }) => sum + payers, 0),
    revenue: ages.map((_, i) =>
      some.every(({ revenue }) => typeof revenue[i] === "number")
        ? some.reduce((sum, { revenue }) => sum + revenue[i]!, 0)
        : null,
    ),
  }));
}

type Table = { rows: CohortRow[]; values: CohortLine[]; total: CohortLine };

/**
 * Adds projections to all lines. A cohort is projected by older weeks of its own value, or of all values together if
 * these are too few.
 */
export function withProjections({ rows, values, total }: Table, history: readonly CohortRow[]): Table {
  const all = together(history.map(forecastCohort));
  const own = Map.groupBy(history, ({ key }) => key);
  const ofKey = new Map([...own].map(([key, some]) => [key, some.map(forecastCohort)]));
  const projected = rows.map((row) => {
    const cohort = forecastCohort(row);
    const projection = projectionOf(cohort, [ofKey.get(row.key) ?? [], all]);
    return { key: row.key, cohort, projection, row: { ...row, projection } };
  });
  const byKey = Map.groupBy(projected, ({ key }) => key);
  return {
    rows: projected.map(({ row }) => row),
    values: values.map((line) => ({ ...line, projection: projectionTogether(byKey.get(line.key) ?? []) })),
    total: { ...total, projection: projectionTogether(projected) },
  };
}
