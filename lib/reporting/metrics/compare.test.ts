import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayCount, eachDay } from "@/lib/base/days";
import { comparedRange, comparisonRange } from "@/lib/reporting/metrics/compare";

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const today = "2026-11-22";

test("each day is compared with the same weekday, outside the range itself, and never with today", () => {
  const length = fc.integer({ min: 1, max: 400 });
  const ends = fc.integer({ min: -30, max: 200 }).map((ago) => addDays(today, -ago));
  fc.assert(
    fc.property(length, ends, (count, to) => {
      const window = { from: addDays(to, 1 - count), to };
      const before = comparisonRange(window, "weeks", "monday");
      const pairs = eachDay(window.from, to).map((day, i) => [day, addDays(before.from, i)] as const);
      for (const [day, other] of pairs) expect(weekday(other)).toBe(weekday(day));
      expect(before.to < window.from).toBe(true);
      expect(dayCount(before.to, window.from)).toBeLessThanOrEqual(8);
      const compared = comparedRange(window, today, "weeks", "monday");
      if (window.from >= today) {
        expect(compared).toBeNull();
        return;
      }
      expect(compared!.to).toBe(to < today ? to : "2026-11-21");
      expect(dayCount(compared!.from, compared!.to)).toBe(
        dayCount(compared!.previous.from, compared!.previous.to),
      );
      expect(compared!.previous.from).toBe(before.from);
    }),
  );
});

const daysBeforeOf = (from: string, to: string) => comparisonRange({ from, to }, "previous", "monday");

describe("the previous period", () => {
  test("has the same number of days, right before", () => {
    expect(daysBeforeOf("2026-10-20", "2026-11-02")).toEqual({ from: "2026-10-06", to: "2026-10-19" });
    expect(daysBeforeOf("2026-11-21", "2026-11-21")).toEqual({ from: "2026-11-20", to: "2026-11-20" });
  });

  test("of a day is the day before, also at the start of a week or month", () => {
    expect(daysBeforeOf("2026-11-02", "2026-11-02").from).toBe("2026-11-01");
    expect(daysBeforeOf("2026-12-01", "2026-12-01").from).toBe("2026-11-30");
  });

  test("of the current month is the same days of the month before, without today", () => {
    const november = { from: "2026-11-01", to: today };
    expect(comparisonRange(november, "previous", "monday")).toEqual({ from: "2026-10-01", to: "2026-10-22" });
    expect(comparedRange(november, today, "previous", "monday")).toEqual({
      from: "2026-11-01",
      to: "2026-11-21",
      previous: { from: "2026-10-01", to: "2026-10-21" },
    });
    expect(
      comparedRange({ from: "2026-11-01", to: "2026-11-01" }, "2026-11-01", "previous", "monday"),
    ).toBeNull();
  });

  test("of a whole month is the whole month before, of any length", () => {
    expect(daysBeforeOf("2026-10-01", "2026-10-31")).toEqual({ from: "2026-09-01", to: "2026-09-30" });
    expect(daysBeforeOf("2026-02-01", "2026-02-28")).toEqual({ from: "2026-01-01", to: "2026-01-31" });
    expect(daysBeforeOf("2026-01-01", "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
    expect(daysBeforeOf("2026-03-01", "2026-03-30")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  });

  test("of a week is the week before, and of some of its days the same days", () => {
    expect(daysBeforeOf("2026-11-16", "2026-11-22")).toEqual({ from: "2026-11-09", to: "2026-11-15" });
    expect(daysBeforeOf("2026-11-16", "2026-11-18")).toEqual({ from: "2026-11-09", to: "2026-11-11" });
  });

  test("of a quarter and a year is the one before", () => {
    expect(daysBeforeOf("2026-07-01", "2026-09-30")).toEqual({ from: "2026-04-01", to: "2026-06-30" });
    expect(daysBeforeOf("2026-10-01", "2026-11-22")).toEqual({ from: "2026-07-01", to: "2026-08-22" });
    expect(daysBeforeOf("2026-01-01", "2026-11-22")).toEqual({ from: "2025-01-01", to: "2025-11-22" });
    expect(daysBeforeOf("2024-01-01", "2024-12-31")).toEqual({ from: "2023-01-01", to: "2023-12-31" });
  });
});

test("the same days of the month or year before, as far as they exist", () => {
  const previous = (from: string, to: string, how: "month" | "year") =>
    comparedRange({ from, to }, today, how, "monday")?.previous;
  expect(previous("2026-10-24", "2026-11-20", "month")).toEqual({ from: "2026-09-24", to: "2026-10-20" });
  expect(previous("2026-03-10", "2026-03-31", "month")).toEqual({ from: "2026-02-10", to: "2026-02-28" });
  expect(previous("2026-02-01", "2026-02-28", "month")).toEqual({ from: "2026-01-01", to: "2026-01-31" });
  expect(previous("2026-01-05", "2026-01-09", "month")).toEqual({ from: "2025-12-05", to: "2025-12-09" });
  expect(previous("2024-02-01", "2024-02-29", "year")).toEqual({ from: "2023-02-01", to: "2023-02-28" });
  expect(previous("2026-06-01", "2026-06-10", "year")).toEqual({ from: "2025-06-01", to: "2025-06-10" });
});

test("today alone has no comparison", () => {
  expect(comparedRange({ from: today, to: today }, today, "year", "monday")).toBeNull();
});

test("the beginning of a week is compared with the week before, for any first day of the week", () => {
  const days = { from: "2026-06-07", to: "2026-06-09" };
  expect(comparisonRange(days, "previous", "sunday")).toEqual({ from: "2026-05-31", to: "2026-06-02" });
  expect(comparisonRange(days, "previous", "monday")).toEqual({ from: "2026-06-04", to: "2026-06-06" });
});
