import { newProjectToken } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { replaceAppToken } from "@/lib/projects/queries";

const hour = 3_600_000;

/** The old token stays valid for some hours, for apps that still have it. */
export async function rotateAppToken(
  project: Pick<Project, "id" | "accountId">,
  overlapHours: number,
  by: Actor,
  now: Date,
) {
  const expiresAt = new Date(now.getTime() + overlapHours * hour);
  const fresh = newProjectToken();
  const done = await replaceAppToken(project.accountId, project.id, { fresh, now, expiresAt }, by);
  if (!done)
    throw new Refusal("changed_meanwhile", "The token was rotated in the meantime.", { status: 409 });
  return { token: fresh, old_tokens_expire_at: expiresAt.toISOString() };
}
