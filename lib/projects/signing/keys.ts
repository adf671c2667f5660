import { signingKeyContext } from "@/lib/accounts/access/callers";
import { newSigningKey } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import { signingSettings } from "@/lib/accounts/access/signature";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import {
  findSigningKeys,
  insertSigningKey,
  revokeSigningKey,
  rotateSigningKey,
  type SigningKeyRow,
  saveSigning,
} from "@/lib/projects/signing/queries";

type Owner = Pick<Project, "id" | "accountId">;

const hour = 3_600_000;
const unknown = () => new Refusal("not_found", "Not found.");

function stateOf(project: Pick<Owner, "id">, row: SigningKeyRow, now: Date) {
  if (row.secret === null) return "revoked";
  if (row.expires_at !== null && row.expires_at <= now) return "expired";
  if (decrypt(row.secret, signingKeyContext(project.id, row.key_id)) === null) return "unreadable";
  return row.replaced_by !== null ? "replaced" : "active";
}

const present = (project: Pick<Owner, "id">, row: SigningKeyRow, now: Date) => ({
  id: row.id,
  name: row.name,
  key_id: row.key_id,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  state: stateOf(project, row, now),
});

export async function showSigning(project: Pick<Project, "id" | "settings">, now: Date) {
  const keys = await findSigningKeys(project.id);
  const { required, bodyOnly } = signingSettings(project.settings);
  return { required, body_only: bodyOnly, keys: keys.map((row) => present(project, row, now)) };
}

/**
 * Once signatures are required, unsigned calls are refused, so data from apps that do not sign yet is lost. Signatures
 * over the body alone are accepted only if the setting allows them, because published apps may support no other.
 */
export async function setSigning(
  project: Owner & Pick<Project, "settings">,
  input: { required?: boolean | undefined; bodyOnly?: boolean | undefined },
  by: Actor,
  now: Date,
) {
  const before = signingSettings(project.settings);
  const settings = {
    required: input.required ?? before.required,
    bodyOnly: input.bodyOnly ?? before.bodyOnly,
  };
  if (!(await saveSigning(project, before, settings, now, by)))
    throw new Refusal(
      "signing_key_required",
      "Create a signing key first. Without one, every call would be rejected.",
    );
  return { required: settings.required, body_only: settings.bodyOnly };
}

function freshKey(project: Owner) {
  const { keyId, secret } = newSigningKey();
  return { keyId, secret, encrypted: encrypt(secret, signingKeyContext(project.id, keyId)) };
}

/** Only this answer contains the secret. */
export async function makeSigningKey(project: Owner, name: string, by: Actor, now: Date) {
  const { keyId, secret, encrypted } = freshKey(project);
  const row = await insertSigningKey(project, { name, keyId, secret: encrypted, now }, by);
  return { key: present(project, row, now), secret };
}

/** Makes a new key of the same name. Both are valid until the installed apps have the new one. */
export async function replaceSigningKey(
  project: Owner,
  input: { id: number; overlapHours: number },
  by: Actor,
  now: Date,
) {
  const { keyId, secret, encrypted } = freshKey(project);
  const oldExpiresAt = new Date(now.getTime() + input.overlapHours * hour);
  const rotated = { id: input.id, keyId, secret: encrypted, oldExpiresAt, now };
  const outcome = await rotateSigningKey(project, rotated, by);
  if (!outcome) throw unknown();
  if (!outcome.made)
    throw new Refusal("key_ended", "This key was already revoked or rotated, or it expired.");
  return { key: present(project, outcome.made, now), secret };
}

export async function withdrawSigningKey(project: Owner, id: number, by: Actor, now: Date) {
  const outcome = await revokeSigningKey(project, id, now, by);
  if (!outcome) throw unknown();
  if (outcome.revoked) throw new Refusal("key_ended", "This key is revoked.");
  if (!outcome.changed) {
    throw new Refusal(
      "signing_key_required",
      "This is the only working key, and calls must be signed. Create another one first, or stop requiring signatures.",
    );
  }
  return { id };
}
