import { expect, test } from "vitest";
import {
  addProjected,
  breakEvenDay,
  isSmallSample,
  projectRevenue,
  type RevenueByAge,
  shortHistoryText,
} from "@/lib/reporting/forecast/project";

const cohort = (revenue: (number | null)[], installs = 1_000, payers = 50): RevenueByAge => ({
  installs,
  payers,
  revenue,
});

test("a factor divides the revenue of the older cohorts at an age by their revenue at the age before", () => {
  const history = [100, 200, 300, 400].map((before) => cohort([before, 2 * before, 3 * before]));
  const projected = projectRevenue(cohort([50, null, null]), history);
  expect(projected).toEqual({
    ages: [
      null,
      { revenue: 100, low: 100, high: 100, error: 0, own: 0, shared: 0 },
      { revenue: 150, low: 150, high: 150, error: 0, own: 0, shared: 0 },
    ],
  });
});

test("an age without enough older cohorts has no projection, and neither have later ages", () => {
  const history = [
    ...[1, 2, 3].map(() => cohort([100, 200, 250])),
    ...[1, 2].map(() => cohort([100, 220, null])),
  ];
  const projected = projectRevenue(cohort([50, null, null]), history);
  expect(projected).toMatchObject({ ages: [null, { revenue: 104 }, null] });
});

test("older cohorts without revenue yet are part of the factor: all revenue after, divided by all before", () => {
  const history = [100, 0, 100, 0].map((before) => cohort([before, 150]));
  expect(projectRevenue(cohort([50, null]), history)).toMatchObject({ ages: [null, { revenue: 150 }] });
  const none = [1, 2, 3, 4].map(() => cohort([0, 150]));
  expect(projectRevenue(cohort([50, null]), none)).toEqual({ refused: shortHistoryText });
});

test("a cohort without revenue has none to multiply", () => {
  const history = [100, 120, 90, 110].map((before) => cohort([before, 200]));
  expect(projectRevenue(cohort([0, null]), history)).toMatchObject({
    ages: [null, { revenue: 0, low: 0, high: 0 }],
  });
});

test("without enough older cohorts, or people in them, there is no projection", () => {
  const history = [1, 2, 3, 4].map(() => cohort([100, 200]));
  expect(projectRevenue(cohort([50, null]), history)).toHaveProperty("ages");
  expect(projectRevenue(cohort([50, null]), history.slice(1))).toEqual({ refused: shortHistoryText });
  const few = history.map((one) => ({ ...one, payers: 4 }));
  expect(projectRevenue(cohort([50, null]), few)).toEqual({ refused: shortHistoryText });
});

test("cohorts are a small sample with fewer than 200 installs or 20 paying users together", () => {
  const of = (installs: number, payers: number) => cohort([], installs, payers);
  expect(isSmallSample([of(200, 20)])).toBe(false);
  expect(isSmallSample([of(199, 20)])).toBe(true);
  expect(isSmallSample([of(200, 19)])).toBe(true);
  expect(isSmallSample([of(150, 5), of(50, 15)])).toBe(false);
});

test("the error of the backtest is the difference to the actual revenue of cohorts that the others project", () => {
  const history = [100, 100, 100, 100].map((before, i) => cohort([before, i === 0 ? 300 : 200]));
  const projected = projectRevenue(cohort([100, null]), history);
  // The first is projected as 200 instead of 300, the others as 233.33 instead of 200.
  const [, next] = "ages" in projected ? projected.ages : [];
  expect(next?.error).toBeCloseTo((100 + 3 * (700 / 3 - 200)) / 900, 10);
});

test("of several projections, own errors cancel each other out in part, and shared ones do not", () => {
  const of = (own: number, shared: number, error: number | null = 0.2) => {
    const width = Math.hypot(own, shared);
    const range = { low: 100 * Math.exp(-width), high: 100 * Math.exp(width) };
    return { revenue: 100, ...range, error, own: 100 * own, shared: 100 * shared };
  };
  const rangeOf = (...some: ReturnType<typeof of>[]) => {
    const { revenue, low, high } = addProjected(some);
    return [revenue, Math.log(revenue / low), Math.log(high / revenue)].map((value) =>
      Number(value.toFixed(6)),
    );
  };
  expect(rangeOf(of(0.3, 0), of(0.3, 0))).toEqual([200, 0.212132, 0.212132]);
  expect(rangeOf(of(0, 0.3), of(0, 0.3))).toEqual([200, 0.3, 0.3]);
  expect(rangeOf(of(0.3, 0.4))).toEqual([100, 0.5, 0.5]);
  expect(addProjected([of(0.1, 0.1, 0.2), of(0.1, 0.1, 0.4)]).error).toBeCloseTo(0.3, 10);
  // Actual revenue does not vary.
  expect(addProjected([of(0.3, 0), of(0, 0, null)])).toMatchObject({
    revenue: 200,
    low: 100 + 100 * Math.exp(-0.3),
    high: 100 + 100 * Math.exp(0.3),
    error: 0.2,
  });
});

