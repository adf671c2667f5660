import { describe, expect, test } from "vitest";
import {
  backtestMissingValues,
  estimateMissingValues,
  type ValuedGroup,
} from "@/lib/reporting/ios/missing-values";

const group = (fields: Partial<ValuedGroup> & { amount?: number }): ValuedGroup => {
  const { amount = 0, ...others } = fields;
  return {
    network: "acme",
    source: "5239",
    sequence: 0,
    postbacks: 1,
    hasValue: true,
    worth: { low: amount, mid: amount, high: amount },
    fold: 0,
    ...others,
  };
};
const without = (fields: Partial<ValuedGroup>) => group({ hasValue: false, worth: null, ...fields });

describe("postbacks without a value", () => {
  test("are worth the average of their own source", () => {
    const groups = [
      group({ amount: 0, postbacks: 20 }),
      group({ amount: 300, postbacks: 20 }),
      group({ source: "1111", amount: 9_000, postbacks: 100 }),
      without({ postbacks: 10 }),
    ];
    // 20 × 0 + 20 × 300, by 40 postbacks with a value, times 10 without one.
    expect(estimateMissingValues(groups)(groups.filter(({ source }) => source === "5239"))).toMatchObject({
      reported: { mid: 6_000 },
      shared: { mid: 1_500 },
      missing: 10,
      unshared: 0,
    });
  });

  test("with few digits are worth the average of the sources with these last digits", () => {
    const groups = [
      group({ source: "5239", amount: 100, postbacks: 30 }),
      group({ source: "1239", amount: 200, postbacks: 30 }),
      group({ source: "5240", amount: 900, postbacks: 30 }),
    ];
    const of = (source: string) => estimateMissingValues(groups)([without({ source })]).shared.mid;
    expect(of("39")).toBe(150);
    expect(of("40")).toBe(900);
    // Nothing has these digits, so the whole network is the pool.
    expect(of("77")).toBe(400);
  });

  test("are left out if no pool has 30 values, and other networks and windows do not count", () => {
    const groups = [
      group({ amount: 100, postbacks: 29 }),
      group({ network: "other", amount: 100, postbacks: 500 }),
      group({ sequence: 1, amount: 100, postbacks: 500 }),
    ];
    expect(estimateMissingValues(groups)([without({ postbacks: 4 })])).toMatchObject({
      shared: { mid: 0 },
      missing: 4,
      unshared: 4,
    });
  });
});

describe("the backtest", () => {
  test("is exact if all values of a source are worth the same", () => {
    const groups = [0, 1, 2, 3, 4].map((fold) => group({ amount: 250, postbacks: 20, fold }));
    expect(backtestMissingValues(groups)).toEqual({ hidden: 100, off: 0, actual: 25_000 });
  });

  test("is the difference between the hidden amounts and their estimates", () => {
    // Fold 0 pays twice as much as the others.
    const groups = [0, 1, 2, 3, 4].map((fold) =>
      group({ amount: fold === 0 ? 200 : 100, postbacks: 20, fold }),
    );
    const { hidden, off, actual } = backtestMissingValues(groups)!;
    expect([hidden, actual]).toEqual([100, 12_000]);
    // Fold 0: 4,000 estimated as 2,000. The other four: 2,000 each, estimated as 2,500.
    expect(off).toBeCloseTo(2_000 + 4 * 500);
  });

  test("has no result without enough values or without revenue", () => {
    expect(backtestMissingValues([group({ amount: 5, postbacks: 10 })])).toBeNull();
    expect(backtestMissingValues([0, 1, 2, 3, 4].map((fold) => group({ postbacks: 50, fold })))).toBeNull();
  });
});
