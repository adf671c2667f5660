import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { updateArchived } from "@/lib/projects/queries";

/** An archived project is hidden from members' lists; its links, apps and servers work as before. */
export async function setArchived(
  project: Pick<Project, "id" | "accountId">,
  archived: boolean,
  by: Actor,
  now: Date,
) {
  await updateArchived(project.accountId, project.id, { archived, now }, by);
  return { archived };
}
