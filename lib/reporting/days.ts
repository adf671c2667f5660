import type { Project } from "@/lib/accounts/access/project";
import { addDays, daysBetween, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import { comparisonRange } from "@/lib/reporting/compare";
import { findFirstDayOf, findSinceInstall, sumDaysOf } from "@/lib/reporting/days-queries";
import { revenueSinceInstall } from "@/lib/reporting/days-rules";
import { type CampaignDays, type DayFigure, dayFigures } from "@/lib/reporting/days-schema";
import type { FiguresQuery } from "@/lib/reporting/figures-schema";
import { metrics } from "@/lib/reporting/metrics";
import { addSum } from "@/lib/reporting/rules";
import { noSums, type Sums } from "@/lib/reporting/sums";

/** A drawing cannot show more days than this distinctly. */
const longest = 731;

/** The figures of one campaign by day, and the revenue of its installs by age. */
export async function showCampaignDays(
  project: Project,
  id: number,
  query: FiguresQuery,
  now: Date,
): Promise<CampaignDays> {
  const { campaign } = await showCampaign(project, id);
  const today = dayIn(project.timeZone, now);
  const created = dayIn(project.timeZone, new Date(campaign.created_at));
  const first = (await findFirstDayOf(project.id, id)) ?? created;
  // Spend may be entered for days before the campaign was created here.
  const began = first < created ? first : created;
  const to = query.to ?? today;
  const wished = query.from ?? (began < to ? began : to);
  const from = daysBetween(wished, to) > longest ? addDays(to, 1 - longest) : wished;
  const previous =
    query.from && query.compare !== "none"
      ? comparisonRange({ from, to }, query.compare, project.weekStart)
      : null;
  const [sums, rows] = await Promise.all([
    sumDaysOf(project.id, id, previous ? previous.from : from, to),
    findSinceInstall(project.id, id, from, to),
  ]);
  const sumsOf = new Map<string, Sums>();
  for (const cell of sums) {
    const day = sumsOf.get(cell.day) ?? noSums();
    sumsOf.set(cell.day, day);
    addSum(day, cell);
  }
  const on = (name: DayFigure) => (day: string) =>
    day < began || day > today ? null : metrics[name].of(sumsOf.get(day) ?? noSums());
  const days = eachDay(from, to);
  const before = previous ? eachDay(previous.from, previous.to) : [];
  return {
    from,
    to,
    today,
    currency: project.currency,
    previous,
    figures: Object.fromEntries(
      dayFigures.map((name) => [name, { days: days.map(on(name)), previous_days: before.map(on(name)) }]),
    ) as CampaignDays["figures"],
    since_install: revenueSinceInstall(rows, today),
  };
}
