import { newProjectToken } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { presentProject } from "@/lib/accounts/projects/present";
import { findProjectDetail, replaceToken, updateBilling } from "@/lib/accounts/projects/queries";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";

type Owner = Pick<Project, "id" | "accountId">;

const hour = 3_600_000;

export async function showProject(project: ProjectId, { now, appUrl }: { now: Date; appUrl: string }) {
  const row = await findProjectDetail(project, now);
  if (!row) throw new Refusal(404, "Not found.");
  return presentProject(row, appUrl);
}

/** The old token stays valid for some hours, for apps that still have it. */
export async function rotateToken(project: Owner, overlapHours: number, by: Actor, now: Date) {
  const expiresAt = new Date(now.getTime() + overlapHours * hour);
  const fresh = newProjectToken();
  const done = await replaceToken(project.accountId, project.id, { fresh, now, expiresAt }, by);
  if (!done) throw new Refusal(409, "The token was rotated meanwhile.");
  return { token: fresh, old_tokens_expire_at: expiresAt.toISOString() };
}

/** A suspended project still counts everything; its reports ask for the payment. */
export function setBilling(
  project: Owner,
  billing: { suspended: boolean; paymentLink?: string | null | undefined },
  by: Actor,
  now: Date,
) {
  const { suspended, paymentLink } = billing;
  return updateBilling(project.accountId, project.id, { suspended, paymentLink, now }, by);
}
