/** The comparison periods of figures. Pure; runs in the browser too. */
import { addDays, dayCount, type WeekStart, weekStartOf } from "@/lib/base/days";

/**
 * `previous`: the previous period, by the calendar if the days are part of a week, month, quarter or year. `weeks`:
 * whole weeks back, so that weekdays match. `month`, `year`: the same calendar days, on any weekday.
 */
export const comparisons = ["previous", "weeks", "month", "year"] as const;
export type Comparison = (typeof comparisons)[number];

/** The text for the API reference. */
export const comparisonMeaning =
  "`previous`: the period before; for a calendar week, month, quarter or year, the same days of the one before. `weeks`: whole weeks back, so that weekdays match. `month`, `year`: the same calendar days.";

export type DateRange = { from: string; to: string };

/** The finished days of a range, with their comparison days. */
export type Compared = DateRange & { previous: DateRange };

const monthOf = (day: string) => day.slice(0, 7);
const firstOf = (day: string) => `${monthOf(day)}-01`;
const lastOf = (day: string) => addDays(firstOf(addDays(firstOf(day), 31)), -1);
const monthNumber = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;

/** The same day of an earlier month, or the last day of a shorter month. */
function monthsBack(day: string, months: number): string {
  const month = monthNumber(day) - months;
  const first = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10);
  const same = `${monthOf(first)}${day.slice(7)}`;
  return same < lastOf(first) ? same : lastOf(first);
}

type Shift = (days: DateRange) => DateRange;

const byDays =
  (count: number): Shift =>
  ({ from, to }) => ({ from: addDays(from, -count), to: addDays(to, -count) });

/** Whole months are compared with whole months of any length. */
const byMonths =
  (count: number): Shift =>
  ({ from, to }) => {
    const end = monthsBack(to, count);
    const isWhole = from === firstOf(from) && to === lastOf(to);
    return { from: monthsBack(from, count), to: isWhole ? lastOf(end) : end };
  };

/** The week, month, quarter or year that contains the days from its first day on; null for other days. */
function periodOf(window: DateRange, weekStart: WeekStart): Shift | null {
  const { from, to } = window;
  const length = dayCount(from, to);
  // A single day is always compared with the day before.
  if (length === 1) return null;
  if (from === weekStartOf(from, weekStart) && length <= 7) return byDays(7);
  if (from !== firstOf(from)) return null;
  const [first, last] = [monthNumber(from), monthNumber(to)];
  const months = [1, 3, 12].find((size) => first % size === 0 && last < first + size);
  return months === undefined ? null : byMonths(months);
}

function shiftOf(window: DateRange, how: Comparison, weekStart: WeekStart): Shift {
  const length = dayCount(window.from, window.to);
  if (how === "previous") return periodOf(window, weekStart) ?? byDays(length);
  if (how === "weeks") return byDays(7 * Math.ceil(length / 7));
  return byMonths(how === "month" ? 1 : 12);
}

/** The comparison days to draw with a range; both start at the first day. */
export const comparisonRange = (window: DateRange, how: Comparison, weekStart: WeekStart): DateRange =>
  shiftOf(window, how, weekStart)(window);

/** The finished days with their comparison, without today. Null if no day is finished. */
export function comparedRange(
  window: DateRange,
  today: string,
  how: Comparison,
  weekStart: WeekStart,
): Compared | null {
  const to = window.to < today ? window.to : addDays(today, -1);
  if (to < window.from) return null;
  const over = { from: window.from, to };
  return { ...over, previous: shiftOf(window, how, weekStart)(over) };
}
