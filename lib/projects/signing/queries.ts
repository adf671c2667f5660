import { sql } from "@/db";
import type { SigningSettings } from "@/lib/accounts/access/signature";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export type SigningKeyRow = {
  id: number;
  name: string;
  key_id: string;
  /** Encrypted; null once the key is revoked. */
  secret: Buffer | null;
  created_by: string | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  replaced_by: number | null;
};

type Owner = { id: ProjectId; accountId: AccountId };

const columns = () => sql`id, name, key_id, secret, created_at, last_used_at, expires_at, replaced_by`;

const works = (now: Date) => sql`secret is not null and (expires_at is null or expires_at > ${now})`;

/** Locks the project and its valid keys. A concurrent change waits here and then sees the remaining ones. */
const locked = ({ id }: Owner, now: Date) => sql`
  project as materialized (
    select id, coalesce(settings->'signing'->'required' = 'true', false) as required from projects
    where id = ${id} for update),
  live as materialized (
    select k.id from signing_keys k where k.project_id in (select id from project) and ${works(now)}
    order by k.id for update)`;

export function findSigningKeys(project: ProjectId) {
  return sql<SigningKeyRow[]>`
    select k.id, k.name, k.key_id, k.secret, m.email as created_by, k.created_at, k.last_used_at, k.expires_at,
      k.replaced_by
    from signing_keys k left join members m on m.id = k.created_by
    where k.project_id = ${project} order by k.id desc`;
}

type NewKey = { name: string; keyId: string; secret: Buffer; now: Date };

export async function insertSigningKey(owner: Owner, key: NewKey, by: Actor): Promise<SigningKeyRow> {
  const [row] = await audited<SigningKeyRow>(
    by,
    {
      account: owner.accountId,
      project: owner.id,
      action: "signing-key.create",
      target: key.name,
      detail: { key_id: key.keyId },
    },
    sql`
           insert into signing_keys (project_id, name, key_id, secret, created_by, created_at)
           values (${owner.id}, ${key.name}, ${key.keyId}, ${key.secret}, ${by.memberId}::bigint, ${key.now})
           returning ${columns()}`,
    sql`select changed.*, ${by.memberId === null ? null : by.name}::text as created_by from changed`,
  );
  return row!;
}

/** Inserts the new key and ends the old one in one statement; of two rotations of one key, the second makes no key. */
export async function rotateSigningKey(
  owner: Owner,
  rotated: { id: number; keyId: string; secret: Buffer; oldExpiresAt: Date; now: Date },
  by: Actor,
): Promise<{ made: SigningKeyRow | null } | null> {
  const { id, keyId, secret, oldExpiresAt, now } = rotated;
  const detail = sql`jsonb_build_object('old', old.key_id, 'new', ${keyId}::text, 'old_expires_at', old.expires_at)`;
  const [row] = await sql<(SigningKeyRow & { made: boolean })[]>`
    with found as (select 1 from signing_keys where project_id = ${owner.id} and id = ${id}),
         old as (
           update signing_keys set
             replaced_by = nextval(pg_get_serial_sequence('signing_keys', 'id')),
             expires_at = least(coalesce(expires_at, 'infinity'), ${oldExpiresAt})
           where project_id = ${owner.id} and id = ${id} and replaced_by is null and ${works(now)}
           returning name, key_id, expires_at, replaced_by),
         fresh as (
           insert into signing_keys (id, project_id, name, key_id, secret, created_by,
             created_at) overriding system value
           select replaced_by, ${owner.id}, name, ${keyId}, ${secret}, ${by.memberId}::bigint, ${now} from old
           returning ${columns()}),
         logged as (${auditRow(
           by,
           {
             account: owner.accountId,
             project: owner.id,
             action: "signing-key.rotate",
             target: sql`old.name`,
             detail,
           },
           sql`from old`,
         )})
    select fresh.*, ${by.memberId === null ? null : by.name}::text as created_by, fresh.id is not null as made
    from found left join fresh on true`;
  if (!row) return null;
  const { made, ...key } = row;
  return { made: made ? key : null };
}

/**
 * Deletes the secret of a revoked key. While signatures are required, the last valid key cannot be revoked. Null if
 * there is no such key.
 */
export async function revokeSigningKey(
  owner: Owner,
  id: number,
  now: Date,
  by: Actor,
): Promise<{ changed: boolean; revoked: boolean } | null> {
  const [row] = await sql<{ changed: boolean; revoked: boolean }[]>`
    with ${locked(owner, now)},
         found as (select revoked_at is not null as revoked from signing_keys where project_id = ${owner.id}
           and id = ${id}),
         removed as (
           update signing_keys set revoked_at = ${now}, secret = null
           where project_id = ${owner.id} and id = ${id} and revoked_at is null
             and (not (select required from project) or not (${works(now)})
               or exists (select from live where id <> ${id}))
           returning name, key_id),
         logged as (${auditRow(
           by,
           {
             account: owner.accountId,
             project: owner.id,
             action: "signing-key.revoke",
             target: sql`removed.name`,
             detail: sql`jsonb_build_object('key_id', removed.key_id)`,
           },
           sql`from removed`,
         )})
    select exists (select from removed) as changed, found.revoked from found`;
  return row ?? null;
}

/** False when signatures cannot be required, because the project has no valid key. */
export async function saveSigning(
  owner: Owner,
  before: SigningSettings,
  { required, bodyOnly }: SigningSettings,
  now: Date,
  by: Actor,
): Promise<boolean> {
  const action =
    required === before.required ? "signing.change" : required ? "signing.require" : "signing.stop-requiring";
  const settings = JSON.stringify({ required, body_only: bodyOnly });
  const [row] = await sql<{ changed: boolean }[]>`
    with ${locked(owner, now)},
         changed as (
           update projects set settings = settings || jsonb_build_object('signing', ${settings}::text::jsonb),
             updated_at = ${now}
           where id = ${owner.id} and (not ${required}::boolean
             or exists (select from live))
           returning name),
         logged as (${auditRow(
           by,
           {
             account: owner.accountId,
             project: owner.id,
             action,
             target: sql`changed.name`,
             detail: {
               required,
               body_only: bodyOnly,
               before: { required: before.required, body_only: before.bodyOnly },
             },
           },
           sql`from changed`,
         )})
    select exists (select from changed) as changed`;
  return row!.changed;
}
