import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { changedMeanwhile } from "@/lib/base/fields";
import { Refusal } from "@/lib/base/refusal";
import { findLastChange, updateProject } from "@/lib/projects/queries";
import type { ProjectChanges } from "@/lib/projects/schema";

type Owner = Pick<Project, "id" | "accountId">;

/**
 * False if the change was not stored, because figures depend on the setting or another member changed the project
 * meanwhile.
 */
export const saveProject = (
  project: Owner,
  changes: ProjectChanges,
  by: Actor,
  now: Date,
): Promise<boolean> => updateProject(project.accountId, project.id, changes, now, by);

export async function refuseConcurrentChange(project: Owner, { seen }: ProjectChanges): Promise<void> {
  if (seen !== undefined && seen !== (await findLastChange(project.id)))
    throw new Refusal("changed_meanwhile", changedMeanwhile);
}
