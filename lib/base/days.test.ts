import { expect, test } from "vitest";
import { addDays, dayCount, eachDay } from "@/lib/base/days";

test("days follow each other across months, years, leap days and clock changes", () => {
  expect(addDays("2026-03-28", 1)).toBe("2026-03-29");
  expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(dayCount("2026-03-01", "2026-03-31")).toBe(31);
  expect(dayCount("2026-10-25", "2026-10-25")).toBe(1);
  expect(eachDay("2026-12-30", "2027-01-02")).toEqual([
    "2026-12-30",
    "2026-12-31",
    "2027-01-01",
    "2027-01-02",
  ]);
  expect(eachDay("2026-01-02", "2026-01-01")).toEqual([]);
});
