/** Projections of cohorts, alone and together. Pure. */

import {
  addProjected,
  breakEvenDay,
  isSmallSample,
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

export type Projected = {
  cohort: ForecastCohort;
  /** Null at ages that the cohort has reached, or without a projection. */
  ages: readonly (ProjectedRevenue | null)[];
  /** Why there is no projection at all; null if there is one, or if it has reached all ages. */
  refused: string | null;
};

const noProjection = (cohort: ForecastCohort, refused: string): Projected => ({
  cohort,
  ages: ages.map(() => null),
  refused,
});

/** The cohorts of one row. If they are too few people together, nothing is computed for them. */
export function projectCohorts(
  cohorts: readonly ForecastCohort[],
  histories: readonly (readonly RevenueByAge[])[],
): Projected[] {
  const young = cohorts.filter(({ revenue }) => revenue.at(-1) === null);
  if (young.length === 0 || !isSmallSample(young))
    return cohorts.map((cohort) => projectCohort(cohort, histories));
  return cohorts.map((cohort) =>
    noProjection(cohort, cohort.revenue[0] === null ? noAgeYetText : smallSampleText),
  );
}

/** By the history that reaches the oldest age, the first of them. */
function projectCohort(cohort: ForecastCohort, histories: readonly (readonly RevenueByAge[])[]): Projected {
  let best = noProjection(cohort, shortHistoryText);
  let oldest = -1;
  for (const history of histories) {
    const found = projectRevenue(cohort, history);
    if ("refused" in found) {
      if (oldest < 0) best = { ...best, refused: found.refused };
      continue;
    }
    const reached = found.ages.findLastIndex((age, i) => age !== null || cohort.revenue[i] !== null);
    if (reached <= oldest) continue;
    best = { cohort, ages: found.ages, refused: null };
    oldest = reached;
  }
  return best;
}

const isReached = ({ cohort }: Projected, at: number) => typeof cohort.revenue[at] === "number";

/** Why the cohorts that have not reached an age have no projection of it together; null if they have one. */
export function refusalAt(some: readonly Projected[], at: number): string | null {
  const young = some.filter((one) => !isReached(one, at));
  if (young.length === 0) return null;
  const projected = young.filter((one) => one.ages[at]);
  if (projected.length === 0) {
    const isNew = young.every(({ refused }) => refused === noAgeYetText);
    return isNew ? noAgeYetText : isSmall(young) ? smallSampleText : shortHistoryText;
  }
  return isSmall(projected) ? smallSampleText : null;
}

const lastRevenue = ({ cohort: { revenue } }: Projected) =>
  revenue.findLast((amount) => amount !== null) ?? 0;

/** Many small cohorts are as good as one large cohort. Without any revenue, there is nothing to multiply. */
const isSmall = (some: readonly Projected[]) =>
  isSmallSample(some.map(({ cohort }) => cohort)) || some.every((one) => lastRevenue(one) <= 0);

const added = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/**
 * At an age: the actual revenue of the cohorts that have reached it, and the projected revenue of others. Cohorts without
 * a projection, such as today's, are left out with their installs and spend.
 */
export function cellTogether(some: readonly Projected[], at: number): ProjectedCell | null {
  const parts = some.flatMap(({ cohort, ages: projected }) => {
    const { installs, spend, revenue: known } = cohort;
    const revenue = known[at];
    if (typeof revenue === "number") {
      const exact = { low: revenue, high: revenue, error: null, own: 0, shared: 0 };
      return [{ installs, spend, revenue, ...exact }];
    }
    return projected[at] ? [{ installs, spend, ...projected[at] }] : [];
  });
  if (parts.length === 0) return null;
  const { revenue, low, high, error } = addProjected(parts);
  return {
    installs: parts.reduce((sum, { installs }) => sum + installs, 0),
    spend: parts.reduce((sum: number | null, { spend }) => added(sum, spend), 0),
    ...{ revenue, low, high, error },
  };
}

/** The cells at the ages that some of the cohorts have not reached. */
export function projectionTogether(some: readonly Projected[]): CohortProjection {
  const refusals = ages.map((_, at) => refusalAt(some, at));
  const isYoung = ages.map((_, at) => some.some((one) => !isReached(one, at)));
  const cells = cohortAges.map(({ days }, at) =>
    days === null || !isYoung[at] || refusals[at] !== null ? null : cellTogether(some, at),
  );
  const isNone = cells.every((cell) => cell === null);
  const refused = isNone ? (refusals.findLast((reason) => reason !== null) ?? null) : null;
  return { cells, break_even_day: breakEvenTogether(some).day, refused };
}

type BreakEven = {
  /** Null if revenue does not reach spend up to the oldest age of all cohorts. */
  day: number | null;
  /** Of the cohorts that the day is computed from. */
  installs: number;
  spend: number;
  /** True if their revenue is known or projected up to the last age. */
  isLong: boolean;
  refused: string | null;
};

/** At the ages at which each of the cohorts has actual or projected revenue. */
export function breakEvenTogether(some: readonly Projected[]): BreakEven {
  const last = ages.length - 1;
  const known = some.filter(({ refused }) => refused !== noAgeYetText);
  const young = known.filter((one) => !isReached(one, last));
  const refused =
    known.length === 0 && some.length > 0
      ? noAgeYetText
      : young.length > 0 && isSmall(young)
        ? smallSampleText
        : young.length > 0 && young.every(({ refused: reason }) => reason !== null)
          ? shortHistoryText
          : null;
  const curves = known.map(({ cohort, ages: projected }) =>
    // Actual revenue may have reached spend, whatever the projection.
    ages.map(
      (_, at) => cohort.revenue[at] ?? (refused === null ? projected[at]?.revenue : undefined) ?? null,
    ),
  );
  const points = ages.flatMap((day, at) => {
    const revenues = curves.flatMap((curve) => curve[at] ?? []);
    if (revenues.length < curves.length) return [];
    return [{ day, revenue: revenues.reduce((sum, revenue) => sum + revenue, 0) }];
  });
  const spends = known.map(({ cohort }) => cohort.spend);
  const spend = spends.reduce((sum: number | null, one) => added(sum, one), 0);
  return {
    day: breakEvenDay(points, spend),
    installs: known.reduce((sum, { cohort }) => sum + cohort.installs, 0),
    spend: spend ?? 0,
    isLong: curves.length > 0 && curves.every((curve) => curve[last] !== null),
    refused,
  };
}
