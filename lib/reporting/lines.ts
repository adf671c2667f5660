import type { Project } from "@/lib/accounts/access/project";
import { eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { groupSums, labelFor } from "@/lib/reporting/groups";
import { type LinesData, type LinesQuery, sizeOf } from "@/lib/reporting/lines-schema";
import { metrics, noSums, type Sums } from "@/lib/reporting/metrics";
import { findFirstDay } from "@/lib/reporting/overview-queries";
import { addSum } from "@/lib/reporting/rules";

/** More lines than this cannot be told apart. */
const most = 5;

/** One figure over days: of everything, or of the five that have the most of it. */
export async function reportLines(project: Project, query: LinesQuery, now: Date): Promise<LinesData> {
  const { from, to, metric, by, view } = query;
  const today = dayIn(project.timeZone, now);
  const [sums, first] = await Promise.all([
    groupSums(project, query, by ? [by, "day"] : ["day", null]),
    findFirstDay(project.id),
  ]);
  type Line = { key: string; label: string; whole: Sums; days: Map<string, Sums> };
  const found = new Map<string, Line>();
  for (const sum of sums) {
    const key = by ? sum.first : "";
    const label = by ? labelFor(by, sum.first, sum.first_label) : "";
    const line = found.get(key) ?? { key, label, whole: noSums(), days: new Map() };
    found.set(key, line);
    const day = by ? sum.second : sum.first;
    const ofDay = line.days.get(day) ?? noSums();
    line.days.set(day, ofDay);
    addSum(line.whole, sum, view);
    addSum(ofDay, sum, view);
  }
  if (!by && found.size === 0) found.set("", { key: "", label: "", whole: noSums(), days: new Map() });
  const size = (line: Line) => metrics[sizeOf(metric)].of(line.whole) ?? 0;
  const lines = [...found.values()]
    .filter((line) => !by || size(line) !== 0)
    .sort((a, b) => size(b) - size(a) || (a.label < b.label ? -1 : 1))
    .slice(0, most);
  const isOnRecord = (day: string) => first !== null && day >= first && day <= today;
  const days = eachDay(from, to);
  return {
    from,
    to,
    today,
    currency: project.currency,
    metric,
    by: by ?? null,
    lines: lines.map(({ key, label, days: of }) => ({
      key,
      label,
      days: days.map((day) => (isOnRecord(day) ? metrics[metric].of(of.get(day) ?? noSums()) : null)),
    })),
  };
}
