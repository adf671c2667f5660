/** Whether one variant of a link converts better than another, or only by chance. Pure. */
import type { Variant, VariantTestOutcome } from "@/lib/reporting/campaign/variants-schema";

/** From this on a difference is called one. */
const sureEnough = 0.95;

/** The usual rule: with fewer to be expected of either outcome the normal distribution does not fit. */
const minExpected = 5;

type Counts = Pick<Variant, "clicks" | "installs">;
const rateOf = ({ clicks, installs }: Counts) => (clicks === 0 ? 0 : installs / clicks);

/**
 * How sure it is that two shares differ, 0 to 1, whichever is larger: the two-proportion z-test, with both taken for
 * one under the assumption that they are alike. Null where there is too little of either outcome.
 */
export function sureOfDifference(a: Counts, b: Counts): number | null {
  const clicks = a.clicks + b.clicks;
  const together = clicks === 0 ? 0 : (a.installs + b.installs) / clicks;
  const expected = [a, b].flatMap((each) => [each.clicks * together, each.clicks * (1 - together)]);
  if (expected.some((count) => count < minExpected)) return null;
  const deviation = Math.sqrt(together * (1 - together) * (1 / a.clicks + 1 / b.clicks));
  return erf(Math.abs(rateOf(a) - rateOf(b)) / deviation / Math.SQRT2);
}

/** The error function by Abramowitz and Stegun 7.1.26, to within 1.5e-7; `x` is not negative. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 1 - series * Math.exp(-x * x);
}

/**
 * The best of the variants of a rule against the next. Of many, the best two were not chosen before: the chance that
 * they differ by luck is taken as many times as there are pairs (Bonferroni).
 */
export function variantTestOutcome(variants: readonly Variant[]): VariantTestOutcome {
  const among = variants.map(({ name }) => name);
  const [best, next] = [...variants].sort((a, b) => rateOf(b) - rateOf(a) || b.clicks - a.clicks);
  const single = best && next ? sureOfDifference(best, next) : null;
  if (!best || !next || single === null)
    return { among, verdict: "early", best: null, next: null, sure: null };
  const pairs = (variants.length * (variants.length - 1)) / 2;
  const sure = Math.max(0, 1 - pairs * (1 - single));
  const verdict = sure >= sureEnough ? "better" : "unclear";
  return { among, verdict, best: best.name, next: next.name, sure };
}
