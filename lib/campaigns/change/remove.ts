import type { Project } from "@/lib/access/project";
import type { Actor } from "@/lib/audit/actor";
import { removeCampaigns } from "@/lib/campaigns/change/queries";
import { displayIdForm } from "@/lib/campaigns/rules";
import { Refusal } from "@/lib/refusal";

export async function removeCampaign(
  project: Project,
  which: { displayId: string } | { id: number },
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  const of = { accountId: project.accountId, projectId: project.id };
  const gone =
    "id" in which
      ? await removeCampaigns(of, { ids: [which.id] }, by, now)
      : displayIdForm.test(which.displayId)
        ? await removeCampaigns(of, which, by, now)
        : [];
  if (gone.length === 0) throw new Refusal(404, "Campaign not found!");
}
