/**
 * How many installs are both known to Cairn and in Apple's count. Apple never says which, so it is an estimate with a
 * range. Pure.
 *
 * The model: of the known installs that should have sent a postback, each one did with the same unknown share. Any share
 * between `minDeliveredShare` and all is equally likely, as long as no more installs were counted twice than Apple counted.
 */

/** The share of the outcomes that the range claims to cover. */
export const rangeCoverage = 0.8;

/**
 * The smallest share of postbacks that is assumed to arrive, of the installs that should have sent one. Phones that stay
 * off, apps that were opened once offline, and ads that the network did not sign send none.
 */
export const minDeliveredShare = 0.5;

export type Estimate = { low: number; mid: number; high: number };

/** Midpoints of equally likely shares. */
const shares = Array.from(
  { length: 40 },
  (_, i) => minDeliveredShare + ((i + 0.5) / 40) * (1 - minDeliveredShare),
);

/** Up to this many installs, the binomial distribution is computed exactly. */
const maxExact = 400;

/** The installs that should have sent a postback, and the installs that Apple counted. */
type Counts = { eligible: number; apple: number };

/** The chance that at most `n` are counted twice, before `apple` is considered. */
function chanceOf(eligible: number): (n: number) => number {
  if (eligible <= maxExact) {
    const sums = cumulated(eligible);
    return (n) => (n < 0 ? 0 : sums[Math.min(n, eligible)]!);
  }
  return (n) => {
    let sum = 0;
    for (const share of shares) {
      const deviation = Math.sqrt(eligible * share * (1 - share));
      sum += normal((n + 0.5 - eligible * share) / deviation);
    }
    return sum / shares.length;
  };
}

/** The mixture of the binomial distributions of all shares, summed up. */
function cumulated(eligible: number): number[] {
  const chances = new Array<number>(eligible + 1).fill(0);
  for (const share of shares) {
    // In logarithms, because the chance of none would be too small for a number.
    let chance = eligible * Math.log(1 - share);
    for (let n = 0; n <= eligible; n++) {
      chances[n]! += Math.exp(chance) / shares.length;
      chance += Math.log((eligible - n) / (n + 1)) + Math.log(share / (1 - share));
    }
  }
  let sum = 0;
  return chances.map((chance) => (sum += chance));
}

/** The normal distribution, within 0.0000002 (Abramowitz and Stegun, 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** The installs in both counts: the middle, and the range that covers `rangeCoverage` of the outcomes. */
export function countedTwice({ eligible, apple }: Counts): Estimate {
  const max = Math.min(eligible, apple);
  if (max <= 0) return { low: 0, mid: 0, high: 0 };
  const chance = chanceOf(eligible);
  const possible = chance(max);
  // Then even the smallest share of postbacks is more than Apple counted: all of its installs are known.
  if (possible < 1e-9) return { low: max, mid: max, high: max };
  const quantile = (share: number) => {
    let [below, reached] = [-1, max];
    while (reached - below > 1) {
      const middle = Math.floor((below + reached) / 2);
      if (chance(middle) >= share * possible) reached = middle;
      else below = middle;
    }
    return reached;
  };
  return {
    low: quantile((1 - rangeCoverage) / 2),
    mid: quantile(0.5),
    high: quantile((1 + rangeCoverage) / 2),
  };
}

/** Known installs and Apple's count together, without those counted twice. */
export const unionEstimate = (known: number, apple: number, twice: Estimate): Estimate => ({
  low: known + apple - twice.high,
  mid: known + apple - twice.mid,
  high: known + apple - twice.low,
});

/**
 * The sum of several estimates. All depend on the same unknown share of postbacks, so the ends are added: the range of
 * the sum covers at least what each of them covers.
 */
export const sumEstimates = (estimates: readonly Estimate[]): Estimate => ({
  low: estimates.reduce((sum, { low }) => sum + low, 0),
  mid: estimates.reduce((sum, { mid }) => sum + mid, 0),
  high: estimates.reduce((sum, { high }) => sum + high, 0),
});
