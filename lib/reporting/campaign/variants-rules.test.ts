import fc from "fast-check";
import { expect, test } from "vitest";
import { sureOfDifference, variantTestOutcome } from "@/lib/reporting/campaign/variants-rules";

const variant = (name: string, clicks: number, installs: number) => ({
  name,
  clicks,
  installs,
  signups: 0,
  revenue: 0,
});

test("the certainty of a difference equals the tables of the normal distribution", () => {
  // z = 1.9600 and z = 2.5758 by construction: rates of 50 % ± z/2 · sqrt(2 · 0.25 / n).
  const at = (z: number) => {
    const clicks = 1_000_000;
    const off = Math.round(((z * Math.sqrt(0.5 / clicks)) / 2) * clicks);
    return sureOfDifference({ clicks, installs: 500_000 + off }, { clicks, installs: 500_000 - off });
  };
  expect(at(1.959964)).toBeCloseTo(0.95, 3);
  expect(at(2.575829)).toBeCloseTo(0.99, 3);
  expect(at(0)).toBeCloseTo(0, 6);
});

test("a known case: 100 of 1,000 against 130 of 1,000", () => {
  expect(sureOfDifference({ clicks: 1000, installs: 100 }, { clicks: 1000, installs: 130 })).toBeCloseTo(
    0.9645,
    3,
  );
});

test("with few installs there is no result, however large the difference is", () => {
  expect(variantTestOutcome([variant("A", 10, 0), variant("B", 10, 4)])).toEqual({
    among: ["A", "B"],
    verdict: "early",
    best: null,
    next: null,
    sure: null,
  });
  expect(variantTestOutcome([variant("A", 0, 0), variant("B", 9_000, 900)]).verdict).toBe("early");
  // Every click leads to an install, so the variance is unknown.
  expect(variantTestOutcome([variant("A", 500, 500), variant("B", 500, 500)]).verdict).toBe("early");
});

test("the best variant is named if it is significantly better, otherwise not", () => {
  expect(variantTestOutcome([variant("A", 1000, 100), variant("B", 1000, 150)])).toMatchObject({
    verdict: "better",
    best: "B",
    next: "A",
  });
  expect(variantTestOutcome([variant("A", 1000, 100), variant("B", 1000, 105)]).verdict).toBe("unclear");
});

test("three variants need a larger difference than two", () => {
  const [a, b] = [variant("A", 1000, 100), variant("B", 1000, 130)];
  expect(variantTestOutcome([a, b]).verdict).toBe("better");
  expect(variantTestOutcome([a, b, variant("C", 1000, 90)]).verdict).toBe("unclear");
});

test("a certainty is between 0 and 1 and symmetric", () => {
  const counts = fc
    .tuple(fc.integer({ min: 0, max: 5_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([clicks, share]) => ({ clicks, installs: Math.floor(clicks * share) }));
  fc.assert(
    fc.property(counts, counts, (a, b) => {
      const sure = sureOfDifference(a, b);
      expect(sureOfDifference(b, a)).toBe(sure);
      if (sure !== null) expect(sure >= -1e-6 && sure <= 1).toBe(true);
    }),
  );
});
