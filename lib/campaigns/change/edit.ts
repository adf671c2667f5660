import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { updateNameAndState } from "@/lib/campaigns/change/queries";
import type { EditBody } from "@/lib/campaigns/change/schema";
import { presentEdited } from "@/lib/campaigns/present";
import { displayIdForm } from "@/lib/campaigns/rules";
import type { editedCampaign } from "@/lib/campaigns/schema";

export async function editCampaign(
  project: Project,
  displayId: string,
  { name, active, purpose }: EditBody,
  { by, now }: { by: Actor; now: Date },
): Promise<z.output<typeof editedCampaign>> {
  const change = { name: name ?? null, active: active ?? null, purpose: purpose ?? null };
  const row = displayIdForm.test(displayId)
    ? await updateNameAndState(
        { accountId: project.accountId, projectId: project.id },
        displayId,
        change,
        by,
        now,
      )
    : null;
  if (!row) throw new Refusal("campaign_not_found", "Campaign not found!");
  return presentEdited(row, change.purpose !== null);
}
