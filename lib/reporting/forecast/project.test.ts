import { expect, test } from "vitest";
import {
  addProjected,
  breakEvenDay,
  projectRevenue,
  type RevenueByAge,
  shortHistoryText,
  smallSampleText,
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
      { revenue: 100, low: 100, high: 100, error: 0 },
      { revenue: 150, low: 150, high: 150, error: 0 },
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

test("a small cohort has no projection, and neither has one without enough older cohorts", () => {
  const history = [1, 2, 3, 4].map(() => cohort([100, 200]));
  expect(projectRevenue(cohort([50, null], 199), history)).toEqual({ refused: smallSampleText });
  expect(projectRevenue(cohort([50, null], 200, 19), history)).toEqual({ refused: smallSampleText });
  expect(projectRevenue(cohort([50, null], 200, 20), history)).toHaveProperty("ages");
  expect(projectRevenue(cohort([50, null]), history.slice(1))).toEqual({ refused: shortHistoryText });
  const few = history.map((one) => ({ ...one, payers: 4 }));
  expect(projectRevenue(cohort([50, null]), few)).toEqual({ refused: shortHistoryText });
});

test("the error of the backtest is the difference to the actual revenue of cohorts that the others project", () => {
  const history = [100, 100, 100, 100].map((before, i) => cohort([before, i === 0 ? 300 : 200]));
  const projected = projectRevenue(cohort([100, null]), history);
  // The first is projected as 200 instead of 300, the others as 233.33 instead of 200.
  const [, next] = "ages" in projected ? projected.ages : [];
  expect(next?.error).toBeCloseTo((100 + 3 * (700 / 3 - 200)) / 900, 10);
});

test("several projections add up, and their interval is narrower than the sum of theirs", () => {
  const one = { revenue: 100, low: 70, high: 140, error: 0.2 };
  expect(addProjected([one, { ...one, error: 0.4 }])).toEqual({
    revenue: 200,
    low: 200 - Math.hypot(30, 30),
    high: 200 + Math.hypot(40, 40),
    error: expect.closeTo(0.3, 10),
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
function simulated(next: () => number, installs: number, oldest: number): RevenueByAge {
  const revenue = days.map(() => 0);
  let payers = 0;
  const pay = (day: number, amount: number) => {
    for (const [i, age] of days.entries()) if (day <= age) revenue[i]! += amount;
  };
  for (let i = 0; i < installs; i++) {
    if (next() > 0.12) continue;
    payers++;
    const first = Math.floor(-8 * Math.log(1 - next()));
    const price = next() < 0.7 ? 500 : 2_000;
    pay(first, price);
    for (let day = first + 30; day <= 180 && next() < 0.75; day += 30) pay(day, price);
  }
  return { installs, payers, revenue: revenue.map((sum, i) => (days[i]! <= oldest ? sum : null)) };
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
