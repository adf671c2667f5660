import type { ProjectId } from "@/lib/base/ids";
import { StorageProblem } from "@/lib/data-access/files/storages/storage";
import { aboutFileExport } from "@/lib/outbound/file-storage-context";
import { decrypt, encrypt } from "@/lib/platform/encryption";

export const encryptSecrets = (project: { id: ProjectId }, id: number, secrets: Record<string, string>) =>
  encrypt(JSON.stringify(secrets), aboutFileExport(project.id, id));

export function readSecrets(
  project: { id: ProjectId },
  { id, credentials }: { id: number; credentials: Buffer | null },
): Record<string, string> {
  if (credentials === null) return {};
  const opened = decrypt(credentials, aboutFileExport(project.id, id));
  if (opened === null)
    throw new StorageProblem(
      "The credentials can't be decrypted: they were encrypted with a different ENCRYPTION_KEY, or were not moved with the project. Enter them again.",
    );
  return JSON.parse(opened) as Record<string, string>;
}
