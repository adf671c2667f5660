/** The projected figures of any rows of the report, from sums of their cohorts. Pure. */
import { addDays, monthStartOf } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import type { WorkSteps } from "@/lib/platform/steps";
import {
  breakEvenTogether,
  cellTogether,
  type ForecastCohort,
  type Projected,
  projectCohorts,
  refusalAt,
} from "@/lib/reporting/forecast/cohorts";
import type { ProjectedColumn } from "@/lib/reporting/forecast/columns";
import { shortHistoryText } from "@/lib/reporting/forecast/project";
import type { ForecastSum } from "@/lib/reporting/forecast/queries";
import type { ProjectedFigure, ProjectedFigures } from "@/lib/reporting/forecast/schema";
import { cohortAges, firstImmatureDay } from "@/lib/reporting/metrics/cohort-ages";
import { cohortMetrics, projectedCell } from "@/lib/reporting/metrics/cohort-metrics";

export type ForecastPeriod = {
  /** The last day of installs. */
  to: string;
  timeZone: string;
  now: Date;
};

const ages = cohortAges.flatMap(({ name, days }) => (days === null ? [] : [{ name, days }]));

/** A cohort is a week, or the part of it on the day or in the month of the row. */
type Summed = ForecastSum & {
  week: string;
  day?: string | undefined;
  month?: string | undefined;
};

function daysOf({ week, day, month }: Summed): { from: string; last: string } {
  if (day !== undefined) return { from: day, last: day };
  const last = addDays(week, 6);
  if (month === undefined) return { from: week, last };
  const first = `${month}-01`;
  const end = addDays(monthStartOf(addDays(first, 31)), -1);
  return { from: week < first ? first : week, last: last < end ? last : end };
}

type Sums = { from: string; last: string; installs: number; spend: number; ages: ByAge[] };
type ByAge = { age: number; payers: number; revenue: number };

function cohortsOf(sums: readonly Summed[], { to, ...present }: ForecastPeriod): ForecastCohort[] {
  const found = new Map<string, Sums>();
  for (const sum of sums) {
    const { from, last } = daysOf(sum);
    const of = found.get(from) ?? { from, last, installs: 0, spend: 0, ages: [] };
    found.set(from, of);
    const { measure, age, count, amount } = sum;
    if (measure === "installs") of.installs += count;
    else if (measure === "spend") of.spend += amount;
    else if (measure === "payers") of.ages.push({ age, payers: count, revenue: 0 });
    else of.ages.push({ age, payers: 0, revenue: amount });
  }
  const immature = ages.map(({ days }) => firstImmatureDay(days, present)!);
  return [...found.values()]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, last, installs, spend, ages: byAge }) => {
      const end = last < to ? last : to;
      const isReached = ages.map((_, i) => end < immature[i]!);
      const upTo = (days: number, part: "payers" | "revenue") =>
        byAge.reduce((sum, one) => (one.age <= days ? sum + one[part] : sum), 0);
      const reached = ages.findLast((_, i) => isReached[i]);
      return {
        from,
        installs,
        spend,
        payers: reached ? upTo(reached.days, "payers") : 0,
        revenue: ages.map(({ days }, i) => (isReached[i] ? upTo(days, "revenue") : null)),
      };
    });
}

const noSpendText = "No spend on the days of these installs.";
const noInstallsText = "No installs in this period.";
const notPaidBackText = "Revenue does not reach spend up to D180.";

/** A row has no value if its younger cohorts have no projection, because older ones are not representative. */
function figureOf({ of }: ProjectedColumn, some: readonly Projected[]): ProjectedFigure {
  const whole = some.reduce((sum, { cohort }) => sum + cohort.installs, 0);
  const none = (refused: string): ProjectedFigure => ({
    ...{ value: null, low: null, high: null, error: null },
    ...{ installs: 0, of_installs: whole, refused },
  });
  if (whole === 0) return none(noInstallsText);
  if (of === null) {
    const { day, installs, spend, isLong, refused } = breakEvenTogether(some);
    if (spend === 0) return none(noSpendText);
    if (day === null) return none(refused ?? (isLong ? notPaidBackText : shortHistoryText));
    return { value: day, low: null, high: null, error: null, installs, of_installs: whole, refused: null };
  }
  const at = ages.findIndex(({ name }) => name === of.at);
  const refused = refusalAt(some, at);
  const cell = refused === null ? cellTogether(some, at) : null;
  if (cell === null) return none(refused ?? shortHistoryText);
  const isProjected = some.some(({ ages: projected }) => projected[at]);
  const ratio = (revenue: number) => cohortMetrics[of.metric].of(projectedCell({ ...cell, revenue }));
  const value = ratio(cell.revenue);
  if (value === null) return none(noSpendText);
  return {
    value,
    low: isProjected ? ratio(cell.low) : null,
    high: isProjected ? ratio(cell.high) : null,
    error: cell.error,
    installs: cell.installs,
    of_installs: whole,
    refused: null,
  };
}

type ForecastedRows<Sum extends Summed, Past extends Summed> = {
  sums: readonly Sum[];
  past: readonly Past[];
  period: ForecastPeriod;
  /** The rows that a sum belongs to. */
  rowsOf: (sum: Sum) => readonly string[];
  /** The rows whose own history a sum of the past is. */
  pastOf: (sum: Past) => readonly string[];
  /** The row with the history of a row, if it is another one. */
  historyOf?: (row: string) => string;
  /** The history of rows without a long one of their own. */
  whole: readonly Summed[];
};

const groupedBy = <Sum>(sums: readonly Sum[], keysOf: (sum: Sum) => readonly string[]) => {
  const groups = new Map<string, Sum[]>();
  for (const sum of sums)
    for (const key of keysOf(sum)) {
      const group = groups.get(key);
      if (group) group.push(sum);
      else groups.set(key, [sum]);
    }
  return groups;
};

/** Each row's cohorts are projected by its own older weeks, or by those of all rows if these are too few. */
export function* forecastRows<Sum extends Summed, Past extends Summed>(
  columns: readonly ProjectedColumn[],
  { sums, past, period, rowsOf, pastOf, historyOf = (row) => row, whole }: ForecastedRows<Sum, Past>,
): WorkSteps<Map<string, ProjectedFigures>> {
  const weeks = { ...period, to: dayIn(period.timeZone, period.now) };
  const own = groupedBy(past, pastOf);
  const ofAll = cohortsOf(whole, weeks);
  const rows = new Map<string, ProjectedFigures>();
  for (const [row, some] of groupedBy(sums, rowsOf)) {
    const ofRow = cohortsOf(own.get(historyOf(row)) ?? [], weeks);
    const projected = projectCohorts(cohortsOf(some, period), [ofRow, ofAll]);
    rows.set(row, Object.fromEntries(columns.map((column) => [column.id, figureOf(column, projected)])));
    yield;
  }
  return rows;
}
