import { describe, expect, test } from "vitest";
import { comparisonOf, presets, type WindowState, windowCodecs, windowOf } from "./window";

const today = "2026-03-29";
const at = (state: Partial<WindowState>) => windowOf({ range: "30d", from: "", to: "", ...state }, today);

describe("windows of days", () => {
  test("today is counted, so seven days begin six days ago", () => {
    expect(at({ range: "today" })).toEqual({ from: today, to: today });
    expect(at({ range: "7d" })).toEqual({ from: "2026-03-23", to: today });
    expect(at({ range: "30d" })).toEqual({ from: "2026-02-28", to: today });
    expect(at({ range: "90d" })).toEqual({ from: "2025-12-30", to: today });
    expect(at({ range: "month" })).toEqual({ from: "2026-03-01", to: today });
  });

  test("yesterday and last month are over: today is not in them", () => {
    expect(at({ range: "yesterday" })).toEqual({ from: "2026-03-28", to: "2026-03-28" });
    expect(at({ range: "last-month" })).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(windowOf({ range: "last-month", from: "", to: "" }, "2026-01-31")).toEqual({
      from: "2025-12-01",
      to: "2025-12-31",
    });
  });

  test("a custom window is as given; one that makes no sense is the usual one", () => {
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

  test("days that are on no calendar are not read out of the address", () => {
    expect(windowCodecs.from.read("2026-02-28")).toBe("2026-02-28");
    for (const wrong of ["2026-02-30", "2026-2-1", "yesterday", ""])
      expect(windowCodecs.from.read(wrong)).toBeUndefined();
  });
});

test("a month is compared with a month, every other window with whole weeks", () => {
  const days = { from: "", to: "" };
  expect(presets.filter((range) => comparisonOf({ range, ...days }) === "month")).toEqual([
    "month",
    "last-month",
  ]);
});
