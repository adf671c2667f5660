/** Tests if a variant of a link converts better than another, or only by chance. Pure. */
import type { Variant, VariantTestOutcome } from "@/lib/reporting/campaign/variants-schema";

/** The confidence from which a difference counts. */
const sureEnough = 0.95;

/** The usual rule: with fewer expected outcomes of either kind, the normal distribution does not fit. */
const minExpected = 5;

type Counts = Pick<Variant, "clicks" | "installs">;
const rateOf = ({ clicks, installs }: Counts) => (clicks === 0 ? 0 : installs / clicks);

/**
 * The confidence that two shares differ, from 0 to 1: a two-sided two-proportion z-test with pooled variance. Null if
 * either outcome is too rare.
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
 * Compares the best variant of a rule with the next. The two were selected from all variants. The chance of a random
 * difference is therefore multiplied by the number of pairs (Bonferroni).
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
