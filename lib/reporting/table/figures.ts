import { metricValues } from "@/lib/reporting/metrics/metrics";
import { matureInstalls, retentionOn, revenueWithin } from "@/lib/reporting/metrics/sums";
import type { TableFigures } from "@/lib/reporting/table/schema";
import type { Node } from "@/lib/reporting/tree/rules";

/** The values of a row of the table. */
export function figuresOf(node: Node, names: string[]): TableFigures {
  const { sums } = node;
  const ripe = (day: number, value: () => number) => (matureInstalls(sums, day) === 0 ? null : value());
  const rolling = (day: number) => ripe(day, () => retentionOn(sums, "opened_since", day));
  const classic = (day: number) => ripe(day, () => retentionOn(sums, "opened_on", day));
  const revenue = (day: number) => ripe(day, () => revenueWithin(sums, day));
  return {
    metrics: metricValues(sums),
    events: eventsOf(sums.events, node.uniqueEvents, names),
    payments: eventsOf(sums.payments, node.uniquePayments, names),
    retention: { d1: rolling(1), d7: rolling(7) },
    classic_retention: { d1: classic(1), d7: classic(7), d14: classic(14), d30: classic(30) },
    daywise_revenue: { d0: revenue(0), d3: revenue(3), d7: revenue(7), d30: revenue(30) },
  };
}

function eventsOf(
  sums: Map<string, { count: number; amount: number }>,
  unique: Map<string, number>,
  names: string[],
): TableFigures["events"] {
  const out: TableFigures["events"] = Object.create(null);
  for (const [name, { count, amount }] of sums) {
    if (count === 0 && amount === 0) continue;
    out[name] = { count, amount, ...(names.includes(name) ? { unique: unique.get(name) ?? 0 } : {}) };
  }
  return out;
}
