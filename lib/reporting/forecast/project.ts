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
  /** Half the range: the part of the cohort itself, and that of the factors, which are the same for other cohorts. */
  own: number;
  shared: number;
};

export const forecastLimits = { installs: 200, payers: 20, cohorts: 4, latest: 12 };

/** The 90 % quantile of Student's t distribution, for 3 to 11 degrees of freedom. */
const quantiles = [1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363];
const quantile = (cohorts: number) => quantiles[Math.min(cohorts - 4, quantiles.length - 1)]!;

type Pair = { before: number; after: number; of: RevenueByAge };

/** The latest cohorts that are old enough for both ages. Those without revenue yet count, too. */
function pairsOf(history: readonly RevenueByAge[], from: number, to: number): Pair[] {
  return history
    .flatMap((of) => {
      const [before, after] = [of.revenue[from], of.revenue[to]];
      return before == null || after == null ? [] : [{ before, after, of }];
    })
    .slice(-forecastLimits.latest);
}

const sumBefore = (pairs: readonly Pair[]) => pairs.reduce((sum, { before }) => sum + before, 0);
const factorOf = (pairs: readonly Pair[]) =>
  pairs.reduce((sum, { after }) => sum + after, 0) / sumBefore(pairs);

/** True if cohorts are too few people together. */
export function isSmallSample(cohorts: readonly Pick<RevenueByAge, "installs" | "payers">[]): boolean {
  const sum = (part: "installs" | "payers") => cohorts.reduce((total, one) => total + one[part], 0);
  return sum("installs") < forecastLimits.installs || sum("payers") < forecastLimits.payers;
}

/** The factor from an age to the next one; null for a small sample. */
function stepOf(history: readonly RevenueByAge[], age: number): number | null {
  const pairs = pairsOf(history, age, age + 1);
  const isSmall = pairs.length < forecastLimits.cohorts || isSmallSample(pairs.map(({ of }) => of));
  const factor = factorOf(pairs);
  return isSmall || !(sumBefore(pairs) > 0) || !(factor > 0) ? null : factor;
}

/** `before` is the revenue of these cohorts at the age from which they were projected, and `each` that of an install. */
type Backtest = { error: number; variance: number; before: number; each: number; cohorts: number };

/**
 * Projects each older cohort from one age to another by the other cohorts. The variance is that of actual revenue around
 * projected revenue, for each unit of revenue before: larger cohorts vary less. A projection by few others varies more,
 * which is not counted twice. Null without enough older cohorts.
 */
function backtest(history: readonly RevenueByAge[], from: number, to: number): Backtest | null {
  const known = pairsOf(history, from, to);
  if (known.length < forecastLimits.cohorts) return null;
  const whole = sumBefore(known);
  let [off, actual, squares, expected] = [0, 0, 0, 0];
  for (const { before, after, of } of known) {
    const others = history.filter((one) => one !== of);
    const rest = whole - before;
    if (rest <= 0) return null;
    let growth = 1;
    for (let age = from; age < to; age++) growth *= factorOf(pairsOf(others, age, age + 1));
    off += Math.abs(before * growth - after);
    actual += after;
    squares += (after - before * growth) ** 2;
    expected += growth ** 2 * (Math.abs(before) + before ** 2 / rest);
  }
  const variance = squares / expected;
  const installs = known.reduce((sum, { of }) => sum + of.installs, 0);
  return actual > 0 && Number.isFinite(variance)
    ? { error: off / actual, variance, before: whole, each: whole / installs, cohorts: known.length }
    : null;
}

/** What a history says about each step between ages. All cohorts of a row ask for the same few steps. */
type Development = {
  step: (age: number) => number | null;
  test: (from: number, to: number) => Backtest | null;
};
const developments = new WeakMap<readonly RevenueByAge[], Development>();

function developmentOf(history: readonly RevenueByAge[]): Development {
  const known = developments.get(history);
  if (known) return known;
  const steps = new Map<number, number | null>();
  const tests = new Map<string, Backtest | null>();
  const once = <Key, Value>(values: Map<Key, Value>, key: Key, value: () => Value): Value => {
    if (!values.has(key)) values.set(key, value());
    return values.get(key)!;
  };
  const development: Development = {
    step: (age) => once(steps, age, () => stepOf(history, age)),
    test: (from, to) => once(tests, `${from} ${to}`, () => backtest(history, from, to)),
  };
  developments.set(history, development);
  return development;
}

