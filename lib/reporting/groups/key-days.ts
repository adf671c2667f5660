/** The days behind rows by day, week or month. Pure; runs in the browser too. */
import { addDays } from "@/lib/base/days";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import type { DateRange } from "@/lib/reporting/metrics/compare";

/** The days of a calendar key; null for other keys. */
export function daysOfCalendarKey(by: Dimension, key: string): DateRange | null {
  if (by === "day") return { from: key, to: key };
  if (by === "week") return { from: key, to: addDays(key, 6) };
  if (by !== "month") return null;
  const next = addDays(`${key}-01`, 31).slice(0, 7);
  return { from: `${key}-01`, to: addDays(`${next}-01`, -1) };
}

/** True for a week or month with uncounted days: the range cuts it off, or it is not over. */
export function isPartialPeriod(
  by: Dimension,
  key: string,
  { from, to, today }: { from: string | null; to: string | null; today: string },
): boolean {
  const days = by === "day" ? null : daysOfCalendarKey(by, key);
  if (days === null) return false;
  return (from !== null && days.from < from) || (to !== null && days.to > to) || days.to >= today;
}
