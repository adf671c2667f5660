/** Least squares with weights that are not negative and add up to 1. Pure. */

/** The largest difference of slopes, relative to the target's variance, at which weights count as optimal. */
const tolerance = 1e-9;
const maxSteps = 20_000;

const dot = (a: readonly number[], b: readonly number[]) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

/**
 * The weights whose mix of `series` is closest to `target`. Each step moves weight from the series whose share costs
 * most to the one whose share saves most, exactly as far as is best for these two. It ends when no pair can improve.
 * That is the optimum, because the problem is convex.
 */
export function simplexWeights(target: readonly number[], series: readonly (readonly number[])[]): number[] {
  const n = series.length;
  if (n === 0) return [];
  const gram = series.map((a) => series.map((b) => dot(a, b)));
  const towards = series.map((a) => dot(a, target));
  const weights = new Array<number>(n).fill(1 / n);
  // The slope of half the squared error in each weight.
  const slopes = gram.map((row, i) => dot(row, weights) - towards[i]!);
  const scale = Math.max(dot(target, target), Number.MIN_VALUE);
  for (let step = 0; step < maxSteps; step++) {
    let up = 0;
    let down = -1;
    for (let i = 0; i < n; i++) {
      if (slopes[i]! < slopes[up]!) up = i;
      if (weights[i]! > 0 && (down === -1 || slopes[i]! > slopes[down]!)) down = i;
    }
    const gap = slopes[down]! - slopes[up]!;
    if (gap <= tolerance * scale) break;
    const curvature = gram[up]![up]! + gram[down]![down]! - 2 * gram[up]![down]!;
    const best = curvature > 0 ? gap / curvature : Number.POSITIVE_INFINITY;
    const isWhole = best >= weights[down]!;
    const moved = isWhole ? weights[down]! : best;
    weights[up] = weights[up]! + moved;
    weights[down] = isWhole ? 0 : weights[down]! - moved;
    for (let i = 0; i < n; i++) slopes[i] = slopes[i]! + moved * (gram[i]![up]! - gram[i]![down]!);
  }
  return weights;
}
