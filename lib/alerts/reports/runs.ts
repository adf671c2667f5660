/** When a report is sent, and of which days. Pure. */
import type { Cadence } from "@/lib/alerts/reports/schema";
import { addDays, monthStartOf, type WeekStart, weekStartOf } from "@/lib/base/days";
import { dayIn, instantsOf } from "@/lib/base/time";

export type Rhythm = { cadence: Cadence; weekday: number; hour: number };
export type Calendar = { timeZone: string; weekStart: WeekStart };
export type ReportedDays = { from: string; to: string };

/** From 1, a Monday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

function isItsDay({ cadence, weekday }: Rhythm, day: string): boolean {
  if (cadence === "daily") return true;
  return cadence === "weekly" ? weekdayOf(day) === weekday : day.endsWith("-01");
}

/**
 * The first time after `after` at which clocks of the zone show the hour on one of its days. An hour that clocks are put
 * forward over is the next one; of one that comes twice the first counts.
 */
export function nextRun(rhythm: Rhythm, zone: string, after: Date): Date {
  for (let day = dayIn(zone, after); ; day = addDays(day, 1)) {
    if (!isItsDay(rhythm, day)) continue;
    const wall = Date.parse(`${day}T00:00:00Z`) + rhythm.hour * 3_600_000;
    const { first } = instantsOf(wall, zone);
    if (first > after.getTime()) return new Date(first);
  }
}

/** The last whole day, week of the project, or month. However long nothing was sent, it is this one alone. */
export function daysOfRun(
  { cadence }: Pick<Rhythm, "cadence">,
  { timeZone, weekStart }: Calendar,
  now: Date,
): ReportedDays {
  const today = dayIn(timeZone, now);
  if (cadence === "daily") {
    const day = addDays(today, -1);
    return { from: day, to: day };
  }
  const begun = cadence === "weekly" ? weekStartOf(today, weekStart) : monthStartOf(today);
  const to = addDays(begun, -1);
  return { from: cadence === "weekly" ? addDays(begun, -7) : monthStartOf(to), to };
}

/** What letters of a run are about. Of the same days there is one a minute at most, however often somebody asks. */
export const runName = (id: number, { from, to }: ReportedDays, now: Date): string =>
  `report:${id}:${from}:${to}:${Math.floor(now.getTime() / 60_000)}`;

/** Null for what is none. */
export function readRunName(about: string): { id: number; days: ReportedDays } | null {
  const found = /^report:(\d+):(\d{4}-\d\d-\d\d):(\d{4}-\d\d-\d\d):\d+$/.exec(about);
  if (!found) return null;
  const [, id = "", from = "", to = ""] = found;
  return { id: Number(id), days: { from, to } };
}
