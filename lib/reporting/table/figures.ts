import { type CohortFigure, cohortValues } from "@/lib/reporting/metrics/cohort-columns";
import { metricValues } from "@/lib/reporting/metrics/metrics";
import {
  matureInstalls,
  retentionOnDay,
  revenueWithin,
  type Sums,
  sumsOfAds,
} from "@/lib/reporting/metrics/sums";
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
    events: eventsOf(sums, "events", { unique: node.uniqueEvents, names }),
    payments: eventsOf(sums, "payments", { unique: node.uniquePayments, names }),
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
  const [events, payments, cohorts] = [named("events"), named("payments"), cohortFiguresOfColumns(columns)];
  return (
    sums: Sums,
    /** False for spend that is not broken down, which has no revenue to compare with. */
    hasRevenue = true,
  ): Pick<TableFigures, "events" | "payments" | "cohorts"> => ({
    events: eventsOf(sums, "events", { only: events }),
    payments: eventsOf(sums, "payments", { only: payments }),
    cohorts: cohortValues(sums, cohorts, { hasSpend: hasRevenue }),
  });
}

type NamedEvents = {
  /** The distinct users of the requested names. */
  unique?: ReadonlyMap<string, number>;
  names?: readonly string[];
  /** All names by default. */
  only?: ReadonlySet<string>;
};

function eventsOf(
  sums: Sums,
  kind: "events" | "payments",
  { unique = new Map(), names = [], only }: NamedEvents,
): TableFigures["events"] {
  const ofAds = sumsOfAds(sums)?.[kind];
  const out: TableFigures["events"] = Object.create(null);
  for (const [name, { count, amount }] of sums[kind]) {
    if ((count === 0 && amount === 0) || only?.has(name) === false) continue;
    const withCost = ofAds?.get(name)?.count ?? 0;
    out[name] = {
      count,
      amount,
      ...(names.includes(name) ? { unique: unique.get(name) ?? 0 } : {}),
      ...(withCost === count ? {} : { with_cost: withCost }),
    };
  }
  return out;
}
