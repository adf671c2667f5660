import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { aboutPushService } from "@/lib/facts/uninstalls/encryption-context";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import { pushServiceKinds } from "@/lib/facts/uninstalls/push-services";
import { removePushService, resumePushService, savePushService } from "@/lib/facts/uninstalls/queries";
import type { PushTested, UninstallSettings } from "@/lib/facts/uninstalls/schema";
import { requirePushService, showUninstalls } from "@/lib/facts/uninstalls/show";
import { decrypt, encrypt } from "@/lib/platform/encryption";

/** Stores the credentials encrypted, and schedules checks of the known tokens. */
export async function connectPushService(
  project: Project,
  kind: PushKind,
  given: Record<string, string>,
  by: Actor,
  now: Date,
): Promise<UninstallSettings> {
  const read = pushServiceKinds[kind].read(given);
  if ("problems" in read) {
    const fields = Object.fromEntries(
      Object.entries(read.problems).map(([name, message]) => [`credentials.${name}`, message]),
    );
    throw new Refusal("invalid_request", Object.values(fields)[0]!, { fields });
  }
  const credentials = encrypt(JSON.stringify(read.secret), aboutPushService(project.id, kind));
  await savePushService(project.accountId, project.id, { kind, credentials, named: read.named, at: now }, by);
  return showUninstalls(project);
}

export async function disconnectPushService(
  project: Project,
  kind: PushKind,
  by: Actor,
): Promise<UninstallSettings> {
  if (!(await removePushService(project.accountId, project.id, kind, by)))
    throw new Refusal("not_found", "Not found.");
  return showUninstalls(project);
}

export const undecryptableText =
  "The credentials can't be decrypted: they were encrypted with a different ENCRYPTION_KEY, or were not moved with the project. Enter them again.";

export function decryptCredentials(
  project: { id: number },
  kind: PushKind,
  encrypted: Buffer | null,
): Record<string, string> | null {
  const opened = encrypted && decrypt(encrypted, aboutPushService(project.id, kind));
  return opened === null ? null : (JSON.parse(opened) as Record<string, string>);
}

/**
 * Checks the credentials with a token that no device has. If the service accepts credentials that it rejected before,
 * its checks resume.
 */
export async function testPushService(project: Project, kind: PushKind, now: Date): Promise<PushTested> {
  const row = await requirePushService(project, kind);
  const secret = decryptCredentials(project, kind, row.credentials);
  if (secret === null) return { accepted: false, refused: true, text: undecryptableText };
  const { open, noToken } = pushServiceKinds[kind];
  const reply = await open(secret)({ token: noToken, environment: null }, now);
  const refused = reply.is === "refused";
  const accepted = !refused && reply.is !== "later";
  if (accepted && row.problem !== null) await resumePushService(project.id, kind, now);
  return { accepted, refused, text: reply.text };
}
