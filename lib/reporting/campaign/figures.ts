import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import type { FigureSums, FiguresQuery } from "@/lib/reporting/campaign/figures-schema";
import { comparedRange } from "@/lib/reporting/metrics/compare";
import { type MetricName, metrics } from "@/lib/reporting/metrics/metrics";
import { reportTree } from "@/lib/reporting/tree/tree-of";

type Window = { from: string | null; to: string | null };

export async function campaignFigures(
  project: Project,
  id: number,
  { from, to, compare }: FiguresQuery,
  now: Date,
): Promise<FigureSums> {
  const { campaign } = await showCampaign(project, id);
  const today = dayIn(project.timeZone, now);
  const compared =
    from && to && compare !== "none" ? comparedRange({ from, to }, today, compare, project.weekStart) : null;
  const began = dayIn(project.timeZone, new Date(campaign.created_at));
  const isComparable = compared !== null && began <= compared.previous.from;
  const [figures, over, previous] = await Promise.all([
    figuresIn(project, id, { from, to }),
    isComparable ? figuresIn(project, id, compared) : null,
    isComparable ? figuresIn(project, id, compared.previous) : null,
  ]);
  return {
    from,
    to,
    currency: project.currency,
    figures,
    over,
    previous,
    compared: isComparable ? compared : null,
  };
}

async function figuresIn(project: Project, id: number, window: Window): Promise<FigureSums["figures"]> {
  const tree = await reportTree(project, { ...window, platform: null }, { campaigns: [id] });
  const { sums } = tree.campaign(id);
  const values = Object.entries(metrics).map(([name, metric]) => [name, metric.of(sums)]);
  return Object.fromEntries(values) as Record<MetricName, number | null>;
}
