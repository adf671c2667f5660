import type { Project } from "@/lib/accounts/access/project";
import { badDisplayId, displayIdTakenText } from "@/lib/campaigns/create-schema";
import { isRegistered } from "@/lib/campaigns/queries";
import { displayIdForm } from "@/lib/campaigns/rules";

/** Tells if a new campaign could have the display id and, if not, why. */
export async function displayIdState(
  project: Project,
  id: string,
): Promise<{ available: boolean; reason: string | null }> {
  if (!displayIdForm.test(id)) return { available: false, reason: badDisplayId };
  const isTaken = await isRegistered(project.accountId, id);
  return { available: !isTaken, reason: isTaken ? displayIdTakenText : null };
}
