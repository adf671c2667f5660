import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import type { Changes, ChangesData, ChangesQuery } from "@/lib/reporting/changes-schema";
import { type Days, reportCompared } from "@/lib/reporting/compare";
import { groupSums } from "@/lib/reporting/groups";
import { type MetricName, metrics, noSums, type Sums } from "@/lib/reporting/metrics";
import { findFirstDay } from "@/lib/reporting/overview-queries";
import { addSum } from "@/lib/reporting/rules";

const metricNames = Object.keys(metrics) as MetricName[];

/** What the finished days of a report brought, against as many earlier days. */
export async function reportChanges(project: Project, query: ChangesQuery, now: Date): Promise<ChangesData> {
  const compared = reportCompared(query, dayIn(project.timeZone, now), query.compare);
  const first = await findFirstDay(project.id);
  if (compared === null || first === null || first > compared.previous.from)
    return { compared: null, total: {}, rows: [] };
  const [over, before] = await Promise.all([
    sumsIn(project, query, compared),
    sumsIn(project, query, compared.previous),
  ]);
  return {
    compared,
    total: changesOf(over.whole, before.whole),
    rows: [...over.groups].map(([id, sums]) => ({
      keys: JSON.parse(id),
      changes: changesOf(sums, before.groups.get(id) ?? noSums()),
    })),
  };
}

async function sumsIn(project: Project, query: ChangesQuery, { from, to }: Days) {
  const [first = "campaign", second = null] = query.by;
  const groups = new Map<string, Sums>();
  const whole = noSums();
  for (const sum of await groupSums(project, { ...query, from, to }, [first, second])) {
    const id = JSON.stringify(second === null ? [sum.first] : [sum.first, sum.second]);
    const ofGroup = groups.get(id) ?? noSums();
    groups.set(id, ofGroup);
    addSum(ofGroup, sum, query.view);
    addSum(whole, sum, query.view);
  }
  return { groups, whole };
}

function changesOf(over: Sums, before: Sums): Changes {
  const changes: Changes = {};
  for (const name of metricNames) {
    const [now, then] = [metrics[name].of(over), metrics[name].of(before)];
    if (now !== null && then !== null && then !== 0) changes[name] = (now - then) / Math.abs(then);
  }
  return changes;
}
