import type { Project } from "@/lib/accounts/access/project";
import { metaKeyOf, storedMetaKeyOf } from "@/lib/attribution/evidence/meta-key";

export function showMetaKey(project: Pick<Project, "id" | "settings">) {
  const stored = storedMetaKeyOf(project);
  if (!stored) return { state: "none" as const, set_at: null, set_by: null, checked: false };
  const { set_at, set_by, checked } = stored;
  const state = metaKeyOf(project) === null ? ("unreadable" as const) : ("set" as const);
  return { state, set_at, set_by, checked };
}
