/**
 * Why a figure changed between two periods: the part of each row, and the part of each cause. All parts are whole units
 * (installs, cents, hundredths of a ratio), and add up exactly. Pure.
 */

/** The sums of a row in one period. Money is in minor units. */
export type PeriodSums = {
  clicks: number;
  installs: number;
  signups: number;
  revenue: number;
  spend: number;
};
/** A row in the earlier and the later period. */
export type PeriodPair = { before: PeriodSums; after: PeriodSums };

export const moverCauses = ["spend", "mix", "price", "yield", "unpaid"] as const;
/**
 * - `spend`: the change of total spend
 * - `mix`: spend that moved between rows
 * - `price`: the change of what a result costs: per click for clicks, else per install
 * - `yield`: the change of sign-ups or revenue per install
 * - `unpaid`: the change in rows, or days, without spend
 */
export type MoverCause = (typeof moverCauses)[number];
export type EffectsByCause = Record<MoverCause, number>;

export type AddedFigure = "clicks" | "installs" | "signups" | "revenue" | "spend";
export type DividedFigure = "roas" | "cost_per_install";

const noEffects = (): EffectsByCause => ({ spend: 0, mix: 0, price: 0, yield: 0, unpaid: 0 });
export const sumOfEffects = (effects: EffectsByCause) =>
  moverCauses.reduce((sum, cause) => sum + effects[cause], 0);
const isDivided = (figure: AddedFigure | DividedFigure): figure is DividedFigure =>
  figure === "roas" || figure === "cost_per_install";

/** Rounds parts to integers with a given sum, by the largest remainders. Ties go to the earlier part. */
export function roundToSum(parts: readonly number[], total: number): number[] {
  const rounded = parts.map((part) => Math.floor(part) + 0);
  const missing = total - rounded.reduce((sum, part) => sum + part, 0);
  const order = parts.map((part, i) => ({ i, rest: part - rounded[i]! }));
  order.sort((a, b) => b.rest - a.rest || a.i - b.i);
  // The parts add up to the total before rounding, so each one changes by less than a unit, except for float errors.
  for (let step = 0; step < Math.abs(missing); step++) {
    const place = missing > 0 ? step : order.length - 1 - step;
    const { i } = order[((place % order.length) + order.length) % order.length]!;
    rounded[i] = rounded[i]! + Math.sign(missing);
  }
  return rounded;
}

/** The logarithmic mean. With it, effects of factors are exact, and bounded however extreme the rates are. */
const meanOf = (a: number, b: number) => (a === b ? a : (b - a) / Math.log(b / a));

/** The result between spend and the figure whose price changes: clicks for clicks, installs for everything else. */
const resultOf = (figure: AddedFigure) => (figure === "clicks" ? "clicks" : "installs");

/**
 * The causes of a row's change, before rounding. The figure is total spend × share of spend × results per spend ×
 * figure per result. Each factor's effect is the logarithm of its change, times the mean of the figure.
 */
function effectsOf({ before, after }: PeriodPair, whole: PeriodPair, figure: AddedFigure): EffectsByCause {
  const effects = noEffects();
  const paid = (row: PeriodSums) => (row.spend > 0 ? row[figure] : 0);
  const [from, to] = [paid(before), paid(after)];
  effects.unpaid = after[figure] - to - (before[figure] - from);
  const isAlone = whole.before.spend <= 0 || whole.after.spend <= 0;
  if (isAlone || before.spend <= 0 || after.spend <= 0) {
    // Spend that starts or stops moves from or to other rows, if these have any.
    effects[isAlone ? "spend" : "mix"] = to - from;
    return effects;
  }
  const result = resultOf(figure);
  const [results0, results1] = figure === "spend" ? [from, to] : [before[result], after[result]];
  if (from <= 0 || to <= 0 || results0 <= 0 || results1 <= 0) {
    const isEmpty = (results0 <= 0 && from === 0) || (results1 <= 0 && to === 0);
    effects[figure === result || isEmpty ? "price" : "yield"] = to - from;
    return effects;
  }
  const mean = meanOf(from, to);
  const spend = Math.log(after.spend / before.spend);
  const total = Math.log(whole.after.spend / whole.before.spend);
  const results = Math.log(results1 / results0);
  effects.spend = mean * total;
  effects.mix = mean * (spend - total);
  effects.price = mean * (results - spend);
  effects.yield = mean * (Math.log(to / from) - results);
  return effects;
}

const parts: Record<DividedFigure, { top: AddedFigure; bottom: AddedFigure; unit: number }> = {
  roas: { top: "revenue", bottom: "spend", unit: 100 },
  cost_per_install: { top: "spend", bottom: "installs", unit: 1 },
};

/** The figure in its smallest unit; null without a denominator. */
export function moverFigure(row: PeriodSums, figure: AddedFigure | DividedFigure): number | null {
  if (!isDivided(figure)) return row[figure];
  const { top, bottom, unit } = parts[figure];
  if (row[bottom] === 0 || row.spend === 0) return null;
  // The sum turns -0 into 0.
  return Math.round((unit * row[top]) / row[bottom]) + 0;
}

export type FigureChange = {
  /** Of all rows together, in the smallest unit. Null without a value in one of the periods. */
  change: number | null;
  /** The part of each row in that change. */
  rows: { change: number; effects: EffectsByCause | null }[];
};

/** The parts of rows that together are all of `whole`. */
export function figureChange(
  rows: readonly PeriodPair[],
  whole: PeriodPair,
  figure: AddedFigure | DividedFigure,
): FigureChange {
  const [from, to] = [moverFigure(whole.before, figure), moverFigure(whole.after, figure)];
  if (from === null || to === null) return { change: null, rows: [] };
  if (!isDivided(figure)) {
    const explained = rows.map((row) => {
      const change = row.after[figure] - row.before[figure];
      const effects = effectsOf(row, whole, figure);
      const units = roundToSum(
        moverCauses.map((cause) => effects[cause]),
        change,
      );
      return {
        change,
        effects: Object.fromEntries(moverCauses.map((cause, i) => [cause, units[i]!])) as EffectsByCause,
      };
    });
    return { change: to - from, rows: explained };
  }
  const { top, bottom, unit } = parts[figure];
  const [bottom0, bottom1] = [whole.before[bottom], whole.after[bottom]];
  const perUnit = (1 / bottom0 + 1 / bottom1) / 2;
  const topLevel = (whole.before[top] + whole.after[top]) / 2;
  const shares = rows.map(
    ({ before, after }) =>
      unit *
      ((after[top] - before[top]) * perUnit -
        (topLevel * (after[bottom] - before[bottom])) / (bottom0 * bottom1)),
  );
  const change = to - from;
  return { change, rows: roundToSum(shares, change).map((share) => ({ change: share, effects: null })) };
}
