import type { Project } from "@/lib/accounts/access/project";
import { eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { findFirstDay } from "@/lib/ledger/day-queries";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import { lineSizeMetric } from "@/lib/reporting/groups/dimensions";
import { groupedSums, type SummedGroup } from "@/lib/reporting/groups/groups";
import type { LinesData, LinesQuery } from "@/lib/reporting/groups/lines-schema";
import { metrics, metricValue } from "@/lib/reporting/metrics/metrics";
import { noSums, type Sums, sumsOfAds } from "@/lib/reporting/metrics/sums";

/** More lines than this are hard to distinguish. */
const max = 5;

/** One figure over days: the total, or the five largest groups. */
export async function reportLines(project: Project, query: LinesQuery, now: Date): Promise<LinesData> {
  const { from, to, metric, by } = query;
  const today = dayIn(project.timeZone, now);
  const [lines, first] = await Promise.all([
    by ? linesBy(project, query, by) : lineOfAll(project, query),
    findFirstDay(project.id),
  ]);
  const isOnRecord = (day: string) => first !== null && day >= first && day <= today;
  const quiet = metrics[metric].of(noSums());
  const days = eachDay(from, to);
  return {
    from,
    to,
    today,
    currency: project.currency,
    metric,
    by: by ?? null,
    lines: lines.map(({ key, label, sumsOn }) => {
      const sums = days.map((day) => sumsOn(day) ?? noSums(query.view));
      // In the retargeting view, a line without ads for retargeting has no clicks or spend, and others have zero on quiet days.
      const quietValue = sums.some((one) => sumsOfAds(one) !== null) ? quiet : null;
      return {
        key,
        label,
        days: days.map((day, i) =>
          isOnRecord(day) ? (metricValue(metrics[metric], sums[i]!) ?? quietValue) : null,
        ),
      };
    }),
  };
}

type Line = { key: string; label: string; sumsOn: (day: string) => Sums | undefined };

async function lineOfAll(project: Project, query: LinesQuery): Promise<Line[]> {
  const { groups } = await groupedSums(project, query, ["day"]);
  return [{ key: "", label: "", sumsOn: (day) => groups.get(JSON.stringify([day]))?.sums }];
}

/** The five are selected first, because the days of hundreds of groups would be too many rows. */
async function linesBy(project: Project, query: LinesQuery, by: Dimension): Promise<Line[]> {
  const { groups } = await groupedSums(project, query, [by]);
  const size = ({ sums }: SummedGroup) => metricValue(metrics[lineSizeMetric(query.metric)], sums) ?? 0;
  const largest = [...groups.values()]
    .filter((group) => size(group) !== 0)
    .sort((a, b) => size(b) - size(a) || (a.labels[0]! < b.labels[0]! ? -1 : 1))
    .slice(0, max)
    .map(({ keys, labels }) => ({ key: keys[0]!, label: labels[0]! }));
  if (largest.length === 0) return [];
  const { groups: days } = await groupedSums(project, query, [by, "day"], {
    only: largest.map(({ key }) => key),
  });
  return largest.map(({ key, label }) => ({
    key,
    label,
    sumsOn: (day) => days.get(JSON.stringify([key, day]))?.sums,
  }));
}
