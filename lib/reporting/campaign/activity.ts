import type { Project } from "@/lib/accounts/access/project";
import { addDays, eachDay } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { findLastClickDays } from "@/lib/ledger/day-queries";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { activityMetrics, type CampaignActivity } from "@/lib/reporting/campaign/activity-schema";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { noSums } from "@/lib/reporting/metrics/sums";
import { byDay, mainMeasures } from "@/lib/reporting/tree/queries";
import { addSum } from "@/lib/reporting/tree/rules";

const figureDays = 30;
const drawnDays = 14;
const clickDays = 90;

/** Recent figures of a page's campaigns; campaigns without activity are left out. */
export async function activityOf(project: Project, ids: number[], now: Date): Promise<CampaignActivity> {
  const to = dayIn(project.timeZone, now);
  const from = addDays(to, 1 - figureDays);
  const [sums, clicks] = await Promise.all([
    sumLedger(project.id, {
      by: ["campaign_id", ...byDay],
      measures: mainMeasures,
      days: { from, to },
      where: { campaign_id: ids },
    }),
    findLastClickDays(project.id, ids, addDays(to, 1 - clickDays)),
  ]);
  const lastClick = new Map(clicks.map(({ campaign_id, day }) => [campaign_id, day]));
  const drawn = eachDay(addDays(to, 1 - drawnDays), to);
  const sumsOf = Map.groupBy(sums, (sum) => sum.campaign_id);
  const active = new Set([...sumsOf.keys(), ...lastClick.keys()]);
  const campaigns = [...active].map((id) => {
    const own = sumsOf.get(id) ?? [];
    const total = noSums();
    for (const sum of own) addSum(total, sum);
    const installs = new Map<string, number>();
    for (const { measure, day, count } of own)
      if (measure === "installs") installs.set(day, (installs.get(day) ?? 0) + count);
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
