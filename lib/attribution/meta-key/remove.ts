import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { dropMetaKey } from "@/lib/attribution/meta-key/queries";
import { Refusal } from "@/lib/base/refusal";

export async function removeMetaKey(project: Pick<Project, "id" | "accountId">, by: Actor, now: Date) {
  if (!(await dropMetaKey(project, now, by))) throw new Refusal("not_found", "The project has no key.");
  return { state: "none" as const, set_at: null, set_by: null, checked: false };
}
