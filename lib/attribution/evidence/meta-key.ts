/** The key that Meta's encrypted install referrer is read with. It is encrypted, and never returned. */
import type { Project } from "@/lib/accounts/access/project";
import { decrypt } from "@/lib/platform/encryption";

/** As stored in a project's settings. */
export type StoredKey = { encrypted: string; set_at: string; set_by: string; checked: boolean };

/** Binds the encrypted key to its project: copied into another, it cannot be read. */
export const metaKeyContext = (project: number) => `meta key ${project}`;

export const storedIn = (project: Pick<Project, "settings">): StoredKey | null => {
  const stored = project.settings.meta_key as Partial<StoredKey> | undefined;
  return typeof stored?.encrypted === "string" ? (stored as StoredKey) : null;
};

/** Null where there is none, or none that can be read. */
export function metaKeyOf(project: Pick<Project, "id" | "settings">): Buffer | null {
  const stored = storedIn(project);
  const hex = stored && decrypt(Buffer.from(stored.encrypted, "base64"), metaKeyContext(project.id));
  return hex ? Buffer.from(hex, "hex") : null;
}
