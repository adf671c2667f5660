/** Projections of cohorts, and of several cohorts together. Pure. */

import {
  addProjected,
  breakEvenDay,
  noAgeYetText,
  type ProjectedRevenue,
  projectRevenue,
  type RevenueByAge,
  shortHistoryText,
  smallSampleText,
} from "@/lib/reporting/forecast/project";
import type { CohortProjection, ProjectedCell } from "@/lib/reporting/forecast/schema";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";

const ages = cohortAges.flatMap(({ days }) => (days === null ? [] : [days]));

/** Revenue is in the order of the ages, without that of the lifetime. */
export type ForecastCohort = RevenueByAge & {
  /** The first day of its installs. */
  from: string;
  /** Null without revenue to compare with. */
  spend: number | null;
};

type Points = { day: number; revenue: number }[];

function pointsOf({ revenue }: RevenueByAge, projected: CohortProjection["cells"]): Points {
  return ages.flatMap((day, i) => {
    const known = revenue[i] ?? projected[i]?.revenue;
    return known === undefined ? [] : [{ day, revenue: known }];
  });
}

/** By the first of the histories that is long enough. */
export function projectionOf(
  cohort: ForecastCohort,
  histories: readonly (readonly RevenueByAge[])[],
): CohortProjection {
  const { installs, spend } = cohort;
  let refused = shortHistoryText;
  for (const history of histories) {
    const found = projectRevenue(cohort, history);
    if ("refused" in found) {
      refused = found.refused;
      continue;
    }
    const cells = cohortAges.map((_, i): ProjectedCell | null => {
      const projected = found.ages[i];
      return projected ? { installs, spend, ...projected } : null;
    });
    return { cells, break_even_day: breakEvenDay(pointsOf(cohort, cells), spend), refused: null };
  }
  return {
    cells: cohortAges.map(() => null),
    break_even_day: breakEvenDay(pointsOf(cohort, []), spend),
    refused,
  };
}

export type Projected = { cohort: ForecastCohort; projection: CohortProjection };

const added = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/** At an age: the actual revenue of the cohorts that have reached it, and the projected revenue of others. */
export function cellTogether(some: readonly Projected[], at: number): ProjectedCell | null {
  const parts = some.flatMap(({ cohort, projection }): (ProjectedRevenue & ProjectedCell)[] => {
    const { installs, spend, revenue: known } = cohort;
    const revenue = known[at];
    if (typeof revenue === "number")
      return [{ installs, spend, revenue, low: revenue, high: revenue, error: null }];
    return projection.cells[at] ? [projection.cells[at]] : [];
  });
  if (parts.length === 0) return null;
  return {
    ...addProjected(parts),
    installs: parts.reduce((sum, { installs }) => sum + installs, 0),
    spend: parts.reduce((sum: number | null, { spend }) => added(sum, spend), 0),
  };
}

/** Why cohorts have no projection; null if all of them have one. */
export function refusalOf(some: readonly Projected[]): string | null {
  const reasons = new Set(some.map(({ projection }) => projection.refused));
  return [smallSampleText, shortHistoryText, noAgeYetText].find((text) => reasons.has(text)) ?? null;
}

/**
 * All cohorts of a line at an age that some of them have not reached. Cohorts without a projection are left out with
 * their installs and spend.
 */
export function projectionTogether(some: readonly Projected[]): CohortProjection {
  const cells = cohortAges.map(({ days }, i) =>
    days === null || !some.some(({ projection }) => projection.cells[i]) ? null : cellTogether(some, i),
  );
  const isNone = cells.every((cell) => cell === null);
  return { cells, break_even_day: breakEvenTogether(some), refused: isNone ? refusalOf(some) : null };
}

/** Of the cohorts with a projection, at the ages at which each of them has actual or projected revenue. */
export function breakEvenTogether(some: readonly Projected[]): number | null {
  const projected = some.filter(({ projection }) => projection.refused === null);
  if (projected.some(({ cohort }) => cohort.spend === null)) return null;
  const curves = projected.map(({ cohort, projection }) => pointsOf(cohort, projection.cells));
  const points = ages.flatMap((day) => {
    const revenues = curves.flatMap((curve) => curve.find((point) => point.day === day)?.revenue ?? []);
    if (revenues.length < curves.length) return [];
    return [{ day, revenue: revenues.reduce((sum, revenue) => sum + revenue, 0) }];
  });
  return breakEvenDay(
    points,
    projected.reduce((sum, { cohort }) => sum + cohort.spend!, 0),
  );
}
