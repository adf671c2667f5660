import type { Project } from "@/lib/accounts/access/project";
import { addDays, dayCount, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import { findFirstDay } from "@/lib/ledger/day-queries";
import { measuresByAge } from "@/lib/ledger/measures";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { revenueSinceInstall } from "@/lib/reporting/campaign/days-rules";
import { type CampaignDays, type DayFigure, dayFigures } from "@/lib/reporting/campaign/days-schema";
import type { FiguresQuery } from "@/lib/reporting/campaign/figures-schema";
import { comparisonRange } from "@/lib/reporting/metrics/compare";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { noSums } from "@/lib/reporting/metrics/sums";
import { byDay, mainFigureMeasures } from "@/lib/reporting/tree/queries";
import { groupSums } from "@/lib/reporting/tree/rules";

/** A chart cannot show more days distinctly. */
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
  const first = (await findFirstDay(project.id, id)) ?? created;
  // Spend may precede the campaign's creation in Cairn.
  const began = first < created ? first : created;
  const to = query.to ?? today;
  const wished = query.from ?? (began < to ? began : to);
  const from = dayCount(wished, to) > longest ? addDays(to, 1 - longest) : wished;
  const previous =
    query.from && query.compare !== "none"
      ? comparisonRange({ from, to }, query.compare, project.weekStart)
      : null;
  const request = { by: byDay, where: { campaign_id: id } };
  const [sums, rows] = await Promise.all([
    sumLedger(project.id, {
      ...request,
      measures: mainFigureMeasures,
      days: { from: previous?.from ?? from, to },
    }),
    sumLedger(project.id, {
      ...request,
      measures: ["installs", ...measuresByAge("until")],
      days: { from, to },
    }),
  ]);
  const ofDay = groupSums(sums, ({ day }) => day);
  const on = (name: DayFigure) => (day: string) =>
    day < began || day > today ? null : metrics[name].of(ofDay.get(day)?.sums ?? noSums());
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
    since_install: revenueSinceInstall(rows, { timeZone: project.timeZone, now }),
  };
}
