import { describe, expect, test } from "vitest";
import type { WeekStart } from "@/lib/base/days";
import { chosenComparison, dayWindow, namedPresets, type WindowState, windowCodecs } from "./window";

const today = "2026-03-29";
const at = (state: Partial<WindowState>) =>
  dayWindow({ range: "30d", from: "", to: "", ...state }, today, "monday");

describe("date ranges", () => {
  test("ranges include today, so seven days begin six days ago", () => {
    expect(at({ range: "today" })).toEqual({ from: today, to: today });
    expect(at({ range: "7d" })).toEqual({ from: "2026-03-23", to: today });
    expect(at({ range: "30d" })).toEqual({ from: "2026-02-28", to: today });
    expect(at({ range: "90d" })).toEqual({ from: "2025-12-30", to: today });
    expect(at({ range: "month" })).toEqual({ from: "2026-03-01", to: today });
  });

  test("yesterday and last month end before today", () => {
    expect(at({ range: "yesterday" })).toEqual({ from: "2026-03-28", to: "2026-03-28" });
    expect(at({ range: "last-month" })).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(dayWindow({ range: "last-month", from: "", to: "" }, "2026-01-31", "monday")).toEqual({
      from: "2025-12-01",
      to: "2025-12-31",
    });
  });

  test("weeks begin on Monday, quarters with their first month, and both end today", () => {
    expect(at({ range: "week" })).toEqual({ from: "2026-03-23", to: today });
    expect(at({ range: "last-week" })).toEqual({ from: "2026-03-16", to: "2026-03-22" });
    expect(at({ range: "quarter" })).toEqual({ from: "2026-01-01", to: today });
    expect(at({ range: "year" })).toEqual({ from: "2026-01-01", to: today });
    const on = (range: WindowState["range"], day: string) =>
      dayWindow({ range, from: "", to: "" }, day, "monday");
    expect(on("week", "2026-03-30")).toEqual({ from: "2026-03-30", to: "2026-03-30" });
    expect(on("last-week", "2026-01-01")).toEqual({ from: "2025-12-22", to: "2025-12-28" });
    expect(on("quarter", "2026-12-31").from).toBe("2026-10-01");
  });

  test("weeks begin on the project's first day of the week", () => {
    const on = (range: WindowState["range"], day: string, first: WeekStart) =>
      dayWindow({ range, from: "", to: "" }, day, first);
    // A Wednesday, a Saturday and a Sunday.
    expect(on("week", "2026-04-01", "sunday")).toEqual({ from: "2026-03-29", to: "2026-04-01" });
    expect(on("last-week", "2026-04-04", "sunday")).toEqual({ from: "2026-03-22", to: "2026-03-28" });
    expect(on("week", "2026-04-05", "sunday")).toEqual({ from: "2026-04-05", to: "2026-04-05" });
    expect(on("week", "2026-04-05", "saturday")).toEqual({ from: "2026-04-04", to: "2026-04-05" });
  });

  test("a valid custom range is used as given; an invalid one falls back to the default", () => {
    expect(at({ range: "custom", from: "2026-01-05", to: "2026-01-07" })).toEqual({
      from: "2026-01-05",
      to: "2026-01-07",
    });
    for (const wrong of [
      { from: "2026-01-05" },
      { from: "2026-01-07", to: "2026-01-05" },
      { from: "2001-01-01", to: "2026-01-05" },
    ])
      expect(at({ range: "custom", ...wrong })).toEqual(at({}));
  });

  test("dates that do not exist are not read from the address", () => {
    expect(windowCodecs.from.read("2026-02-28")).toBe("2026-02-28");
    for (const wrong of ["2026-02-30", "2026-2-1", "yesterday", ""])
      expect(windowCodecs.from.read(wrong)).toBeUndefined();
  });
});

test("calendar ranges are compared with the previous one, other ranges with the same weekdays, unless chosen otherwise", () => {
  const windowFor = (compare: "" | "none" | "year") =>
    namedPresets.map((range) => [range, chosenComparison({ range, compare })] as const);
  expect(windowFor("").filter(([, how]) => how === "previous")).toHaveLength(6);
  expect(windowFor("").filter(([, how]) => how === "weeks")).toHaveLength(7);
  for (const chosen of ["none", "year"] as const)
    expect(windowFor(chosen).every(([, how]) => how === chosen)).toBe(true);
});
