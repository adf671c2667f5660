import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import type { AccountId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { type DeletedRow, findDeleted, markDeleted, markRestored } from "@/lib/projects/deletion/queries";
import { graceDays } from "@/lib/projects/deletion/schema";

const day = 24 * 60 * 60 * 1000;

/**
 * From now on its links, tokens and keys are unknown, and it appears on no screen. All data is kept until the restore
 * period is over.
 */
export async function deleteProject(
  project: Pick<Project, "id" | "accountId" | "name">,
  confirm: string,
  by: Actor,
  now: Date,
) {
  if (confirm !== project.name) {
    const sentence = `Type the project's name, “${project.name}”, to delete it.`;
    throw new Refusal("invalid_request", sentence, { fields: { confirm: sentence } });
  }
  const removeAfter = new Date(now.getTime() + graceDays * day);
  if (!(await markDeleted(project.accountId, project.id, { now, removeAfter }, by)))
    throw new Refusal("not_found", "Not found.");
  return { name: project.name, remove_after: removeAfter.toISOString() };
}

/** The data of a sample project is removed without a period in which it could be restored. */
export async function deleteSample(project: Project, by: Actor, now: Date): Promise<{ name: string }> {
  if (!project.isSample) throw new Refusal("not_found", "This is not a sample project.");
  if (!(await markDeleted(project.accountId, project.id, { now, removeAfter: now }, by)))
    throw new Refusal("not_found", "Not found.");
  return { name: project.name };
}

export async function restoreProject(account: AccountId, project: number, by: Actor) {
  const restored = await markRestored(account, project, by);
  if (restored) return restored;
  const found = (await findDeleted(account)).some(({ id }) => id === project);
  throw found
    ? new Refusal("wrong_state", "The project can't be restored: its data is already being removed.")
    : new Refusal("not_found", "Not found.");
}

export async function listDeleted(account: AccountId) {
  return { projects: (await findDeleted(account)).map(presentDeleted) };
}

export const presentDeleted = ({ id, name, deleted_by, ...row }: DeletedRow) => ({
  id,
  name,
  deleted_by,
  deleted_at: row.deleted_at.toISOString(),
  remove_after: row.remove_after.toISOString(),
  removal: row.begun_at && { done: row.total === 0 ? 0 : row.done / row.total, rows: row.removed },
});
