/** Days on which data is missing, so that a zero in a file is not taken for a fact. Pure. */
import { addDays, eachDay } from "@/lib/base/days";

const beforeFirstDay = "before_first_day";

/** A connected ad account, as far as its spend was synced. */
export type SyncedAccount = { network: string; lastDay: string | null };

/** Missing data from one day on, or until one. */
type Missing = { reason: string; from: string; to: string };

export function missingData(
  days: { from: string; to: string },
  firstDay: string | null,
  accounts: readonly SyncedAccount[],
  /** The column with the spend of a network; null if the file has none. */
  spendColumn: (network: string) => string | null,
): Missing[] {
  const { from, to } = days;
  const before =
    firstDay === null || firstDay > to
      ? [{ reason: beforeFirstDay, from, to }]
      : firstDay > from
        ? [{ reason: beforeFirstDay, from, to: addDays(firstDay, -1) }]
        : [];
  const unsynced = accounts.flatMap(({ network, lastDay }): Missing[] => {
    const reason = spendColumn(network);
    const first = lastDay === null || lastDay < from ? from : addDays(lastDay, 1);
    return reason === null || first > to ? [] : [{ reason, from: first, to }];
  });
  return [...before, ...unsynced];
}

/** The reasons of each period, with the number of its days that miss anything. */
export function gapsByPeriod(
  missing: readonly Missing[],
  periodOf: (day: string) => string,
): Map<string, { days: Set<string>; reasons: Set<string> }> {
  const periods = new Map<string, { days: Set<string>; reasons: Set<string> }>();
  for (const { reason, from, to } of missing)
    for (const day of eachDay(from, to)) {
      const period = periodOf(day);
      const gaps = periods.get(period) ?? { days: new Set(), reasons: new Set() };
      periods.set(period, gaps);
      gaps.days.add(day);
      gaps.reasons.add(reason);
    }
  return periods;
}

export function daysOfReasons(missing: readonly Missing[]): { reason: string; days: number }[] {
  const days = new Map<string, Set<string>>();
  for (const { reason, from, to } of missing) {
    const known = days.get(reason) ?? new Set();
    days.set(reason, known);
    for (const day of eachDay(from, to)) known.add(day);
  }
  return [...days].map(([reason, { size }]) => ({ reason, days: size }));
}
