/** Builds the days of a destination's report from grouped deliveries. Pure. */
import type { DeliveryCount } from "@/lib/outbound/deliveries/report-queries";
import type { ReportDay } from "@/lib/outbound/deliveries/schema";
import { currentSkipReason } from "@/lib/outbound/mapping/gates";

/** The number of reasons shown per day, most frequent first; the other reasons are summed. */
const maxReasons = 20;
const otherReasons = "Other reasons";

/** The latest day first. */
export function reportDaysOf(
  counts: readonly DeliveryCount[],
  reversals: readonly { day: string; count: number }[],
): ReportDay[] {
  const back = new Map(reversals.map(({ day, count }) => [day, count]));
  return [...Map.groupBy(counts, ({ day }) => day)]
    .map(([day, of]) => ({
      day,
      states: counted(of, ({ state }) => [state]),
      reasons: maxOf(counted(of, ({ reason }) => (reason === null ? [] : [currentSkipReason(reason)]))),
      identifiers: counted(of, ({ identifiers }) => [...new Set(identifiers ?? [])]),
      lag_p50: share(of, 0.5),
      lag_p95: share(of, 0.95),
      moved: of.reduce((sum, { moved, count }) => (moved ? sum + count : sum), 0),
      cancelled: back.get(day) ?? 0,
      answers: counted(of, ({ answer }) => (answer === null ? [] : [answer])),
    }))
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

function counted(
  counts: readonly DeliveryCount[],
  names: (cell: DeliveryCount) => string[],
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const cell of counts)
    for (const name of names(cell)) sums.set(name, (sums.get(name) ?? 0) + cell.count);
  return Object.fromEntries(sums);
}

function maxOf(counts: Record<string, number>): Record<string, number> {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (sorted.length <= maxReasons) return counts;
  const others = sorted.slice(maxReasons).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([...sorted.slice(0, maxReasons), [otherReasons, others]]);
}

/** The largest delay within the fastest part of the deliveries. */
function share(counts: readonly DeliveryCount[], part: number): number | null {
  const lags = counts.filter((cell): cell is DeliveryCount & { lag: number } => cell.lag !== null);
  const whole = lags.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { lag, count } of lags.sort((a, b) => a.lag - b.lag)) {
    seen += count;
    if (seen >= part * whole) return lag;
  }
  return null;
}
