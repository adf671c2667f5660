import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import type { Changes, ChangesData, ChangesQuery } from "@/lib/reporting/changes-schema";
import { comparedOf, type Days } from "@/lib/reporting/compare";
import { groupedSums } from "@/lib/reporting/groups";
import { metricNames, metrics, noSums, type Sums } from "@/lib/reporting/metrics";
import { findFirstDay } from "@/lib/reporting/overview-queries";

/** What the finished days of a report brought, against as many earlier days. */
export async function reportChanges(project: Project, query: ChangesQuery, now: Date): Promise<ChangesData> {
  const compared = comparedOf(query, dayIn(project.timeZone, now), query.compare);
  const first = await findFirstDay(project.id);
  if (compared === null || first === null || first > compared.previous.from)
    return { compared: null, total: {}, rows: [] };
  const inDays = ({ from, to }: Days) => groupedSums(project, { ...query, from, to }, query.by);
  const [over, before] = await Promise.all([inDays(compared), inDays(compared.previous)]);
  return {
    compared,
    total: changesOf(over.whole, before.whole),
    rows: [...over.groups].map(([id, { keys, sums }]) => ({
      keys,
      changes: changesOf(sums, before.groups.get(id)?.sums ?? noSums()),
    })),
  };
}

function changesOf(over: Sums, before: Sums): Changes {
  const changes: Changes = {};
  for (const name of metricNames) {
    const [now, then] = [metrics[name].of(over), metrics[name].of(before)];
    if (now !== null && then !== null && then !== 0) changes[name] = (now - then) / Math.abs(then);
  }
  return changes;
}
