import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { retentionCohortsOf } from "@/lib/reporting/campaign/cohort-rules";
import type { Cohorts } from "@/lib/reporting/campaign/cohorts-schema";
import type { FiguresQuery } from "@/lib/reporting/campaign/figures-schema";
import { byDay } from "@/lib/reporting/tree/queries";

/** The retention of a campaign's installs, in total and by cohort. */
export async function campaignCohorts(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
  now: Date,
): Promise<Cohorts> {
  await showCampaign(project, id);
  const rows = await sumLedger(project.id, {
    by: byDay,
    measures: ["installs", "opened_on"],
    days: { from, to },
    where: { campaign_id: id },
  });
  return { from, to, ...retentionCohortsOf(rows, dayIn(project.timeZone, now), project.weekStart) };
}
