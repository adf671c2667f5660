/** The key for Meta's encrypted install referrer. Cairn stores it encrypted, and never returns it. */
import type { Project } from "@/lib/accounts/access/project";
import { decrypt } from "@/lib/platform/encryption";

/** As stored in a project's settings. */
export type StoredKey = { encrypted: string; set_at: string; set_by: string; checked: boolean };

/** Binds the encrypted key to its project: a copy in another project cannot be decrypted. */
export const metaKeyContext = (project: number) => `meta key ${project}`;

export const storedMetaKeyOf = (project: Pick<Project, "settings">): StoredKey | null => {
  const stored = project.settings.meta_key as Partial<StoredKey> | undefined;
  return typeof stored?.encrypted === "string" ? (stored as StoredKey) : null;
};

/** Null if there is no key, or if it cannot be decrypted. */
export function metaKeyOf(project: Pick<Project, "id" | "settings">): Buffer | null {
  const stored = storedMetaKeyOf(project);
  const hex = stored && decrypt(Buffer.from(stored.encrypted, "base64"), metaKeyContext(project.id));
  return hex ? Buffer.from(hex, "hex") : null;
}
