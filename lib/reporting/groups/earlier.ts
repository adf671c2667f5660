/** The sums of earlier days, under the keys of the days that they are compared with. */
import type { Project } from "@/lib/accounts/access/project";
import { addDays, dayCount, type WeekStart, weekStartOf } from "@/lib/base/days";
import type { ChangesQuery } from "@/lib/reporting/groups/changes-schema";
import { type Dimension, dimensions } from "@/lib/reporting/groups/dimensions";
import { groupedSums, type ShownColumns, type SummedGroup } from "@/lib/reporting/groups/groups";
import type { Compared } from "@/lib/reporting/metrics/compare";
import { noSums, type Sum, type Sums } from "@/lib/reporting/metrics/sums";

/**
 * Sums the earlier days, each under its counterpart: the first earlier day counts as the first day. Weeks therefore
 * match, even if they begin on another day of the range.
 */
export async function earlierSums(
  project: Project,
  query: ChangesQuery,
  compared: Compared,
  shown: ShownColumns,
): Promise<{ groups: Map<string, Pick<SummedGroup, "sums">>; whole: Sums }> {
  const isTime = (name: Dimension) => "isTime" in dimensions[name];
  const byDay = query.by.map((name) => (isTime(name) ? "day" : name));
  const { groups, whole } = await groupedSums(project, { ...query, ...compared.previous }, byDay, { shown });
  if (!query.by.some(isTime)) return { groups, whole };
  const moved = new Map<string, { sums: Sums }>();
  for (const { keys, sums } of groups.values()) {
    const id = JSON.stringify(
      query.by.map((name, at) =>
        isTime(name) ? keyOn(name, comparableDay(keys[at]!, compared), project.weekStart) : keys[at],
      ),
    );
    const known = moved.get(id) ?? { sums: noSums(query.view) };
    moved.set(id, known);
    addAll(known.sums, sums);
  }
  return { groups: moved, whole };
}

/** If the earlier days are more, the remaining ones count as the last day. */
function comparableDay(earlier: string, { from, to, previous }: Compared): string {
  const day = addDays(from, dayCount(previous.from, earlier) - 1);
  return day < to ? day : to;
}

function keyOn(by: Dimension, day: string, weekStart: WeekStart): string {
  if (by === "week") return weekStartOf(day, weekStart);
  return by === "month" ? day.slice(0, 7) : day;
}

function addAll(into: Sums, other: Sums): void {
  if (into.retargeting && other.retargeting) addAll(into.retargeting, other.retargeting);
  for (const kind of ["measures", "events", "payments", "cohorts"] as const)
    for (const [name, sum] of other[kind]) into[kind].set(name, plus(into[kind].get(name), sum));
}

const plus = (one: Sum | undefined, { count, amount }: Sum): Sum => ({
  count: (one?.count ?? 0) + count,
  amount: (one?.amount ?? 0) + amount,
});
