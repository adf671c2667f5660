/** Figures of cohorts from sums of the ledger. Runs in the browser too. */
import { addDays, monthStartOf, type WeekStart, weekStartOf } from "@/lib/base/days";
import {
  type AgeName,
  type CohortCell,
  type CohortLine,
  type CohortRow,
  cohortAges,
  type Granularity,
} from "@/lib/reporting/cohorts/schema";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

export type CohortSum = {
  /** The first day of the cohort's period. */
  cohort: string;
  /** Null for the values that are not listed. */
  value: string | null;
  measure: string;
  /** For revenue, the age up to which it was paid; for opens, the exact age. */
  age: number;
  count: number;
  amount: number;
};

/** The first day of a day's period. */
const cohortOf = (day: string, granularity: Granularity, weekStart: WeekStart): string =>
  granularity === "day" ? day : granularity === "week" ? weekStartOf(day, weekStart) : monthStartOf(day);

function nextCohort(cohort: string, granularity: Granularity): string {
  if (granularity === "month") return monthStartOf(addDays(cohort, 31));
  return addDays(cohort, granularity === "week" ? 7 : 1);
}

export type CohortPeriod = {
  from: string;
  to: string;
  today: string;
  granularity: Granularity;
  weekStart: WeekStart;
};

/** The periods in these days, up to a limit. The days cut off the first and the last period. */
export function cohortPeriods(
  { from, to, granularity, weekStart }: CohortPeriod,
  max = Number.POSITIVE_INFINITY,
) {
  const periods = new Map<string, { from: string; to: string }>();
  if (from > to) return periods;
  for (
    let cohort = cohortOf(from, granularity, weekStart);
    cohort <= to && periods.size < max;
    cohort = nextCohort(cohort, granularity)
  ) {
    const last = addDays(nextCohort(cohort, granularity), -1);
    periods.set(cohort, { from: cohort < from ? from : cohort, to: last > to ? to : last });
  }
  return periods;
}

/** A cohort has a value at an age once its last day is that old. */
export const isMature = (lastDay: string, days: number | null, today: string): boolean =>
  days === null || addDays(lastDay, days) <= today;

const lastRetention = 30;
/** All installs opened the app on the day of the install. */
export const hasRetention = (days: number | null): boolean =>
  days !== null && days > 0 && days <= lastRetention;

/** The first age at which the revenue reached the spend. */
function paybackOf(cells: readonly (CohortCell | null)[]): AgeName | null {
  const at = cells.findIndex((cell) => cell?.spend && cell.revenue >= cell.spend);
  return cohortAges[at]?.name ?? null;
}

type Sums = { installs: number; spend: number; revenue: Map<number, number>; opened: Map<number, number> };

function cellsOf({ installs, spend, revenue, opened }: Sums, lastDay: string, today: string) {
  return cohortAges.map(({ days }): CohortCell | null => {
    if (!isMature(lastDay, days, today)) return null;
    let sum = 0;
    for (const [age, amount] of revenue) if (days === null || age <= days) sum += amount;
    const retained = days !== null && hasRetention(days) ? (opened.get(days) ?? 0) : null;
    return { installs, revenue: sum, spend, retained };
  });
}

const added = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/** Sums over the same mature cohorts for each age. */
function totalCells(rows: readonly Pick<CohortRow, "cells">[]): (CohortCell | null)[] {
  return cohortAges.map((_, i) => {
    const mature = rows.flatMap(({ cells }) => cells[i] ?? []);
    if (mature.length === 0) return null;
    return mature.reduce((sum, cell) => ({
      installs: sum.installs + cell.installs,
      revenue: sum.revenue + cell.revenue,
      spend: added(sum.spend, cell.spend),
      retained: added(sum.retained, cell.retained),
    }));
  });
}

function totalOf(rows: readonly CohortRow[], key: string | null): CohortLine {
  const cells = totalCells(rows);
  return {
    key,
    label: "",
    installs: rows.reduce((sum, { installs }) => sum + installs, 0),
    spend: rows.reduce((sum: number | null, { spend }) => added(sum, spend), 0),
    cells,
    payback: paybackOf(cells),
  };
}

const withoutSpend = <Line extends CohortLine>(line: Line): Line => ({
  ...line,
  spend: null,
  cells: line.cells.map((cell) => cell && { ...cell, spend: null }),
  payback: null,
});

/** Rows in the order of the cohorts, and of `values` within them. */
export function cohortTable(
  sums: readonly CohortSum[],
  period: CohortPeriod,
  values: readonly (string | null)[],
  knowsSpend: { rows: boolean; total: boolean },
): { rows: CohortRow[]; values: CohortLine[]; total: CohortLine } {
  const found = new Map<string, Sums>();
  const idOf = (cohort: string, value: string | null) => (value === null ? cohort : `${cohort} ${value}`);
  for (const { cohort, value, measure, age, count, amount } of sums) {
    const id = idOf(cohort, value);
    const of = found.get(id) ?? { installs: 0, spend: 0, revenue: new Map(), opened: new Map() };
    found.set(id, of);
    if (measure === "installs") of.installs += count;
    else if (measure === "spend") of.spend += amount;
    else if (measure === "opened_on") of.opened.set(age, count);
    else of.revenue.set(age, amount);
  }
  const rows = [...cohortPeriods(period)].flatMap(([cohort, days]) =>
    values.flatMap((key): CohortRow[] => {
      const of = found.get(idOf(cohort, key));
      if (!of) return [];
      const cells = cellsOf(of, days.to, period.today);
      const { installs, spend } = of;
      return [{ key, label: "", ...days, installs, spend, cells, payback: paybackOf(cells) }];
    }),
  );
  const shown = <Line extends CohortLine>(known: boolean, line: Line) => (known ? line : withoutSpend(line));
  const total = totalOf(rows, "");
  return {
    rows: rows.map((row) => shown(knowsSpend.rows, row)),
    values: values.map((key) =>
      shown(
        knowsSpend.rows,
        totalOf(
          rows.filter((row) => row.key === key),
          key,
        ),
      ),
    ),
    total: shown(knowsSpend.total, total),
  };
}

type CohortMetric = {
  label: string;
  unit: MetricUnit;
  meaning: string;
  of(cell: CohortCell): number | null;
};

const ratio = (above: number | null, below: number | null) =>
  above === null || below === null || below === 0 ? null : above / below;

const mature = "Cohorts that are not old enough are left out.";

/** The figures of a cell, in order. */
export const cohortMetrics = {
  revenue: {
    label: "Revenue",
    unit: "money",
    meaning: `Revenue of the cohort up to that day after the install. ${mature}`,
    of: ({ revenue }) => revenue,
  },
  ltv: {
    label: "LTV per install",
    unit: "money",
    meaning: `Revenue up to that day, divided by installs. ${mature}`,
    of: ({ revenue, installs }) => ratio(revenue, installs),
  },
  roas: {
    label: "ROAS",
    unit: "ratio",
    meaning: `Revenue up to that day, divided by the spend on the days of the installs. ${mature}`,
    of: ({ revenue, spend }) => ratio(revenue, spend),
  },
  retention: {
    label: "Retention",
    unit: "percent",
    meaning: `Share of installs that opened the app on that day, up to D30. ${mature}`,
    of: ({ retained, installs }) => (retained === null ? null : ratio(100 * retained, installs)),
  },
} as const satisfies Record<string, CohortMetric>;
export type CohortMetricName = keyof typeof cohortMetrics;
export const cohortMetricNames = Object.keys(cohortMetrics) as CohortMetricName[];
