import type { Span } from "@/lib/attribution/store-queries";
import { addDays } from "@/lib/base/days";
import { leastIdAt } from "@/lib/base/ids";
import { instantsOf } from "@/lib/base/time";

/** The ids that installs of these days have: they begin with the time. */
export function spanOf(timeZone: string, fromDay: string, toDay: string): Span {
  const start = (day: string) => instantsOf(Date.parse(`${day}T00:00:00Z`), timeZone).first;
  return { since: leastIdAt(start(fromDay)), until: leastIdAt(start(addDays(toDay, 1))) };
}
