import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import type { FiguresQuery } from "@/lib/reporting/figures-schema";
import { findReportAdNames, sumLedger, sumMature } from "@/lib/reporting/queries";
import { Tree } from "@/lib/reporting/rules";
import { campaignRow, namesOfAds } from "@/lib/reporting/table";
import type { Breakdown } from "@/lib/reporting/table-schema";

/** One campaign of the report with its ad sets, creatives and keywords. */
export async function campaignBreakdown(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
  now: Date,
): Promise<Breakdown> {
  const { campaign } = await showCampaign(project, id);
  const window = { from, to, platform: null };
  const [cells, mature, names] = await Promise.all([
    sumLedger(project.id, window, [id]),
    sumMature(project.id, window, [id], dayIn(project.timeZone, now)),
    findReportAdNames(project.id, [id]),
  ]);
  const tree = new Tree();
  tree.addCells(cells);
  tree.addMature(mature);
  return {
    from,
    to,
    currency: project.currency,
    campaign: campaignRow({ ...campaign, id }, tree.campaign(id), [], namesOfAds(names)),
  };
}
