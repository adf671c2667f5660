import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { removeCampaigns } from "@/lib/campaigns/change/queries";
import { displayIdForm } from "@/lib/campaigns/rules";

export async function removeCampaign(
  project: Project,
  which: { displayId: string } | { id: number },
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  const of = { accountId: project.accountId, projectId: project.id };
  const deleted =
    "id" in which
      ? await removeCampaigns(of, { ids: [which.id] }, by, now)
      : displayIdForm.test(which.displayId)
        ? await removeCampaigns(of, which, by, now)
        : [];
  if (deleted.length === 0) throw new Refusal("campaign_not_found", "Campaign not found!");
}
