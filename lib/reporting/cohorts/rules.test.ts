import { expect, test } from "vitest";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { type CohortSum, cohortPeriods, cohortTable } from "@/lib/reporting/cohorts/rules";
import { ageNames, firstImmatureDay } from "@/lib/reporting/metrics/cohort-ages";
import type { CohortCell } from "@/lib/reporting/metrics/cohort-metrics";
import { cohortMetricNames, cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";

const period = {
  from: "2026-03-01",
  to: "2026-03-20",
  timeZone: "Europe/Berlin",
  now: new Date("2026-03-20T12:00:00Z"),
  granularity: "day",
  weekStart: "monday",
} as const;

const installs = (cohort: string, count: number, value: string | null = ""): CohortSum => ({
  ...{ cohort, value, measure: "installs", age: 0, count, amount: 0 },
});
const amount = (
  measure: string,
  cohort: string,
  of: number,
  age = 0,
  value: string | null = "",
): CohortSum => ({
  ...{ cohort, value, measure, age, count: 0, amount: of },
});
const opened = (cohort: string, age: number, count: number): CohortSum => ({
  ...{ cohort, value: "", measure: "opened_on", age, count, amount: 0 },
});
const at = (cells: readonly (CohortCell | null)[], name: string) => cells[ageNames.indexOf(name as "d0")];

test("periods follow the project's calendar, cut off by the chosen days", () => {
  const of = (granularity: "week" | "month", weekStart: "monday" | "sunday" = "monday") =>
    [...cohortPeriods({ ...period, granularity, weekStart }).values()].map(({ from, to }) => `${from} ${to}`);
  expect(of("week")).toEqual([
    "2026-03-01 2026-03-01",
    "2026-03-02 2026-03-08",
    "2026-03-09 2026-03-15",
    "2026-03-16 2026-03-20",
  ]);
  expect(of("week", "sunday")[0]).toBe("2026-03-01 2026-03-07");
  expect(of("month")).toEqual(["2026-03-01 2026-03-20"]);
  expect(cohortPeriods({ ...period, from: "2026-01-31", to: "2026-03-01", granularity: "month" }).size).toBe(
    3,
  );
});

test("a cohort is mature at age n once its last possible install is n + 1 times 24 hours old", () => {
  const isMatureAt = (days: number | null, now: string) => {
    const first = firstImmatureDay(days, { timeZone: "Europe/Berlin", now: new Date(now) });
    return first === null || "2026-03-13" < first;
  };
  // The day ends at 23:00 UTC.
  expect(isMatureAt(0, "2026-03-14T22:59:59.999Z")).toBe(false);
  expect(isMatureAt(0, "2026-03-14T23:00:00Z")).toBe(true);
  expect(isMatureAt(7, "2026-03-21T22:59:59.999Z")).toBe(false);
  expect(isMatureAt(7, "2026-03-21T23:00:00Z")).toBe(true);
  // Clocks are put forward in between, and an age has 24 hours all the same.
  expect(isMatureAt(30, "2026-04-13T22:59:59.999Z")).toBe(false);
  expect(isMatureAt(30, "2026-04-13T23:00:00Z")).toBe(true);
  expect(isMatureAt(null, "2026-03-13T00:00:00Z")).toBe(true);
});

test("a cell adds the revenue up to its age; a younger cohort has no value, which is not zero", () => {
  const { rows } = cohortTable(
    [
      installs("2026-03-10", 4),
      amount("revenue_since", "2026-03-10", 100, 0),
      amount("revenue_since", "2026-03-10", 50, 3),
      amount("revenue_since", "2026-03-10", 30, 14),
      amount("ad_revenue_since", "2026-03-10", 0.5, 3),
      amount("ad_revenue_since", "2026-03-10", 0.25, 14),
      amount("spend", "2026-03-10", 150),
      opened("2026-03-10", 1, 3),
    ],
    period,
    [""],
  );
  const [row] = rows;
  expect(row).toMatchObject({ from: "2026-03-10", to: "2026-03-10", installs: 4, spend: 150, payback: "d3" });
  const paid = { ad_revenue: 0, payers: 0, events: null, users: null };
  expect(at(row!.cells, "d0")).toEqual({ installs: 4, revenue: 100, spend: 150, retained: null, ...paid });
  expect(at(row!.cells, "d1")).toEqual({ installs: 4, revenue: 100, spend: 150, retained: 3, ...paid });
  expect(at(row!.cells, "d3")).toMatchObject({ revenue: 150, ad_revenue: 0.5, retained: 0 });
  expect(at(row!.cells, "d14")).toBeNull();
  expect(at(row!.cells, "lifetime")).toMatchObject({
    installs: 4,
    revenue: 180,
    ad_revenue: 0.75,
    spend: 150,
    retained: null,
  });
  expect(cohortMetrics.ltv.of(row!.cells[0]!)).toBe(25);
  expect(cohortMetrics.retention.of(row!.cells[1]!)).toBe(75);
});

test("a total divides sums of the same mature cohorts, without revenue, spend, installs and opens of younger ones", () => {
  const { total } = cohortTable(
    [
      installs("2026-03-05", 10),
      amount("revenue_since", "2026-03-05", 1_000, 7),
      amount("spend", "2026-03-05", 2_000),
      opened("2026-03-05", 7, 4),
      installs("2026-03-17", 90),
      amount("revenue_since", "2026-03-17", 5_000, 1),
      amount("spend", "2026-03-17", 9_000),
      opened("2026-03-17", 1, 45),
    ],
    period,
    [""],
  );
  expect(at(total.cells, "d7")).toMatchObject({ installs: 10, revenue: 1_000, spend: 2_000, retained: 4 });
  expect(at(total.cells, "d1")).toMatchObject({ installs: 100, revenue: 5_000, spend: 11_000, retained: 45 });
  expect(at(total.cells, "d30")).toBeNull();
  expect(total).toMatchObject({ installs: 100, spend: 11_000 });
});

test("a week is mature at an age as a whole, and the rows of a breakdown add up to the total", () => {
  const { rows, values, total } = cohortTable(
    [
      installs("2026-03-09", 3, "1"),
      installs("2026-03-09", 5, null),
      amount("spend", "2026-03-09", 70, 0, "1"),
      amount("revenue_since", "2026-03-09", 20, 1, null),
    ],
    { ...period, granularity: "week" },
    ["1", null],
  );
  expect(rows.map(({ key, installs }) => [key, installs])).toEqual([
    ["1", 3],
    [null, 5],
  ]);
  expect(at(rows[0]!.cells, "d7")).toBeNull();
  expect(at(total.cells, "d3")).toMatchObject({ installs: 8, revenue: 20, spend: 70, retained: 0 });
  expect(values.map(({ installs }) => installs)).toEqual([3, 5]);
});

test("spend that is not broken down has a row without ROAS and payback, and is part of the total", () => {
  const sums = [
    installs("2026-03-10", 4, "DE"),
    amount("revenue_since", "2026-03-10", 100, 0, "DE"),
    amount("spend", "2026-03-10", 10, 0, "DE"),
    amount("spend", "2026-03-10", 30, 0, notBrokenDownCountry),
  ];
  const { rows, values, total } = cohortTable(sums, period, ["DE", notBrokenDownCountry], { by: "country" });
  expect(rows.map(({ spend, payback }) => [spend, payback])).toEqual([
    [10, "d0"],
    [30, null],
  ]);
  expect(cohortMetrics.roas.of(rows[0]!.cells[0]!)).toBe(10);
  expect(cohortMetrics.roas.of(rows[1]!.cells[0]!)).toBeNull();
  expect(cohortMetrics.roas.of(values[1]!.cells[0]!)).toBeNull();
  expect(total).toMatchObject({ spend: 40, payback: "d0" });
  expect(cohortMetrics.roas.of(total.cells[0]!)).toBe(2.5);
});

test("each figure divides one sum by another", () => {
  const cell: CohortCell = {
    installs: 40,
    revenue: 1_200,
    ad_revenue: 300,
    spend: 600,
    retained: 10,
    payers: 8,
    events: { count: 20, amount: 5_000 },
    users: 12,
  };
  const valuesOf = (of: CohortCell) =>
    Object.fromEntries(cohortMetricNames.map((name) => [name, cohortMetrics[name].of(of)]));
  expect(
    cohortMetricNames.map((name) => {
      const { ratio = null } = { ratio: undefined, ...cohortMetrics[name] };
      return [name, ratio && `${ratio.top} / ${ratio.bottom} * ${ratio.times}`];
    }),
  ).toEqual([
    ["revenue", null],
    ["ltv", "revenue / installs * 1"],
    ["roas", "revenue / spend * 1"],
    ["ad_revenue", null],
    ["ad_ltv", "ads / installs * 1"],
    ["ad_roas", "ads / spend * 1"],
    ["total_revenue", null],
    ["total_ltv", "total / installs * 1"],
    ["total_roas", "total / spend * 1"],
    ["retention", "opened / installs * 100"],
    ["paying_share", "payers / installs * 100"],
    ["arppu", "revenue / payers * 1"],
    ["event_count", null],
    ["events", "events / installs * 1"],
    ["event_value", "value / installs * 1"],
    ["cost_per_event", "spend / events * 1"],
    ["event_users", null],
    ["event_share", "users / installs * 100"],
  ]);
  expect(valuesOf(cell)).toEqual({
    revenue: 1_200,
    ltv: 1_200 / 40,
    roas: 1_200 / 600,
    ad_revenue: 300,
    ad_ltv: 300 / 40,
    ad_roas: 300 / 600,
    total_revenue: 1_500,
    total_ltv: 1_500 / 40,
    total_roas: 1_500 / 600,
    retention: (100 * 10) / 40,
    paying_share: (100 * 8) / 40,
    arppu: 1_200 / 8,
    event_count: 20,
    events: 20 / 40,
    event_value: 5_000 / 40,
    cost_per_event: 600 / 20,
    event_users: 12,
    event_share: (100 * 12) / 40,
  });
  const empty = {
    installs: 0,
    revenue: 0,
    ad_revenue: 0,
    spend: 0,
    retained: 0,
    payers: 0,
    events: { count: 0, amount: 0 },
    users: 0,
  };
  expect(Object.values(valuesOf(empty)).filter((value) => value !== null)).toEqual([0, 0, 0, 0, 0]);
});
