import type { Project } from "@/lib/accounts/access/project";
import { addDays, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { findLastClickDays } from "@/lib/ledger/day-queries";
import { sumLedger } from "@/lib/ledger/sum-queries";
import {
  type ActivityQuery,
  activityMetrics,
  type CampaignActivity,
} from "@/lib/reporting/campaign/activity-schema";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { noSums } from "@/lib/reporting/metrics/sums";
import { overviewDays } from "@/lib/reporting/overview/overview";
import { byMeasure, mainFigureMeasures } from "@/lib/reporting/tree/queries";
import { addSum } from "@/lib/reporting/tree/rules";

const drawnDays = 14;
const clickDays = 90;

/** Recent figures of a page's campaigns; campaigns without activity are left out. */
export async function campaignActivityOf(
  project: Project,
  { ids, ...query }: ActivityQuery,
  now: Date,
): Promise<CampaignActivity> {
  const today = dayIn(project.timeZone, now);
  const { from, to } = overviewDays(project, query, now);
  const drawnFrom = addDays(today, 1 - drawnDays);
  const [sums, drawnInstalls, clicks] = await Promise.all([
    sumLedger(project.id, {
      by: ["campaign_id", ...byMeasure],
      measures: mainFigureMeasures,
      days: { from, to },
      where: { campaign_id: ids },
    }),
    sumLedger(project.id, {
      by: ["campaign_id", "day"],
      measures: ["installs"],
      days: { from: drawnFrom, to: today },
      where: { campaign_id: ids },
    }),
    findLastClickDays(project.id, ids, addDays(today, 1 - clickDays)),
  ]);
  const lastClick = new Map(clicks.map(({ campaign_id, day }) => [campaign_id, day]));
  const drawn = eachDay(drawnFrom, today);
  const sumsOf = Map.groupBy(sums, (sum) => sum.campaign_id);
  const installsOf = Map.groupBy(drawnInstalls, (sum) => sum.campaign_id);
  const active = new Set([...sumsOf.keys(), ...installsOf.keys(), ...lastClick.keys()]);
  const campaigns = [...active].map((id) => {
    const own = sumsOf.get(id) ?? [];
    const total = noSums();
    for (const sum of own) addSum(total, sum);
    const installs = new Map((installsOf.get(id) ?? []).map(({ day, count }) => [day, count]));
    return {
      id,
      metrics: Object.fromEntries(
        activityMetrics.map((name) => [name, metrics[name].of(total)]),
      ) as CampaignActivity["campaigns"][number]["metrics"],
      installs_by_day: drawn.map((day) => installs.get(day) ?? 0),
      last_click_day: lastClick.get(id) ?? null,
    };
  });
  return { from, to, currency: project.currency, campaigns };
}
