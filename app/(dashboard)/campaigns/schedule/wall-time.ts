import { rangeEndOf } from "@/lib/base/time";

/** The value of the browser's date field: the local time in a zone, to the minute. */
export function wallTextOf(moment: string | null, zone: string): string {
  if (moment === null) return "";
  const parts = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return parts.format(new Date(moment)).replace(" ", "T");
}

/** Null while the date is incomplete. */
export const wallMoment = (wall: string, zone: string): string | null =>
  rangeEndOf(wall, zone, "start")?.toISOString() ?? null;
