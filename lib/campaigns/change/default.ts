import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { updateDefault } from "@/lib/campaigns/change/default-queries";
import { showCampaign } from "@/lib/campaigns/table/list";

/** Where links of the project lead that name no campaign. */
export async function setDefault(project: Project, id: number, on: boolean, by: Actor) {
  await updateDefault({ accountId: project.accountId, projectId: project.id }, { id, on }, by);
  // Throws when there is no such campaign.
  return showCampaign(project, id);
}
