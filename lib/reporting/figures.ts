import type { Project } from "@/lib/access/project";
import { campaignOf } from "@/lib/campaigns/table/list";
import { addDays, daysBetween } from "@/lib/days";
import type { Figures, FiguresQuery } from "@/lib/reporting/figures-schema";
import { type MetricName, metrics } from "@/lib/reporting/metrics";
import { sumCells } from "@/lib/reporting/queries";
import { Tree } from "@/lib/reporting/rules";
import { dayIn } from "@/lib/time";

type Window = { from: string | null; to: string | null };

/** All figures of one campaign over a window of days. */
export async function campaignFigures(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
): Promise<Figures> {
  const { campaign } = await campaignOf(project, id);
  const before = from && to ? { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) } : null;
  const began = dayIn(project.timeZone, new Date(campaign.created_at));
  const isComparable = before !== null && began <= before.from;
  const [figures, previous] = await Promise.all([
    figuresIn(project, id, { from, to }),
    isComparable ? figuresIn(project, id, before) : null,
  ]);
  return { from, to, currency: project.currency, figures, previous };
}

async function figuresIn(project: Project, id: number, window: Window): Promise<Figures["figures"]> {
  const tree = new Tree();
  tree.addCells(await sumCells(project.id, { ...window, platform: null }, [id]));
  const { sums } = tree.campaign(id);
  const values = Object.entries(metrics).map(([name, metric]) => [name, metric.of(sums)]);
  return Object.fromEntries(values) as Record<MetricName, number | null>;
}
