import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { updateDefaultLink } from "@/lib/campaigns/change/default-queries";
import { showCampaign } from "@/lib/campaigns/table/list";

/** Sets the campaign for links of the project without one. */
export async function setDefaultLink(project: Project, id: number, on: boolean, by: Actor) {
  await updateDefaultLink({ accountId: project.accountId, projectId: project.id }, { id, on }, by);
  // Throws if there is no such campaign.
  return showCampaign(project, id);
}
