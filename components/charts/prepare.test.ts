import { describe, expect, test } from "vitest";
import {
  barRows,
  funnelSteps,
  niceTicks,
  relativeChange,
  sparkLines,
  timePoints,
} from "@/components/charts/prepare";

describe("points of a time series", () => {
  test("a missing value is a gap, a zero is a point", () => {
    const points = timePoints({ x: ["a", "b", "c"], values: [0, null, 3] });
    expect(points.map(({ value }) => value)).toEqual([0, null, 3]);
  });

  test("the earlier period is drawn at the same positions, as far as it has values", () => {
    const points = timePoints({ x: ["c", "d"], values: [1, 2], beforeX: ["a", "b"], before: [5, null] });
    expect(points.map(({ before, beforeX }) => [before, beforeX])).toEqual([
      [5, "a"],
      [null, "b"],
    ]);
    expect(timePoints({ x: ["a"], values: [1] })[0]).toMatchObject({ before: null, beforeX: null });
  });

  test("an incomplete value is drawn separately, with a line from the previous one", () => {
    const points = timePoints({ x: ["a", "b", "c"], values: [4, 5, 1], running: "c" });
    expect(points.map(({ value, soFar, runs }) => [value, soFar, runs])).toEqual([
      [4, null, false],
      [5, 5, false],
      [null, 1, true],
    ]);
    const nothing = timePoints({ x: ["a", "b"], values: [4, null], running: "b" });
    expect(nothing.map(({ soFar }) => soFar)).toEqual([null, null]);
    expect(timePoints({ x: ["a", "b"], values: [4, 2], running: "c" }).some(({ runs }) => runs)).toBe(false);
  });

  test("the scale has round steps, includes zero and every complete value, and ignores incomplete ones", () => {
    const ticks = (values: (number | null)[], whole = false, running?: string) =>
      niceTicks(timePoints({ x: values.map((_, i) => String(i)), values, running }), whole);
    expect(ticks([0, 105, 35])).toEqual([0, 50, 100, 150]);
    expect(ticks([1.37, 1.1, 16], false, "2")).toEqual([0, 0.5, 1, 1.5]);
    expect(ticks([1, 2], true)).toEqual([0, 1, 2]);
    expect(ticks([-30, 70])).toEqual([-50, 0, 50, 100]);
    expect(ticks([0, null], true)).toEqual([0, 1]);
    expect(ticks([4_236_702])).toEqual([0, 2_000_000, 4_000_000, 6_000_000]);
  });

  test("a value without neighbours is marked, because a line would not show it", () => {
    const lone = (values: (number | null)[]) =>
      timePoints({ x: values.map(String), values }).map((point) => point.lone);
    expect(lone([4])).toEqual([true]);
    expect(lone([1, 2, null, 3, null])).toEqual([false, false, false, true, false]);
  });
});

test("a change needs two values and a non-zero earlier one", () => {
  expect(relativeChange(12, 10)).toBeCloseTo(0.2);
  expect(relativeChange(-5, -10)).toBeCloseTo(0.5);
  expect(relativeChange(5, 0)).toBeNull();
  expect(relativeChange(null, 10)).toBeNull();
  expect(relativeChange(5, null)).toBeNull();
  expect(relativeChange(0, 10)).toBe(-1);
});

test("bars are proportional to their shares; without values there are no shares", () => {
  expect(barRows([{ value: 6 }, { value: 3 }, { value: 0 }])).toEqual([
    { value: 6, share: 2 / 3, width: 2 / 3 },
    { value: 3, share: 1 / 3, width: 1 / 3 },
    { value: 0, share: 0, width: 0 },
  ]);
  expect(barRows([{ value: 0 }])).toEqual([{ value: 0, share: null, width: 0 }]);
  expect(barRows([])).toEqual([]);
  expect(barRows([{ value: 6 }, { value: 3 }], 36).map(({ share }) => share)).toEqual([6 / 36, 3 / 36]);
});

test("a funnel step has its share of the previous and the first step; with a denominator of 0 it has none", () => {
  const [clicks, installs, paying] = funnelSteps([
    { label: "Clicks", value: 200 },
    { label: "Installs", value: 50 },
    { label: "Paying", value: 5 },
  ]);
  expect(clicks).toMatchObject({ ofLast: null, ofFirst: null, width: 1 });
  expect(installs).toMatchObject({ ofLast: 0.25, ofFirst: 0.25, width: 0.25 });
  expect(paying).toMatchObject({ ofLast: 0.1, ofFirst: 0.025, width: 0.025 });
  const empty = funnelSteps([
    { label: "Clicks", value: 0 },
    { label: "Installs", value: 3 },
  ]);
  expect(empty[1]).toMatchObject({ ofLast: null, ofFirst: null, width: 1 });
});

describe("a sparkline", () => {
  const whole = (values: (number | null)[]) => sparkLines(values, 100, 20).whole;

  test("draws a separate line to an incomplete value, which does not affect the scale", () => {
    expect(sparkLines([10, 5, 1], 100, 20, true)).toEqual({ whole: ["M0 0L50 10"], soFar: "M50 10L100 18" });
    expect(sparkLines([10, 5, 400], 100, 20, true)).toEqual({ whole: ["M0 0L50 10"], soFar: "M50 10L100 0" });
    expect(sparkLines([10, null, 4], 100, 20, true).soFar).toBe("M100 12h0");
    expect(sparkLines([10, 5, null], 100, 20, true).soFar).toBeNull();
    expect(sparkLines([10, 5, 1], 100, 20).soFar).toBeNull();
  });

  test("runs from zero at the bottom to the maximum at the top", () => {
    expect(whole([0, 5, 10])).toEqual(["M0 20L50 10L100 0"]);
  });

  test("shares the scale of other lines", () => {
    expect(sparkLines([0, 5, 10], 100, 20, false, 20).whole).toEqual(["M0 20L50 15L100 10"]);
  });

  test("is interrupted at a missing value, and a single value is a dot", () => {
    expect(whole([10, null, 5, 10, null])).toEqual(["M0 0h0", "M50 10L75 0"]);
  });

  test("of zeros is a line at the bottom; without values there is none", () => {
    expect(whole([0, 0])).toEqual(["M0 20L100 20"]);
    expect(whole([null, null])).toEqual([]);
    expect(whole([])).toEqual([]);
  });
});