export const smallSampleText = `A projection needs ${forecastLimits.installs} installs and ${forecastLimits.payers} paying users.`;
export const shortHistoryText = `A projection needs ${forecastLimits.cohorts} older cohorts with ${forecastLimits.installs} installs and ${forecastLimits.payers} paying users.`;
export const noAgeYetText = "The cohort has not reached D0 yet.";

/** The product of the factors between two ages. */
function growthOf(step: Development["step"], from: number, to: number): number {
  let growth = 1;
  for (let age = from; age < to; age++) growth *= step(age) ?? Number.NaN;
  return growth;
}

/**
 * The revenue at the ages that the cohort has not reached, or why there is none. History is in order of time. The cohort
 * may be small: a sum of small ones is as good as one large cohort.
 */
export function projectRevenue(
  cohort: RevenueByAge,
  history: readonly RevenueByAge[],
): { refused: string } | { ages: (ProjectedRevenue | null)[] } {
  const { step, test } = developmentOf(history);
  const last = cohort.revenue.findLastIndex((revenue) => revenue !== null);
  const reached = cohort.revenue[last];
  if (reached == null) return { refused: noAgeYetText };
  let revenue = reached;
  // Squares of deviations.
  let [own, shared] = [0, 0];
  let cohorts = Number.POSITIVE_INFINITY;
  let isKnown = true;
  const ages = cohort.revenue.map((_, age): ProjectedRevenue | null => {
    if (age <= last || !isKnown) return null;
    const factor = step(age - 1);
    const tested = factor === null ? null : test(last, age);
    // No cohort is old enough for both ages: the step since the last age adds its own variance.
    const found = tested ?? (factor === null ? null : test(age - 1, age));
    isKnown = found !== null;
    if (factor === null || found === null) return null;
    const before = tested ? reached : revenue;
    const [ownBefore, sharedBefore] = tested ? [0, 0] : [own, shared];
    const growth = growthOf(step, tested ? last : age - 1, age);
    revenue = before * growth;
    // A cohort that happens to have little revenue yet varies as much as others of its size.
    const base = tested ? (Math.max(before, 0) + cohort.installs * tested.each) / 2 : Math.max(before, 0);
    own = growth ** 2 * (ownBefore + found.variance * base);
    shared = growth ** 2 * (sharedBefore + (found.variance * before ** 2) / found.before);
    cohorts = Math.min(cohorts, found.cohorts);
    const times = quantile(cohorts);
    const width = revenue > 0 ? (times * Math.sqrt(own + shared)) / revenue : 0;
    return {
      revenue,
      low: revenue * Math.exp(-width),
      high: revenue * Math.exp(width),
      error: tested?.error ?? null,
      own: times * Math.sqrt(own),
      shared: times * Math.sqrt(shared),
    };
  });
  if (last < ages.length - 1 && ages.every((age) => age === null)) return { refused: shortHistoryText };
  return { ages };
}

/**
 * Actual and projected revenue of cohorts together. Each cohort varies on its own, but an error of the history's factors
 * is in all of them.
 */
export function addProjected(some: readonly ProjectedRevenue[]): ProjectedRevenue {
  const sum = (of: (one: ProjectedRevenue) => number) => some.reduce((total, one) => total + of(one), 0);
  const revenue = sum((one) => one.revenue);
  /** The part that can vary. */
  const open = sum((one) => (one.own > 0 || one.shared > 0 ? one.revenue : 0));
  const tested = some.filter(({ error }) => error !== null);
  const weight = tested.reduce((total, one) => total + one.revenue, 0);
  const own = Math.sqrt(sum((one) => one.own ** 2));
  const shared = sum((one) => one.shared);
  const width = open > 0 ? Math.hypot(own, shared) / open : 0;
  return {
    revenue,
    low: revenue - open + open * Math.exp(-width),
    high: revenue - open + open * Math.exp(width),
    error: weight > 0 ? tested.reduce((total, one) => total + one.error! * one.revenue, 0) / weight : null,
    own,
    shared,
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
  // Products of factors are not exact.
  return Math.ceil(before.day + share * (reached.day - before.day) - 1e-6);
}
