import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, eachDay } from "@/lib/base/days";
import { budgetPacing, completeDays, periodOfBudget, recentDays } from "./rules";

const may = { from: "2026-05-01", to: "2026-05-31" };

test("a monthly budget has the calendar month of the day, and another budget its own days", () => {
  expect(periodOfBudget({ from: null, to: null }, "2026-02-28")).toEqual({
    from: "2026-02-01",
    to: "2026-02-28",
  });
  expect(periodOfBudget({ from: null, to: null }, "2028-02-01").to).toBe("2028-02-29");
  expect(periodOfBudget({ from: null, to: null }, "2026-12-31").to).toBe("2026-12-31");
  const own = { from: "2026-03-10", to: "2026-04-09" };
  expect(periodOfBudget(own, "2026-05-05")).toEqual(own);
});

test("pacing compares the spend of complete days with their share of the budget", () => {
  // Ten of 31 days are over; today's spend does not count.
  const spend = { spent: 5_000, complete: 4_000, recent: 3_500 };
  expect(budgetPacing(31_000, spend, may, "2026-05-11")).toEqual({
    complete: 4_000,
    expected: 10_000,
    pace: 4_000 / 10_000 - 1,
    projected: 4_000 + (3_500 / 7) * 21,
    days: { complete: 10, all: 31 },
  });
});

test("the first day and a future period have no pace, and an ended period projects what was spent", () => {
  const none = { spent: 900, complete: 0, recent: 0 };
  expect(budgetPacing(31_000, none, may, "2026-05-01")).toMatchObject({
    expected: 0,
    pace: null,
    projected: null,
  });
  expect(budgetPacing(31_000, none, may, "2026-04-01")).toMatchObject({ pace: null, days: { complete: 0 } });
  const all = { spent: 40_000, complete: 40_000, recent: 7_000 };
  expect(budgetPacing(31_000, all, may, "2026-06-05")).toMatchObject({ expected: 31_000, projected: 40_000 });
});

test("a campaign that spends the same every day ends at the projection, whatever day it is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: 1, max: 10_000 }),
      (length, passed, perDay) => {
        const period = { from: "2026-01-01", to: addDays("2026-01-01", length - 1) };
        const today = addDays(period.from, passed);
        const done = eachDay(period.from, period.to).filter((day) => day < today).length;
        expect(completeDays(period, today)).toBe(done);
        const spend = {
          spent: done * perDay,
          complete: done * perDay,
          recent: Math.min(done, recentDays) * perDay,
        };
        const { pace, projected } = budgetPacing(perDay * length, spend, period, today);
        expect(projected).toBe(perDay * length);
        expect(pace).toBeCloseTo(0);
      },
    ),
  );
});
