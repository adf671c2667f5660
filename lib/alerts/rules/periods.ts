/** Which hour or day a rule looks at, and when the next one is closed. Pure. */
import { isOfCost } from "@/lib/alerts/conditions/ratio-parts";
import type { Watched } from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import { dayIn, instantsOf } from "@/lib/base/time";

const minute = 60_000;
const hour = 60 * minute;

export type Period = { key: string; day: string; dueNext: Date };

const isHourly = (one: Watched) =>
  one.kind === "quiet" ||
  one.kind === "spend_sync" ||
  one.kind === "push" ||
  one.kind === "delivery" ||
  ((one.kind === "limit" || one.kind === "fraud") && one.days === 0);

/** After this long a day is whole: what phones kept and sent later has come, and what networks tell of costs. */
const settles = (one: Watched) => ("metric" in one && isOfCost(one.metric) ? 6 * hour : hour);
/** An hour is over a little later than it ends. */
const afterHour = 2 * minute;

/** The first instant of a day: at midnight, or where clocks were put forward over it. */
const beginOf = (day: string, zone: string) =>
  new Date(instantsOf(Date.parse(`${day}T00:00:00Z`), zone).first);

/** The last closed period. However long nothing was evaluated, it is this one alone. */
export function periodOf(one: Watched, zone: string, now: Date): Period {
  if (isHourly(one)) {
    const begun = Math.floor((now.getTime() - afterHour) / hour) * hour;
    return {
      key: new Date(begun - hour).toISOString().slice(0, 13),
      // The last hour of a day is looked at when the next one has begun.
      day: dayIn(zone, new Date(begun - hour)),
      dueNext: new Date(begun + hour + afterHour),
    };
  }
  const delay = settles(one);
  const day = addDays(dayIn(zone, new Date(now.getTime() - delay)), -1);
  return { key: day, day, dueNext: new Date(beginOf(addDays(day, 2), zone).getTime() + delay) };
}

/** When the hours of `count` closed hours began and the last one ended, in order. */
export function closedHours(now: Date, count: number): Date[] {
  const end = Math.floor((now.getTime() - afterHour) / hour) * hour;
  return Array.from({ length: count + 1 }, (_, at) => new Date(end - (count - at) * hour));
}
