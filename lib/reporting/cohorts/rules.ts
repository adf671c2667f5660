/** Figures of cohorts from sums of the ledger. Runs in the browser too. */
import { addDays, monthStartOf, type WeekStart, weekStartOf } from "@/lib/base/days";
import { notBrokenDownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { notBrokenDownVersion } from "@/lib/ledger/ad-ids/versions";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { lifetimeAge } from "@/lib/ledger/measures";
import type { CohortBreakdown, CohortGranularity } from "@/lib/reporting/cohorts/breakdowns";
import type { CohortLine, CohortRow } from "@/lib/reporting/cohorts/schema";
import {
  type AgeName,
  cohortAges,
  firstImmatureDay,
  hasRetention,
} from "@/lib/reporting/metrics/cohort-ages";
import type { CohortCell } from "@/lib/reporting/metrics/cohort-metrics";

export type CohortSum = {
  /** The first day of the cohort's period. */
  cohort: string;
  /** Null for the values that are not listed. */
  value: string | null;
  measure: string;
  /** For revenue, payers and events, the age up to which they count; for opens, the exact age. */
  age: number;
  count: number;
  amount: number;
};

/** The first day of a day's period. */
export const cohortOf = (day: string, granularity: CohortGranularity, weekStart: WeekStart): string =>
  granularity === "day" ? day : granularity === "week" ? weekStartOf(day, weekStart) : monthStartOf(day);

function nextCohort(cohort: string, granularity: CohortGranularity): string {
  if (granularity === "month") return monthStartOf(addDays(cohort, 31));
  return addDays(cohort, granularity === "week" ? 7 : 1);
}

export type CohortPeriod = {
  from: string;
  to: string;
  /** The project's time zone, and the present. */
  timeZone: string;
  now: Date;
  granularity: CohortGranularity;
  weekStart: WeekStart;
};

/** The periods in these days, up to a limit. The days cut off the first and the last period. */
export function cohortPeriods(
  { from, to, granularity, weekStart }: Pick<CohortPeriod, "from" | "to" | "granularity" | "weekStart">,
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

/** The first age at which the revenue reached the spend. */
function paybackOf(cells: readonly (CohortCell | null)[]): AgeName | null {
  const at = cells.findIndex((cell) => cell?.spend && cell.revenue >= cell.spend);
  return cohortAges[at]?.name ?? null;
}

/** A number for each of `cohortAges`. */
type ByAge = number[];
const noNumbers = (): ByAge => cohortAges.map(() => 0);
const indexOfAge = new Map<number, number>(cohortAges.map(({ days }, i) => [days ?? lifetimeAge, i]));

type Sums = {
  installs: number;
  spend: number;
  revenue: ByAge;
  ads: ByAge;
  opened: ByAge;
  payers: ByAge;
  events: { count: ByAge; amount: ByAge };
  users: ByAge;
};
const noSums = (): Sums => ({
  installs: 0,
  spend: 0,
  revenue: noNumbers(),
  ads: noNumbers(),
  opened: noNumbers(),
  payers: noNumbers(),
  events: { count: noNumbers(), amount: noNumbers() },
  users: noNumbers(),
});

/** The sums up to each age. */
function upToEach(values: ByAge): ByAge {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

type Options = { hasEvent: boolean; hasUsers: boolean };

function cellsOf(
  of: Sums,
  lastDay: string,
  immature: readonly (string | null)[],
  { hasEvent, hasUsers }: Options,
) {
  const [revenue, ads, payers] = [upToEach(of.revenue), upToEach(of.ads), upToEach(of.payers)];
  const [count, amount, users] = [upToEach(of.events.count), upToEach(of.events.amount), upToEach(of.users)];
  return cohortAges.map(({ days }, i): CohortCell | null => {
    const first = immature[i];
    if (first && lastDay >= first) return null;
    return {
      installs: of.installs,
      revenue: revenue[i]!,
      ad_revenue: ads[i]!,
      spend: of.spend,
      retained: days !== null && hasRetention(days) ? of.opened[i]! : null,
      payers: payers[i]!,
      events: hasEvent ? { count: count[i]!, amount: amount[i]! } : null,
      users: hasUsers ? users[i]! : null,
    };
  });
}

const added = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/** Sums over the same mature cohorts for each age. */
function totalCells(rows: readonly Pick<CohortRow, "cells">[]): (CohortCell | null)[] {
  return cohortAges.map((_, i) => {
    let sum: CohortCell | null = null;
    for (const { cells } of rows) {
      const cell = cells[i];
      if (!cell) continue;
      if (sum === null) {
        sum = { ...cell, events: cell.events && { ...cell.events } };
        continue;
      }
      sum.installs += cell.installs;
      sum.revenue += cell.revenue;
      sum.ad_revenue += cell.ad_revenue;
      sum.spend = added(sum.spend, cell.spend);
      sum.retained = added(sum.retained, cell.retained);
      sum.payers += cell.payers;
      sum.users = added(sum.users, cell.users);
      if (sum.events && cell.events) {
        sum.events.count += cell.events.count;
        sum.events.amount += cell.events.amount;
      } else sum.events = null;
    }
    return sum;
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
    projection: null,
  };
}

/** The value of spend that is not broken down, by breakdown. */
export const notBrokenDownKeys: Partial<Record<CohortBreakdown, string>> = {
  platform: "",
  country: notBrokenDownCountry,
  app_version: notBrokenDownVersion,
  publisher: notBrokenDownPublisher,
};

/** Revenue is always broken down, so the row of other spend has no ROAS. */
const withoutRoas = <Line extends CohortLine>(line: Line): Line => ({
  ...line,
  cells: line.cells.map((cell) => cell && { ...cell, spend: null }),
  payback: null,
});

/** Rows in the order of the cohorts, and of `values` within them. */
export function cohortTable(
  sums: readonly CohortSum[],
  period: CohortPeriod,
  values: readonly (string | null)[],
  {
    by = null,
    hasEvent = false,
    hasUsers = false,
  }: { by?: CohortBreakdown | null; hasEvent?: boolean; hasUsers?: boolean } = {},
): { rows: CohortRow[]; values: CohortLine[]; total: CohortLine } {
  const found = new Map<string, Sums>();
  const idOf = (cohort: string, value: string | null) => (value === null ? cohort : `${cohort} ${value}`);
  for (const { cohort, value, measure, age, count, amount } of sums) {
    const id = idOf(cohort, value);
    const of = found.get(id) ?? noSums();
    found.set(id, of);
    const i = indexOfAge.get(age)!;
    if (measure === "installs") of.installs += count;
    else if (measure === "spend") of.spend += amount;
    else if (measure === "ad_revenue_since") of.ads[i] = amount;
    else if (measure === "opened_on") of.opened[i] = count;
    else if (measure === "payers") of.payers[i] = count;
    else if (measure === "event_since") {
      of.events.count[i] = count;
      of.events.amount[i] = amount;
    } else if (measure === "event_installs") of.users[i] = count;
    else of.revenue[i] = amount;
  }
  const immature = cohortAges.map(({ days }) => firstImmatureDay(days, period));
  const rows = [...cohortPeriods(period)].flatMap(([cohort, days]) =>
    values.flatMap((key): CohortRow[] => {
      const of = found.get(idOf(cohort, key));
      if (!of) return [];
      const cells = cellsOf(of, days.to, immature, { hasEvent, hasUsers });
      const { installs, spend } = of;
      return [
        { key, label: "", ...days, installs, spend, cells, payback: paybackOf(cells), projection: null },
      ];
    }),
  );
  const other = by === null ? undefined : notBrokenDownKeys[by];
  const shown = <Line extends CohortLine>(line: Line) =>
    other !== undefined && line.key === other ? withoutRoas(line) : line;
  return {
    total: totalOf(rows, ""),
    rows: rows.map(shown),
    values: values.map((key) =>
      shown(
        totalOf(
          rows.filter((row) => row.key === key),
          key,
        ),
      ),
    ),
  };
}
