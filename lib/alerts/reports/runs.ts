/** Decides when a report is sent, and which days it covers. Pure. */
import type { Cadence } from "@/lib/alerts/reports/schema";
import { addDays, monthStartOf, type WeekStart, weekStartOf } from "@/lib/base/days";
import { dayIn, instantsOfWallTime } from "@/lib/base/time";
import { firstImmatureDay } from "@/lib/reporting/metrics/cohort-ages";

export type ScheduleTimes = { cadence: Cadence; weekday: number; hour: number };
export type ProjectCalendar = { timeZone: string; weekStart: WeekStart };
export type ReportedDays = { from: string; to: string };

/** From 1 for Monday to 7. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

function isItsDay({ cadence, weekday }: ScheduleTimes, day: string): boolean {
  if (cadence === "daily") return true;
  return cadence === "weekly" ? weekdayOf(day) === weekday : day.endsWith("-01");
}

/**
 * The first time after `after` with the schedule's local hour on one of its days. If clocks skip the hour, the next one
 * is used. If the hour occurs twice, the first is used.
 */
export function nextRun(rhythm: ScheduleTimes, zone: string, after: Date): Date {
  for (let day = dayIn(zone, after); ; day = addDays(day, 1)) {
    if (!isItsDay(rhythm, day)) continue;
    const wall = Date.parse(`${day}T00:00:00Z`) + rhythm.hour * 3_600_000;
    const { first } = instantsOfWallTime(wall, zone);
    if (first > after.getTime()) return new Date(first);
  }
}

/**
 * The last whole day, week or month in the project's time zone, or the last one whose installs have completed an age.
 * Missed earlier runs are skipped.
 */
export function reportedDaysOf(
  { cadence }: Pick<ScheduleTimes, "cadence">,
  { timeZone, weekStart }: ProjectCalendar,
  now: Date,
  age: number | null = null,
): ReportedDays {
  /** The first day that is not complete. */
  const open = firstImmatureDay(age, { timeZone, now }) ?? dayIn(timeZone, now);
  if (cadence === "daily") {
    const day = addDays(open, -1);
    return { from: day, to: day };
  }
  const begun = cadence === "weekly" ? weekStartOf(open, weekStart) : monthStartOf(open);
  const to = addDays(begun, -1);
  return { from: cadence === "weekly" ? addDays(begun, -7) : monthStartOf(to), to };
}

/** The ID of a run's emails. At most one run per minute exists for the same days. */
export const runName = (id: number, { from, to }: ReportedDays, now: Date): string =>
  `report:${id}:${from}:${to}:${Math.floor(now.getTime() / 60_000)}`;

/** Null if the text is not the name of a run. */
export function readRunName(about: string): { id: number; days: ReportedDays } | null {
  const found = /^report:(\d+):(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d):\d+$/.exec(about);
  if (!found) return null;
  const [, id = "", from = "", to = ""] = found;
  return { id: Number(id), days: { from, to } };
}
