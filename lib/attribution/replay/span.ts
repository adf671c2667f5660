import type { Span } from "@/lib/attribution/queries";
import { addDays } from "@/lib/days";
import { instantsOf } from "@/lib/time";

/** The ids that installs of these days have: they begin with the time. */
export function spanOf(timeZone: string, fromDay: string, toDay: string): Span {
  const start = (day: string) => instantsOf(Date.parse(`${day}T00:00:00Z`), timeZone).first;
  return { since: floorOf(start(fromDay)), until: floorOf(start(addDays(toDay, 1))) };
}

function floorOf(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
