/** Decides which hour or day a rule evaluates, and when the next one is closed. Pure. */
import { isCostFigure } from "@/lib/alerts/conditions/ratio-parts";
import type { AlertCondition } from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import { dayIn, instantsOfWallTime } from "@/lib/base/time";

const minute = 60_000;
const hour = 60 * minute;

export type EvaluationPeriod = { key: string; day: string; dueNext: Date };

const isHourly = (one: AlertCondition) =>
  one.kind === "quiet" ||
  one.kind === "spend_sync" ||
  one.kind === "push" ||
  one.kind === "delivery" ||
  ((one.kind === "limit" || one.kind === "fraud") && one.days === 0);

/** A day is complete after this long: phones send late, and networks report costs late. */
const settles = (one: AlertCondition) =>
  one.kind === "budget" || ("metric" in one && isCostFigure(one.metric)) ? 6 * hour : hour;
/** The time after an hour's end until the hour counts as closed. */
const afterHour = 2 * minute;

/** The first instant of a day: midnight, or the clock change that skips it. */
const beginOf = (day: string, zone: string) =>
  new Date(instantsOfWallTime(Date.parse(`${day}T00:00:00Z`), zone).first);

/** The last closed period. Missed earlier periods are skipped. */
export function lastClosedPeriod(one: AlertCondition, zone: string, now: Date): EvaluationPeriod {
  if (isHourly(one)) {
    const begun = Math.floor((now.getTime() - afterHour) / hour) * hour;
    return {
      key: new Date(begun - hour).toISOString().slice(0, 13),
      // The last hour of a day is evaluated after the next day has begun.
      day: dayIn(zone, new Date(begun - hour)),
      dueNext: new Date(begun + hour + afterHour),
    };
  }
  const delay = settles(one);
  const day = addDays(dayIn(zone, new Date(now.getTime() - delay)), -1);
  return { key: day, day, dueNext: new Date(beginOf(addDays(day, 2), zone).getTime() + delay) };
}

/** The starts of the last `count` closed hours, and the end of the last one, in order. */
export function closedHours(now: Date, count: number): Date[] {
  const end = Math.floor((now.getTime() - afterHour) / hour) * hour;
  return Array.from({ length: count + 1 }, (_, at) => new Date(end - (count - at) * hour));
}