test("a cohort breaks even on the day on which its revenue reaches its spend", () => {
  const points = [
    { day: 0, revenue: 10 },
    { day: 30, revenue: 100 },
    { day: 60, revenue: 160 },
  ];
  expect(breakEvenDay(points, 130)).toBe(45);
  expect(breakEvenDay(points, 5)).toBe(0);
  expect(breakEvenDay(points, 161)).toBeNull();
  expect(breakEvenDay(points, null)).toBeNull();
  expect(breakEvenDay(points, 0)).toBeNull();
});

/** Numbers between 0 and 1, always the same ones. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const days = [0, 1, 3, 7, 14, 30, 60, 90, 180];

/** Installs whose users pay at random, some again each month, as in an app with purchases and subscriptions. */
function simulated(next: () => number, installs: number, oldest: number) {
  const revenue = days.map(() => 0);
  let payers = 0;
  const firsts: number[] = [];
  const pay = (day: number, amount: number) => {
    for (const [i, age] of days.entries()) if (day <= age) revenue[i]! += amount;
  };
  for (let i = 0; i < installs; i++) {
    if (next() > 0.12) continue;
    payers++;
    const first = Math.floor(-8 * Math.log(1 - next()));
    firsts.push(first);
    const price = next() < 0.7 ? 500 : 2_000;
    pay(first, price);
    for (let day = first + 30; day <= 180 && next() < 0.75; day += 30) pay(day, price);
  }
  return { installs, payers, firsts, revenue: revenue.map((sum, i) => (days[i]! <= oldest ? sum : null)) };
}

test("an interval of 80 % contains the revenue of 72 to 88 of 100 simulated cohorts", () => {
  const next = random(7);
  const covered = new Map<number, number[]>();
  for (let run = 0; run < 250; run++) {
    const sizes = () => 400 + Math.floor(next() * 1_200);
    const history = Array.from({ length: 14 }, () => simulated(next, sizes(), 180));
    for (const age of [7, 30]) {
      const whole = simulated(next, sizes(), 180);
      const young = { ...whole, revenue: whole.revenue.map((sum, i) => (days[i]! <= age ? sum : null)) };
      const found = projectRevenue(young, history);
      if ("refused" in found) throw new Error(found.refused);
      for (const horizon of [30, 90, 180].filter((day) => day > age)) {
        const at = days.indexOf(horizon);
        const { low, high } = found.ages[at]!;
        const actual = whole.revenue[at]!;
        const results = covered.get(age * 1_000 + horizon) ?? [];
        results.push(actual >= low && actual <= high ? 1 : 0);
        covered.set(age * 1_000 + horizon, results);
      }
    }
  }
  const shares = [...covered.values()].map((hits) => hits.reduce((sum, hit) => sum + hit, 0) / hits.length);
  expect(shares).toHaveLength(5);
  for (const share of shares) {
    expect(share).toBeGreaterThanOrEqual(0.72);
    expect(share).toBeLessThanOrEqual(0.88);
  }
});

/** The weeks of a row at their present ages, and older weeks; `size` is the installs of a week. */
function simulatedRow(next: () => number, weeks: number, size: number, older: number) {
  const about = (installs: number) => Math.round(installs * (0.7 + 0.6 * next()));
  const history = Array.from({ length: 14 }, () => simulated(next, about(older), 180));
  const whole = Array.from({ length: weeks }, () => simulated(next, about(size), 180));
  const young = whole.map((one, week) => ({
    installs: one.installs,
    payers: one.firsts.filter((first) => first <= 7 * week).length,
    revenue: one.revenue.map((sum, i) => (days[i]! <= 7 * week ? sum : null)),
  }));
  return { history, whole, young };
}

test.each([
  { title: "of half a year", weeks: 26, size: 600, older: 600 },
  { title: "of many small cohorts by older ones of their size", weeks: 13, size: 60, older: 60 },
  { title: "of a few small cohorts by all older ones of the app", weeks: 7, size: 60, older: 900 },
])("an interval of 80 % contains the sum $title in 72 to 88 of 100 cases", ({ weeks, size, older }) => {
  const next = random(11);
  const covered = new Map<number, number[]>();
  for (let run = 0; run < 200; run++) {
    const { history, whole, young } = simulatedRow(next, weeks, size, older);
    if (isSmallSample(young)) continue;
    for (const horizon of [90, 180]) {
      const at = days.indexOf(horizon);
      const parts = young.map((one) => {
        const actual = one.revenue[at];
        const found = projectRevenue(one, history);
        if ("refused" in found) throw new Error(found.refused);
        const exact = { error: null, own: 0, shared: 0 };
        return found.ages[at] ?? { revenue: actual!, low: actual!, high: actual!, ...exact };
      });
      const { low, high } = addProjected(parts);
      const actual = whole.reduce((sum, one) => sum + one.revenue[at]!, 0);
      const results = covered.get(horizon) ?? [];
      results.push(actual >= low && actual <= high ? 1 : 0);
      covered.set(horizon, results);
    }
  }
  for (const hits of covered.values()) {
    const share = hits.reduce((sum, hit) => sum + hit, 0) / hits.length;
    expect(hits.length).toBeGreaterThan(100);
    expect(share).toBeGreaterThanOrEqual(0.72);
    expect(share).toBeLessThanOrEqual(0.88);
  }
});
