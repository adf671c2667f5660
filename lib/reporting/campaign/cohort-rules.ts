import { addDays, dayCount, monthStartOf, type WeekStart, weekStartOf } from "@/lib/base/days";
import type { Cohorts } from "@/lib/reporting/campaign/cohorts-schema";

/** The installs of a day, or the installs that opened the app `name` days later. */
export type CohortRow = { day: string; measure: string; name: string; count: number };

const ages = Array.from({ length: 30 }, (_, i) => i + 1);

/**
 * True if the installs old enough for an age can represent the whole period. Less than a quarter is too few, because
 * the line would end in the random results of a few days.
 */
export const speaksForAll = (old: number, all: number) => old > 0 && 4 * old >= all;

const firstOf = (by: Cohorts["by"], weekStart: WeekStart) => (day: string) =>
  by === "day" ? day : by === "week" ? weekStartOf(day, weekStart) : monthStartOf(day);

/**
 * Retention of the installs of each day, combined. An install counts for an age once it is that many days old; a cohort
 * has a value for an age only when all of its installs are that old. The day of its last installs may not be over yet.
 */
export function retentionCohortsOf(
  rows: readonly CohortRow[],
  today: string,
  weekStart: WeekStart,
): Pick<Cohorts, "ages" | "curve" | "by" | "cohorts"> {
  const installs = new Map<string, number>();
  const opened = new Map<string, number>();
  for (const { day, measure, name, count } of rows) {
    if (measure === "installs") installs.set(day, count);
    else opened.set(`${day} ${name}`, count);
  }
  const days = [...installs.keys()].sort();
  const isOld = (day: string, age: number) => addDays(day, age) <= today;
  const sumOf = (some: readonly string[], age: number) =>
    some.reduce((sum, day) => sum + (opened.get(`${day} ${age}`) ?? 0), 0);
  const installsOf = (some: readonly string[]) =>
    some.reduce((sum, day) => sum + (installs.get(day) ?? 0), 0);
  const all = installsOf(days);
  const span = days.length === 0 ? 0 : dayCount(days[0]!, days.at(-1)!);
  const by = span <= 14 ? "day" : span <= 182 ? "week" : "month";
  const groups = Map.groupBy(days, firstOf(by, weekStart));
  return {
    ages,
    curve: ages.map((age) => {
      const old = days.filter((day) => isOld(day, age));
      const count = installsOf(old);
      return { installs: count, opened: speaksForAll(count, all) ? sumOf(old, age) : null };
    }),
    by,
    cohorts: [...groups.values()].map((some) => ({
      from: some[0]!,
      to: some.at(-1)!,
      installs: installsOf(some),
      opened: ages.map((age) => (isOld(some.at(-1)!, age) ? sumOf(some, age) : null)),
      running: ages.find((age) => addDays(some.at(-1)!, age) === today) ?? null,
    })),
  };
}
