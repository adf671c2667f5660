import { expect, test } from "vitest";
import {
  type CohortSum,
  cohortMetrics,
  cohortPeriods,
  cohortTable,
  isMature,
} from "@/lib/reporting/cohorts/rules";
import { ageNames, type CohortCell } from "@/lib/reporting/cohorts/schema";

const period = {
  from: "2026-03-01",
  to: "2026-03-20",
  today: "2026-03-20",
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
const known = { rows: true, total: true };
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

test("a cohort is mature at an age on the day on which its last installs reach it", () => {
  expect(isMature("2026-03-13", 7, "2026-03-20")).toBe(true);
  expect(isMature("2026-03-14", 7, "2026-03-20")).toBe(false);
  expect(isMature("2026-03-20", null, "2026-03-20")).toBe(true);
});

test("a cell adds the revenue up to its age; a younger cohort has no value, which is not zero", () => {
  const { rows } = cohortTable(
    [
      installs("2026-03-10", 4),
      amount("revenue_since", "2026-03-10", 100, 0),
      amount("revenue_since", "2026-03-10", 50, 3),
      amount("revenue_since", "2026-03-10", 30, 14),
      amount("spend", "2026-03-10", 150),
      opened("2026-03-10", 1, 3),
    ],
    period,
    [""],
    known,
  );
  const [row] = rows;
  expect(row).toMatchObject({ from: "2026-03-10", to: "2026-03-10", installs: 4, spend: 150, payback: "d3" });
  expect(at(row!.cells, "d0")).toEqual({ installs: 4, revenue: 100, spend: 150, retained: null });
  expect(at(row!.cells, "d1")).toEqual({ installs: 4, revenue: 100, spend: 150, retained: 3 });
  expect(at(row!.cells, "d3")).toMatchObject({ revenue: 150, retained: 0 });
  expect(at(row!.cells, "d14")).toBeNull();
  expect(at(row!.cells, "lifetime")).toEqual({ installs: 4, revenue: 180, spend: 150, retained: null });
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
      installs("2026-03-18", 90),
      amount("revenue_since", "2026-03-18", 5_000, 1),
      amount("spend", "2026-03-18", 9_000),
      opened("2026-03-18", 1, 45),
    ],
    period,
    [""],
    known,
  );
  expect(at(total.cells, "d7")).toEqual({ installs: 10, revenue: 1_000, spend: 2_000, retained: 4 });
  expect(at(total.cells, "d1")).toEqual({ installs: 100, revenue: 5_000, spend: 11_000, retained: 45 });
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
    known,
  );
  expect(rows.map(({ key, installs }) => [key, installs])).toEqual([
    ["1", 3],
    [null, 5],
  ]);
  expect(at(rows[0]!.cells, "d7")).toBeNull();
  expect(at(total.cells, "d3")).toEqual({ installs: 8, revenue: 20, spend: 70, retained: 0 });
  expect(values.map(({ installs }) => installs)).toEqual([3, 5]);
});

test("without known spend, rows have no spend and no payback, and the total keeps its own", () => {
  const sums = [
    installs("2026-03-10", 4, "DE"),
    amount("revenue_since", "2026-03-10", 100, 0, "DE"),
    amount("spend", "2026-03-10", 10, 0, "DE"),
  ];
  const { rows, values, total } = cohortTable(sums, period, ["DE"], { rows: false, total: true });
  expect(rows[0]).toMatchObject({ spend: null, payback: null });
  expect(values[0]!.cells[0]).toMatchObject({ spend: null, revenue: 100 });
  expect(cohortMetrics.roas.of(rows[0]!.cells[0]!)).toBeNull();
  expect(total).toMatchObject({ spend: 10, payback: "d0" });
});
