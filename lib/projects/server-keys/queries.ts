import { sql } from "@/db";
import type { KeyScope } from "@/lib/accounts/access/scopes";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export type KeyRow = {
  id: number;
  name: string;
  prefix: string;
  created_by: string | null;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  replaced_by: number | null;
  scopes: string[];
};

const columns = () =>
  sql`id, name, prefix, created_at, last_used_at, expires_at, revoked_at, replaced_by, scopes`;

export function findServerKeys(project: ProjectId) {
  return sql<KeyRow[]>`
    select k.id, k.name, k.prefix, m.email as created_by, k.created_at, k.last_used_at, k.expires_at, k.revoked_at,
           k.replaced_by, k.scopes
    from server_keys k left join members m on m.id = k.created_by
    where k.project_id = ${project} order by k.id desc`;
}

export async function findServerKeyId(project: ProjectId, hash: Buffer): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from server_keys where project_id = ${project} and hash = ${hash}`;
  return row?.id ?? null;
}

type NewKey = {
  name: string;
  prefix: string;
  hash: Buffer;
  scopes: readonly KeyScope[];
  expiresAt: Date | null;
  now: Date;
};

export async function insertServerKey(
  account: AccountId,
  project: ProjectId,
  key: NewKey,
  by: Actor,
): Promise<KeyRow> {
  const detail = { prefix: key.prefix, expires_at: key.expiresAt?.toISOString() ?? null, scopes: key.scopes };
  const [row] = await audited<KeyRow>(
    by,
    { account, project, action: "server-key.create", target: key.name, detail },
    sql`
           insert into server_keys (project_id, name, prefix, hash, created_by, created_at, expires_at, scopes)
           values (${project}, ${key.name}, ${key.prefix}, ${key.hash}, ${by.memberId}::bigint, ${key.now},
                   ${key.expiresAt}::timestamptz, ${[...key.scopes]}::text[])
           returning ${columns()}`,
    sql`select changed.*, ${by.memberId === null ? null : by.name}::text as created_by from changed`,
  );
  return row!;
}

/** The state of a key after an attempt to change it. */
export type KeyState = { revoked: boolean; expired: boolean; replaced: boolean };

const state = (now: Date) => sql`
  revoked_at is not null as revoked, coalesce(expires_at <= ${now}, false) as expired,
  replaced_by is not null as replaced`;

/**
 * Inserts the new key and ends the old one in one statement. The ID of the new one is drawn first. So of two rotations
 * of one key, the second finds it replaced and makes no key.
 */
export async function rotateServerKey(
  account: AccountId,
  project: ProjectId,
  next: {
    id: number;
    prefix: string;
    hash: Buffer;
    oldExpiresAt: Date;
    /** Undefined means the old key's expiry. */
    expiresAt: Date | null | undefined;
    now: Date;
  },
  by: Actor,
): Promise<{ made: KeyRow | null; state: KeyState } | null> {
  const { id, prefix, hash, oldExpiresAt, expiresAt, now } = next;
  const detail = sql`jsonb_build_object('old', old.prefix, 'new', ${prefix}::text, 'old_expires_at', old.expires_at)`;
  const [row] = await sql<(KeyRow & KeyState & { made: boolean })[]>`
    with found as (select ${state(now)} from server_keys where project_id = ${project} and id = ${id}),
         old as (
           update server_keys set
             replaced_by = nextval(pg_get_serial_sequence('server_keys', 'id')),
             expires_at = least(coalesce(expires_at, 'infinity'), ${oldExpiresAt})
           where project_id = ${project} and id = ${id} and revoked_at is null and replaced_by is null
             and (expires_at is null or expires_at > ${now})
           returning name, prefix, expires_at, replaced_by, scopes, old.expires_at as until),
         fresh as (
           insert into server_keys (id, project_id, name, prefix, hash, created_by, created_at, scopes, expires_at)
           overriding system value
           select replaced_by, ${project}, name, ${prefix}, ${hash}, ${by.memberId}::bigint, ${now}, scopes,
             case when ${expiresAt === undefined} then until else ${expiresAt ?? null}::timestamptz end
           from old
           returning ${columns()}),
         logged as (${auditRow(
           by,
           { account, project, action: "server-key.rotate", target: sql`old.name`, detail },
           sql`from old`,
         )})
    select fresh.*, ${by.memberId === null ? null : by.name}::text as created_by, fresh.id is not null as made,
           found.revoked, found.expired, found.replaced
    from found left join fresh on true`;
  if (!row) return null;
  const { made, revoked, expired, replaced, ...key } = row;
  return { made: made ? key : null, state: { revoked, expired, replaced } };
}

/** Null if there is no such key; false if it was already revoked. */
export async function revokeServerKey(
  account: AccountId,
  project: ProjectId,
  id: number,
  now: Date,
  by: Actor,
): Promise<boolean | null> {
  const detail = sql`jsonb_build_object('prefix', changed.prefix)`;
  const [row] = await audited<{ revoked: boolean }>(
    by,
    { account, project, action: "server-key.revoke", target: sql`changed.name`, detail },
    sql`
      update server_keys set revoked_at = ${now}
      where project_id = ${project} and id = ${id} and revoked_at is null
      returning name, prefix`,
    sql`
      select exists (select from changed) as revoked from server_keys where project_id = ${project} and id = ${id}`,
  );
  return row?.revoked ?? null;
}
