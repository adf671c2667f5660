import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { retryInstall } from "@/lib/attribution/decisions/queries";
import { wakeAttribution } from "@/lib/attribution/wake";
import { isUuid } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

/** Resets the tries of an install that was put aside, as the cause may be fixed. */
export async function retryAttribution(project: Project, installId: string, by: Actor): Promise<void> {
  const outcome = isUuid(installId) ? await retryInstall(project, installId, by) : "unknown";
  if (outcome === "unknown") throw new Refusal("install_not_found", "Install not found!");
  if (outcome === "not parked")
    throw new Refusal("wrong_state", "This install is not set aside, so there is nothing to retry.");
  wakeAttribution(project.id);
}
