import type { InstallSpan } from "@/lib/attribution/evidence/install";
import { addDays } from "@/lib/base/days";
import { minIdAt } from "@/lib/base/ids";
import { instantsOfWallTime } from "@/lib/base/time";

/** The ID range of installs on these days: IDs begin with the time. */
export function installSpan(timeZone: string, fromDay: string, toDay: string): InstallSpan {
  const start = (day: string) => instantsOfWallTime(Date.parse(`${day}T00:00:00Z`), timeZone).first;
  return { since: minIdAt(start(fromDay)), until: minIdAt(start(addDays(toDay, 1))) };
}
