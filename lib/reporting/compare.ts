/** The periods that figures are compared with. Pure; runs in the browser too. */
import { addDays, daysBetween } from "@/lib/base/days";

/** Whole weeks back, so that weekdays match; or the same days of the month before. */
export const comparisons = ["weeks", "month"] as const;
export type Comparison = (typeof comparisons)[number];

export type Days = { from: string; to: string };

/** The finished days of a window, and the days that they are compared with. */
export type Compared = Days & { previous: Days };

const monthOf = (day: string) => day.slice(0, 7);
const firstOf = (day: string) => `${monthOf(day)}-01`;
const lastOf = (day: string) => addDays(firstOf(addDays(firstOf(day), 31)), -1);

function shiftOf(window: Days, how: Comparison): (days: Days) => Days {
  if (
    how === "month" &&
    window.from === firstOf(window.from) &&
    monthOf(window.from) === monthOf(window.to)
  ) {
    const last = addDays(window.from, -1);
    return ({ from, to }) => {
      const same = `${monthOf(last)}${to.slice(7)}`;
      // A whole month is compared with a whole month.
      const end = to === lastOf(to) || same > last ? last : same;
      return { from: `${monthOf(last)}${from.slice(7)}`, to: end };
    };
  }
  const back = 7 * Math.ceil(daysBetween(window.from, window.to) / 7);
  return ({ from, to }) => ({ from: addDays(from, -back), to: addDays(to, -back) });
}

/** The earlier days to draw along with those of a window, beginning with the first. */
export const daysBefore = (window: Days, how: Comparison): Days => shiftOf(window, how)(window);

/** The days whose change is reported: without today, which is not over. Null where no day is over. */
export function comparedOf(window: Days, today: string, how: Comparison): Compared | null {
  const to = window.to < today ? window.to : addDays(today, -1);
  if (to < window.from) return null;
  const over = { from: window.from, to };
  return { ...over, previous: shiftOf(window, how)(over) };
}

/** What a report is compared with; `month` and `year` take the same days of the calendar, whatever the weekday. */
export const reportComparisons = ["weeks", "month", "year"] as const;
export type ReportComparison = (typeof reportComparisons)[number];

/** The same day of an earlier month, or the last one of a shorter month. */
function monthsBack(day: string, months: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
  const same = `${monthOf(first)}${day.slice(7)}`;
  return same < lastOf(first) ? same : lastOf(first);
}

/** The finished days of a window, and those to compare them with. Null where no day is over. */
export function reportCompared(window: Days, today: string, how: ReportComparison): Compared | null {
  if (how === "weeks") return comparedOf(window, today, how);
  const to = window.to < today ? window.to : addDays(today, -1);
  if (to < window.from) return null;
  const months = how === "month" ? 1 : 12;
  const from = monthsBack(window.from, months);
  const end = monthsBack(to, months);
  // A whole month is compared with a whole month.
  const isWhole = window.from === firstOf(window.from) && to === lastOf(to);
  return { from: window.from, to, previous: { from, to: isWhole ? lastOf(end) : end } };
}
