import type { Project } from "@/lib/accounts/access/project";
import { badDisplayIdText, displayIdTakenText } from "@/lib/campaigns/create-schema";
import { isRegistered } from "@/lib/campaigns/queries";
import { displayIdForm } from "@/lib/campaigns/rules";

/** Checks if the display ID is available for a new campaign and, if not, why. */
export async function displayIdState(
  project: Project,
  id: string,
): Promise<{ available: boolean; reason: string | null }> {
  if (!displayIdForm.test(id)) return { available: false, reason: badDisplayIdText };
  const isTaken = await isRegistered(project.accountId, id);
  return { available: !isTaken, reason: isTaken ? displayIdTakenText : null };
}
