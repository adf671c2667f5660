/**
 * Projection of a cohort's revenue by development factors: how much older cohorts earned by one age for each unit that
 * they had earned by the age before. Pure, and runs in the browser too.
 */

/** Revenue up to each of the ages, in order; null at ages that the cohort has not reached. */
export type RevenueByAge = { installs: number; payers: number; revenue: readonly (number | null)[] };

/** `low` to `high` contains the actual revenue of four in five cohorts. */
export type ProjectedRevenue = {
  revenue: number;
  low: number;
  high: number;
  /**
   * How far projections of older cohorts from the same age were off: the sum of the differences, divided by their
   * actual revenue. Null without enough older cohorts.
   */
  error: number | null;
};

export const forecastLimits = { installs: 200, payers: 20, cohorts: 4, latest: 12 };

/** The 90 % quantile of Student's t distribution, for 3 to 11 degrees of freedom. */
const quantiles = [1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363];
const quantile = (cohorts: number) => quantiles[Math.min(cohorts - 4, quantiles.length - 1)]!;

type Pair = { before: number; after: number; of: RevenueByAge };

/** The latest cohorts that are old enough for both ages. */
function pairsOf(history: readonly RevenueByAge[], from: number, to: number): Pair[] {
  return history
    .flatMap((of) => {
      const [before, after] = [of.revenue[from], of.revenue[to]];
      return before == null || after == null || before <= 0 ? [] : [{ before, after, of }];
    })
    .slice(-forecastLimits.latest);
}

const factorOf = (pairs: readonly Pair[]) => {
  const [before, after] = pairs.reduce(([b, a], pair) => [b + pair.before, a + pair.after], [0, 0]);
  return after / before;
};

/** The factor from an age to the next one; null for a small sample. */
function stepOf(history: readonly RevenueByAge[], age: number): number | null {
  const pairs = pairsOf(history, age, age + 1);
  const sampled = pairs.reduce(
    (sum, { of }) => ({ installs: sum.installs + of.installs, payers: sum.payers + of.payers }),
    { installs: 0, payers: 0 },
  );
  const isSmall =
    pairs.length < forecastLimits.cohorts ||
    sampled.installs < forecastLimits.installs ||
    sampled.payers < forecastLimits.payers;
  const factor = factorOf(pairs);
  return isSmall || !(factor > 0) ? null : factor;
}

type Backtest = { error: number; variance: number; cohorts: number };

/**
 * Projects each older cohort from one age to another by the other cohorts. The variance is that of the ratio of actual
 * to projected revenue, for each unit of revenue before: larger cohorts vary less. Null without enough older cohorts.
 */
function backtest(history: readonly RevenueByAge[], from: number, to: number): Backtest | null {
  const known = pairsOf(history, from, to);
  if (known.length < forecastLimits.cohorts) return null;
  let [off, actual, squares] = [0, 0, 0];
  for (const { before, after, of } of known) {
    const others = history.filter((one) => one !== of);
    let projected = before;
    for (let age = from; age < to; age++) projected *= factorOf(pairsOf(others, age, age + 1));
    off += Math.abs(projected - after);
    actual += after;
    squares += before * (after / projected - 1) ** 2;
  }
  return actual > 0 && Number.isFinite(squares)
    ? { error: off / actual, variance: squares / known.length, cohorts: known.length }
    : null;
}

export const smallSampleText = `A projection needs ${forecastLimits.installs} installs and ${forecastLimits.payers} paying users in the cohort.`;
export const shortHistoryText = `A projection needs ${forecastLimits.cohorts} older cohorts with ${forecastLimits.installs} installs and ${forecastLimits.payers} paying users.`;
export const noAgeYetText = "The cohort has not reached D0 yet.";

/** The revenue at the ages that the cohort has not reached, or why there is none. History is in order of time. */
export function projectRevenue(
  cohort: RevenueByAge,
  history: readonly RevenueByAge[],
): { refused: string } | { ages: (ProjectedRevenue | null)[] } {
  const last = cohort.revenue.findLastIndex((revenue) => revenue !== null);
  const reached = cohort.revenue[last];
  if (reached == null) return { refused: noAgeYetText };
  if (cohort.installs < forecastLimits.installs || cohort.payers < forecastLimits.payers || reached <= 0)
    return { refused: smallSampleText };
  let revenue = reached;
  let variance = 0;
  let cohorts = Number.POSITIVE_INFINITY;
  let isKnown = true;
  const ages = cohort.revenue.map((_, age): ProjectedRevenue | null => {
    if (age <= last || !isKnown) return null;
    const factor = stepOf(history, age - 1);
    const tested = backtest(history, last, age);
    // No cohort is old enough for both ages: the step since the last age adds its own variance.
    const step = tested ? null : backtest(history, age - 1, age);
    isKnown = factor !== null && (tested ?? step) !== null;
    if (factor === null || !(tested ?? step)) return null;
    variance = tested ? tested.variance / reached : variance + step!.variance / revenue;
    cohorts = Math.min(cohorts, (tested ?? step)!.cohorts);
    revenue *= factor;
    const width = quantile(cohorts) * Math.sqrt(variance);
    return {
      revenue,
      low: revenue * Math.exp(-width),
      high: revenue * Math.exp(width),
      error: tested?.error ?? null,
    };
  });
  if (last < ages.length - 1 && ages.every((age) => age === null)) return { refused: shortHistoryText };
  return { ages };
}

/** Projections of several cohorts together. They vary independently of each other. */
export function addProjected(some: readonly ProjectedRevenue[]): ProjectedRevenue {
  const sum = (of: (one: ProjectedRevenue) => number) => some.reduce((total, one) => total + of(one), 0);
  const revenue = sum((one) => one.revenue);
  const tested = some.filter(({ error, low, high }) => error !== null && low < high);
  const weight = tested.reduce((total, one) => total + one.revenue, 0);
  return {
    revenue,
    low: revenue - Math.sqrt(sum((one) => (one.revenue - one.low) ** 2)),
    high: revenue + Math.sqrt(sum((one) => (one.high - one.revenue) ** 2)),
    error: weight > 0 ? tested.reduce((total, one) => total + one.error! * one.revenue, 0) / weight : null,
  };
}

/**
 * The day on which revenue reaches spend, between two ages in proportion to time. Null if it does not up to the last
 * age, or without spend.
 */
export function breakEvenDay(
  points: readonly { day: number; revenue: number }[],
  spend: number | null,
): number | null {
  if (!spend || spend <= 0) return null;
  const at = points.findIndex(({ revenue }) => revenue >= spend);
  const [reached, before] = [points[at], points[at - 1]];
  if (!reached) return null;
  if (!before || reached.revenue === before.revenue) return reached.day;
  const share = (spend - before.revenue) / (reached.revenue - before.revenue);
  return Math.ceil(before.day + share * (reached.day - before.day));
}
