import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween, eachDay } from "@/lib/base/days";
import { comparedOf, daysBefore, reportCompared } from "@/lib/reporting/compare";

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const today = "2026-11-22";

test("each day is compared with its own weekday, none of the window itself, and never with today", () => {
  const length = fc.integer({ min: 1, max: 400 });
  const ends = fc.integer({ min: -30, max: 200 }).map((ago) => addDays(today, -ago));
  fc.assert(
    fc.property(length, ends, (count, to) => {
      const window = { from: addDays(to, 1 - count), to };
      const before = daysBefore(window, "weeks");
      const pairs = eachDay(window.from, to).map((day, i) => [day, addDays(before.from, i)] as const);
      for (const [day, other] of pairs) expect(weekday(other)).toBe(weekday(day));
      expect(before.to < window.from).toBe(true);
      expect(daysBetween(before.to, window.from)).toBeLessThanOrEqual(8);
      const compared = comparedOf(window, today, "weeks");
      if (window.from >= today) {
        expect(compared).toBeNull();
        return;
      }
      expect(compared!.to).toBe(to < today ? to : "2026-11-21");
      expect(daysBetween(compared!.from, compared!.to)).toBe(
        daysBetween(compared!.previous.from, compared!.previous.to),
      );
      expect(compared!.previous.from).toBe(before.from);
    }),
  );
});

describe("a month", () => {
  test("that runs is compared with the same days of the month before", () => {
    const november = { from: "2026-11-01", to: today };
    expect(daysBefore(november, "month")).toEqual({ from: "2026-10-01", to: "2026-10-22" });
    expect(comparedOf(november, today, "month")).toEqual({
      from: "2026-11-01",
      to: "2026-11-21",
      previous: { from: "2026-10-01", to: "2026-10-21" },
    });
  });

  test("that is over is compared with the whole month before, however long", () => {
    const october = { from: "2026-10-01", to: "2026-10-31" };
    expect(comparedOf(october, today, "month")?.previous).toEqual({ from: "2026-09-01", to: "2026-09-30" });
    const february = { from: "2026-02-01", to: "2026-02-28" };
    expect(comparedOf(february, today, "month")?.previous).toEqual({ from: "2026-01-01", to: "2026-01-31" });
    const january = { from: "2026-01-01", to: "2026-01-31" };
    expect(comparedOf(january, today, "month")?.previous).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  });

  test("has no day that the month before lacks", () => {
    const march = { from: "2026-03-01", to: "2026-03-30" };
    expect(daysBefore(march, "month")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  });

  test("that begins today is compared with nothing yet", () => {
    const first = { from: "2026-11-01", to: "2026-11-01" };
    expect(comparedOf(first, "2026-11-01", "month")).toBeNull();
  });

  test("other days are no month, and compared by weeks", () => {
    const some = { from: "2026-10-20", to: "2026-11-02" };
    expect(daysBefore(some, "month")).toEqual({ from: "2026-10-06", to: "2026-10-19" });
  });
});

test("a report is compared with the same days of the month or the year before, as far as a month has them", () => {
  const previous = (from: string, to: string, how: "month" | "year") =>
    reportCompared({ from, to }, today, how)?.previous;
  expect(previous("2026-10-24", "2026-11-20", "month")).toEqual({ from: "2026-09-24", to: "2026-10-20" });
  expect(previous("2026-03-10", "2026-03-31", "month")).toEqual({ from: "2026-02-10", to: "2026-02-28" });
  expect(previous("2026-02-01", "2026-02-28", "month")).toEqual({ from: "2026-01-01", to: "2026-01-31" });
  expect(previous("2026-01-05", "2026-01-09", "month")).toEqual({ from: "2025-12-05", to: "2025-12-09" });
  expect(previous("2024-02-01", "2024-02-29", "year")).toEqual({ from: "2023-02-01", to: "2023-02-28" });
  expect(previous("2026-06-01", "2026-06-10", "year")).toEqual({ from: "2025-06-01", to: "2025-06-10" });
});

test("today is in no comparison of a report", () => {
  expect(reportCompared({ from: "2026-11-01", to: today }, today, "month")).toEqual({
    from: "2026-11-01",
    to: "2026-11-21",
    previous: { from: "2026-10-01", to: "2026-10-21" },
  });
  expect(reportCompared({ from: today, to: today }, today, "year")).toBeNull();
});
