/** Compares a week with the previous one: figures, best and worst campaigns, and firing alerts. */

import type { Project } from "@/lib/accounts/access/project";
import type { ReportedDays } from "@/lib/alerts/reports/runs";
import { presentAlert } from "@/lib/alerts/rules/present";
import { findAlerts } from "@/lib/alerts/rules/queries";
import { addDays, dayCount } from "@/lib/base/days";
import { groupedSums, type SummedGroup } from "@/lib/reporting/groups/groups";
import { reportFilter } from "@/lib/reporting/groups/schema";
import { type MetricName, type MetricUnit, metrics } from "@/lib/reporting/metrics/metrics";
import { metricLabel } from "@/lib/reporting/metrics/traffic";

/** Includes organic traffic, because the summary covers the whole project. */
const summaryTraffic = "all";

const names = ["clicks", "installs", "signups", "spend", "revenue", "roas"] as const satisfies MetricName[];
export type SummaryFigure = {
  name: (typeof names)[number];
  label: string;
  unit: MetricUnit;
  value: number | null;
  before: number | null;
};

export type RankedCampaign = {
  name: string;
  installs: number;
  spend: number;
  revenue: number;
  roas: number | null;
};

export type Summary = {
  days: ReportedDays;
  before: ReportedDays;
  figures: SummaryFigure[];
  /** By ROAS if there was spend. Otherwise by installs, without a worst campaign. */
  best: RankedCampaign[];
  worst: RankedCampaign[];
  alerts: { rule: string; text: string; firedAt: Date }[];
};

const maxRanked = 3;
/** Campaigns with a smaller share of the spend are not ranked: one sale could give them any ratio. */
const minShare = 0.01;
const maxAlerts = 20;

export async function reportSummary(project: Project, days: ReportedDays, now: Date): Promise<Summary> {
  const length = dayCount(days.from, days.to);
  const before = { from: addDays(days.from, -length), to: addDays(days.to, -length) };
  const sums = (window: ReportedDays) =>
    groupedSums(project, { ...reportFilter.parse(window), traffic: summaryTraffic }, ["campaign"]);
  const [week, last, open] = await Promise.all([
    sums(days),
    sums(before),
    findAlerts(project.id, { rule: null, open: true }, now, maxAlerts),
  ]);
  return {
    days,
    before,
    figures: names.map((name) => ({
      name,
      label: metricLabel(name, summaryTraffic),
      unit: metrics[name].unit,
      value: metrics[name].of(week.whole),
      before: metrics[name].of(last.whole),
    })),
    ...ranked([...week.groups.values()]),
    alerts: open
      .filter(({ muted_until }) => muted_until === null)
      .map((row) => ({
        rule: row.rule_name,
        text: presentAlert(row, project).latest_text,
        firedAt: row.fired_at,
      })),
  };
}

function ranked(groups: SummedGroup[]): Pick<Summary, "best" | "worst"> {
  const campaigns = groups
    // Organic traffic is not a campaign.
    .filter(({ keys }) => keys[0] !== "0")
    .map(({ labels, sums }) => ({
      name: labels[0]!,
      installs: metrics.installs.of(sums) ?? 0,
      spend: metrics.spend.of(sums) ?? 0,
      revenue: metrics.revenue.of(sums) ?? 0,
      roas: metrics.roas.of(sums),
    }));
  const spent = campaigns.reduce((sum, { spend }) => sum + spend, 0);
  if (spent === 0) {
    const best = campaigns.filter(({ installs }) => installs > 0).sort((a, b) => b.installs - a.installs);
    return { best: best.slice(0, maxRanked), worst: [] };
  }
  const rated = campaigns
    .filter(({ spend }) => spend >= minShare * spent)
    .sort((a, b) => (b.roas ?? 0) - (a.roas ?? 0) || b.spend - a.spend);
  const best = rated.slice(0, Math.min(maxRanked, Math.ceil(rated.length / 2)));
  return { best, worst: rated.slice(Math.max(best.length, rated.length - maxRanked)).reverse() };
}
