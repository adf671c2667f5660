import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { knownPull, shownPull } from "@/lib/spend/pull/list";
import { schedulePullNow } from "@/lib/spend/pull/queries";
import { wakePulls } from "@/lib/spend/pull/run";

export async function pullNow(project: Project, id: number, by: Actor, now: Date) {
  const row = await knownPull(project, id);
  if (!row.has_credentials) throw new Refusal("not_connected", "This account isn't connected.");
  if (row.status !== "ACTIVE") throw new Refusal("wrong_state", "This account isn't active.");
  if (!(await schedulePullNow(project.accountId, project.id, { id, at: now }, by)))
    throw new Refusal("already_running", "This account is already syncing.");
  wakePulls(project.id);
  return shownPull(project, id, now);
}
