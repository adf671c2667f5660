import { hashOfSecret, isServerKey, newServerKey } from "@/lib/accounts/access/credentials";
import type { Project } from "@/lib/accounts/access/project";
import type { KeyScope } from "@/lib/accounts/access/scopes";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import {
  findServerKeyId,
  findServerKeys,
  insertServerKey,
  type KeyRow,
  type KeyState,
  revokeServerKey,
  rotateServerKey,
} from "@/lib/projects/server-keys/queries";

type Owner = Pick<Project, "id" | "accountId">;

const hour = 3_600_000;
const unknown = () => new Refusal("not_found", "Not found.");

function present(row: KeyRow, now: Date) {
  const { revoked_at, replaced_by, ...rest } = row;
  const expired = row.expires_at !== null && row.expires_at <= now;
  return {
    ...rest,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    state:
      revoked_at !== null ? "revoked" : expired ? "expired" : replaced_by !== null ? "replaced" : "active",
  } as const;
}

export async function listServerKeys(project: Owner, now: Date) {
  return { server_keys: (await findServerKeys(project.id)).map((row) => present(row, now)) };
}

function refusePast(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return;
  const past = "The expiry must be in the future.";
  throw new Refusal("invalid_request", past, { fields: { expires_at: past } });
}

/** Only this answer contains the key itself; the database has only its hash. */
export async function issueServerKey(
  project: Owner,
  input: { name: string; expiresAt: Date | null; scopes?: readonly KeyScope[] },
  by: Actor,
  now: Date,
) {
  refusePast(input.expiresAt, now);
  const { key, prefix, hash } = newServerKey();
  const row = await insertServerKey(
    project.accountId,
    project.id,
    { scopes: ["api"], ...input, prefix, hash, now },
    by,
  );
  return { server_key: present(row, now), key };
}

/**
 * Makes a new key of the same name, with the old key's expiry unless another one is given. The old one stays valid for
 * some hours, so that programs can be changed over.
 */
export async function replaceServerKey(
  project: Owner,
  input: { id: number; overlapHours: number; expiresAt?: Date | null | undefined },
  by: Actor,
  now: Date,
) {
  refusePast(input.expiresAt ?? null, now);
  const { key, prefix, hash } = newServerKey();
  const oldExpiresAt = new Date(now.getTime() + input.overlapHours * hour);
  const next = { id: input.id, prefix, hash, oldExpiresAt, expiresAt: input.expiresAt, now };
  const outcome = await rotateServerKey(project.accountId, project.id, next, by);
  if (!outcome) throw unknown();
  if (!outcome.made) throw new Refusal("key_ended", why(outcome.state));
  return { server_key: present(outcome.made, now), key };
}

function why({ revoked, expired, replaced }: KeyState): string {
  if (revoked) return "This key is revoked.";
  if (replaced) return "This key was already rotated.";
  if (expired) return "This key has expired.";
  return "This key was changed in the meantime.";
}

export async function withdrawServerKey(project: Owner, id: number, by: Actor, now: Date) {
  const changed = await revokeServerKey(project.accountId, project.id, id, now, by);
  if (changed === null) throw unknown();
  if (!changed) throw new Refusal("key_ended", "This key is revoked.");
  return { id };
}

/** Finds keys for the command line: all valid ones, or those with a name, prefix or ID, or the key itself. */
export async function serverKeysNamed(project: Owner, named: string | null) {
  const live = (await findServerKeys(project.id)).filter(({ revoked_at }) => revoked_at === null);
  if (named === null) return live;
  const id = isServerKey(named) ? await findServerKeyId(project.id, hashOfSecret(named)) : null;
  return live.filter((key) => key.id === id || [String(key.id), key.name, key.prefix].includes(named));
}
