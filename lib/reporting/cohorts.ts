import type { Project } from "@/lib/accounts/access/project";
import { dayIn } from "@/lib/base/time";
import { showCampaign } from "@/lib/campaigns/table/list";
import { cohortsOf } from "@/lib/reporting/cohort-rules";
import { findCohortRows } from "@/lib/reporting/cohorts-queries";
import type { Cohorts } from "@/lib/reporting/cohorts-schema";
import type { FiguresQuery } from "@/lib/reporting/figures-schema";

/** The retention of a campaign's installs, in total and by cohort. */
export async function campaignCohorts(
  project: Project,
  id: number,
  { from, to }: FiguresQuery,
  now: Date,
): Promise<Cohorts> {
  await showCampaign(project, id);
  const rows = await findCohortRows(project.id, id, { from, to });
  return { from, to, ...cohortsOf(rows, dayIn(project.timeZone, now), project.weekStart) };
}
