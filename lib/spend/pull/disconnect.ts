import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { knownPull, shownPull } from "@/lib/spend/pull/list";
import { clearCredentials } from "@/lib/spend/pull/queries";

export async function disconnectAccount(project: Project, id: number, by: Actor, now: Date) {
  await knownPull(project, id);
  await clearCredentials(project.accountId, project.id, { id, at: now }, by);
  return shownPull(project, id, now);
}
