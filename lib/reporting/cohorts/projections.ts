/** Projections of the lines of a cohort table. Pure. */

import type { CohortLine, CohortRow } from "@/lib/reporting/cohorts/schema";
import {
  type ForecastCohort,
  type Projected,
  projectCohorts,
  projectionTogether,
} from "@/lib/reporting/forecast/cohorts";
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

type Table = { rows: CohortRow[]; values: CohortLine[]; total: CohortLine };

/**
 * Adds projections to all lines. Cohorts are projected by older weeks of their own value, or by `whole`, those of all
 * values together, if these are too few. A line needs enough people in all of its cohorts together.
 */
export function withProjections(
  { rows, values, total }: Table,
  history: readonly CohortRow[],
  whole: readonly CohortRow[],
): Table {
  const all = whole.map(forecastCohort);
  const own = Map.groupBy(history, ({ key }) => key);
  const ofKey = new Map<string | null, Projected[]>();
  const ofRow = new Map<CohortRow, Projected>();
  for (const [key, some] of Map.groupBy(rows, (row) => row.key)) {
    const histories = [(own.get(key) ?? []).map(forecastCohort), all];
    const projected = projectCohorts(some.map(forecastCohort), histories);
    ofKey.set(key, projected);
    for (const [i, row] of some.entries()) ofRow.set(row, projected[i]!);
  }
  return {
    rows: rows.map((row) => ({ ...row, projection: projectionTogether([ofRow.get(row)!]) })),
    values: values.map((line) => ({ ...line, projection: projectionTogether(ofKey.get(line.key) ?? []) })),
    total: { ...total, projection: projectionTogether([...ofRow.values()]) },
  };
}
