import { expect, test } from "vitest";
import { nextRun, readRunName, reportedDaysOf, runName } from "@/lib/alerts/reports/runs";

const at = (text: string) => new Date(text);

test.each([
  // The hour is local time: 08:00 in Berlin is 07:00 UTC in winter and 06:00 in summer.
  ["daily", 1, 8, "Europe/Berlin", "2026-03-28T06:00:00Z", "2026-03-28T07:00:00.000Z"],
  ["daily", 1, 8, "Europe/Berlin", "2026-03-28T07:00:00Z", "2026-03-29T06:00:00.000Z"],
  ["daily", 1, 8, "Europe/Berlin", "2026-10-24T06:00:00Z", "2026-10-25T07:00:00.000Z"],
  // 02:00 does not exist on that day, so 03:00 counts.
  ["daily", 1, 2, "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
  // 02:00 occurs twice on that day. The report is sent at the first only.
  ["daily", 1, 2, "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:00:00.000Z"],
  ["daily", 1, 2, "Europe/Berlin", "2026-10-25T00:00:00Z", "2026-10-26T01:00:00.000Z"],
  ["weekly", 1, 8, "UTC", "2026-11-23T07:59:59Z", "2026-11-23T08:00:00.000Z"],
  ["weekly", 1, 8, "UTC", "2026-11-23T08:00:00Z", "2026-11-30T08:00:00.000Z"],
  ["weekly", 7, 0, "Asia/Kathmandu", "2026-11-23T08:00:00Z", "2026-11-28T18:15:00.000Z"],
  ["monthly", 1, 8, "UTC", "2026-12-01T08:00:00Z", "2027-01-01T08:00:00.000Z"],
  ["monthly", 1, 8, "UTC", "2028-02-29T23:00:00Z", "2028-03-01T08:00:00.000Z"],
  // In Auckland the 1st begins when it is still the 31st in UTC.
  ["monthly", 1, 0, "Pacific/Auckland", "2026-08-31T11:59:59Z", "2026-08-31T12:00:00.000Z"],
] as const)("%s on day %i at %i in %s: after %s follows %s", (cadence, weekday, hour, zone, after, next) => {
  expect(nextRun({ cadence, weekday, hour }, zone, at(after)).toISOString()).toBe(next);
});

test.each([
  ["daily", "UTC", "2026-03-01T08:00:00Z", "2026-02-28", "2026-02-28"],
  ["daily", "Pacific/Auckland", "2026-11-23T12:00:00Z", "2026-11-23", "2026-11-23"],
  ["weekly", "UTC", "2026-11-23T08:00:00Z", "2026-11-16", "2026-11-22"],
  ["weekly", "UTC", "2026-11-22T23:59:59Z", "2026-11-09", "2026-11-15"],
  ["monthly", "UTC", "2028-03-01T00:00:00Z", "2028-02-01", "2028-02-29"],
  ["monthly", "UTC", "2026-01-15T00:00:00Z", "2025-12-01", "2025-12-31"],
] as const)("%s in %s at %s covers %s to %s", (cadence, zone, now, from, to) => {
  expect(reportedDaysOf({ cadence }, { timeZone: zone, weekStart: "monday" }, at(now))).toEqual({ from, to });
});

test.each([
  // Installs of November 14 have completed seven days 24 hours after the end of November 21.
  ["daily", 7, "2026-11-22T23:59:59Z", "2026-11-13", "2026-11-13"],
  ["daily", 7, "2026-11-23T00:00:00Z", "2026-11-14", "2026-11-14"],
  ["daily", 0, "2026-11-23T00:00:00Z", "2026-11-21", "2026-11-21"],
  ["weekly", 7, "2026-11-23T08:00:00Z", "2026-11-02", "2026-11-08"],
  ["weekly", 7, "2026-11-24T08:00:00Z", "2026-11-09", "2026-11-15"],
  ["monthly", 30, "2026-12-01T08:00:00Z", "2026-09-01", "2026-09-30"],
  ["monthly", 30, "2026-12-02T00:00:00Z", "2026-10-01", "2026-10-31"],
  ["monthly", 180, "2026-12-01T08:00:00Z", "2026-05-01", "2026-05-31"],
] as const)("%s with D%i complete at %s covers %s to %s", (cadence, age, now, from, to) => {
  const calendar = { timeZone: "UTC", weekStart: "monday" } as const;
  expect(reportedDaysOf({ cadence }, calendar, at(now), age)).toEqual({ from, to });
});

test.each([
  ["monday", "2026-11-16", "2026-11-22"],
  ["saturday", "2026-11-14", "2026-11-20"],
  ["sunday", "2026-11-15", "2026-11-21"],
] as const)("a weekly report covers the last whole week from %s", (weekStart, from, to) => {
  const now = at("2026-11-24T08:00:00Z");
  expect(reportedDaysOf({ cadence: "weekly" }, { timeZone: "UTC", weekStart }, now)).toEqual({ from, to });
});

test("a run's name can be read back; there is one per minute", () => {
  const days = { from: "2026-11-16", to: "2026-11-22" };
  const name = runName(7, days, at("2026-11-23T08:00:01Z"));
  expect(readRunName(name)).toEqual({ id: 7, days });
  expect(runName(7, days, at("2026-11-23T08:00:59Z"))).toBe(name);
  expect(runName(7, days, at("2026-11-23T08:01:00Z"))).not.toBe(name);
  expect(readRunName("alert:7")).toBeNull();
});
