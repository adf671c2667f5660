import { type CohortFigure, cohortValues } from "@/lib/reporting/metrics/cohort-columns";
import { metricValues } from "@/lib/reporting/metrics/metrics";
import { matureInstalls, retentionOnDay, revenueWithin, type Sums } from "@/lib/reporting/metrics/sums";
import { cohortFiguresOfColumns, type ReportColumn } from "@/lib/reporting/table/columns";
import type { TableFigures } from "@/lib/reporting/table/schema";
import type { TreeNode } from "@/lib/reporting/tree/rules";

/** The values of a row of the table. */
export function rowFigures(
  node: TreeNode,
  names: readonly string[],
  cohorts: readonly CohortFigure[] = [],
): TableFigures {
  const { sums } = node;
  const ripe = (day: number, value: () => number) => (matureInstalls(sums, day) === 0 ? null : value());
  const rolling = (day: number) => ripe(day, () => retentionOnDay(sums, "opened_since", day));
  const classic = (day: number) => ripe(day, () => retentionOnDay(sums, "opened_on", day));
  const revenue = (day: number) => ripe(day, () => revenueWithin(sums, day));
  return {
    metrics: metricValues(sums),
    events: eventsOf(sums.events, node.uniqueEvents, names),
    payments: eventsOf(sums.payments, node.uniquePayments, names),
    retention: { d1: rolling(1), d7: rolling(7) },
    classic_retention: { d1: classic(1), d7: classic(7), d14: classic(14), d30: classic(30) },
    daywise_revenue: { d0: revenue(0), d3: revenue(3), d7: revenue(7), d30: revenue(30) },
    cohorts: cohortValues(sums, cohorts),
  };
}

/** Returns a function for the events, payments and figures of cohorts that the columns show, of any number of rows. */
export function requestedFigures(columns: readonly ReportColumn[]) {
  const named = (group: ReportColumn["group"]) =>
    new Set(columns.flatMap((column) => (column.group === group ? (column.name ?? []) : [])));
  const only = (all: Sums["events"], names: ReadonlySet<string>) =>
    eventsOf(new Map([...all].filter(([name]) => names.has(name))), new Map(), []);
  const [events, payments, cohorts] = [named("events"), named("payments"), cohortFiguresOfColumns(columns)];
  return (
    sums: Sums,
    /** False for spend that is not broken down, which has no revenue to compare with. */
    hasRevenue = true,
  ): Pick<TableFigures, "events" | "payments" | "cohorts"> => ({
    events: only(sums.events, events),
    payments: only(sums.payments, payments),
    cohorts: cohortValues(sums, cohorts, { hasSpend: hasRevenue }),
  });
}

function eventsOf(
  sums: Map<string, { count: number; amount: number }>,
  unique: Map<string, number>,
  names: readonly string[],
): TableFigures["events"] {
  const out: TableFigures["events"] = Object.create(null);
  for (const [name, { count, amount }] of sums) {
    if (count === 0 && amount === 0) continue;
    out[name] = { count, amount, ...(names.includes(name) ? { unique: unique.get(name) ?? 0 } : {}) };
  }
  return out;
}
