import { type Fragment, sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import type { ProjectId } from "@/lib/base/ids";
import type { OutboxKind } from "@/lib/ledger/outbox/kinds";
import { type LedgerScope, projectColumn } from "@/lib/ledger/queries";

/** A position in the outbox, which is ordered by transaction and then by ID. */
export type OutboxPosition = { xid: string; id: string };

export type OutboxRow = OutboxPosition & {
  kind: OutboxKind;
  /** The ID of the fact; for a sign-up, the user's ID. */
  subject: string;
  user_id: string | null;
  install_instance_id: string | null;
  payload: Record<string, unknown>;
  created_at: Date;
};

/**
 * Appends `facts` (subject, user_id, instance, payload; project_id for several projects) if their projects have
 * listeners. It is a part of the statement that stores the facts, so that both are stored together. Listeners that
 * started before that statement get them.
 */
export const toOutbox = (whose: LedgerScope, kind: OutboxKind, facts: Fragment) => sql`
  insert into outbox (project_id, kind, subject, user_id, install_instance_id, payload)
  select ${projectColumn(whose, "f")}, ${kind}::text, f.subject, f.user_id, f.instance, f.payload
  from (${facts}) f
  where exists (select from listeners l where l.project_id = ${projectColumn(whose, "f")} and ${kind}::text = any(l.kinds))`;

/** The payload of a decision `d`, for all statements that make decisions. */
export const decisionPayload = () => sql`
  jsonb_build_object('version', d.version, 'kind', d.kind, 'attribution_type', d.attribution_type,
    'method', d.method, 'touch', d.touch, 'network', d.network, 'campaign_id', d.campaign_id,
    'click_id', d.click_id, 'ad_set_id', d.ad_set_id, 'creative_id', d.creative_id,
    'keyword_id', d.keyword_id, 'is_test', not d.counted) as payload`;

/** Lower than every ID. */
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Starts at the oldest open transaction, so that its later rows are delivered. Existing listeners continue at their
 * position.
 */
export async function addListener(projectId: ProjectId, name: string, kinds: OutboxKind[]): Promise<void> {
  await sql`
    insert into listeners (project_id, name, kinds, read_xid, read_id)
    values (${projectId}, ${name}, ${kinds}::text[], pg_snapshot_xmin(pg_current_snapshot()), ${firstId}::uuid)
    on conflict (project_id, name) do update set requested_at = now(),
      kinds = array(select distinct unnest(listeners.kinds || excluded.kinds))`;
}

/**
 * Limits a listener to these kinds, or ends it without any. Has no effect if kinds were requested recently, because
 * that change may not be visible yet.
 */
export async function limitListener(projectId: ProjectId, name: string, kinds: OutboxKind[]): Promise<void> {
  await sql`
    with old as (
      select l.name from listeners l
      where l.project_id = ${projectId} and l.name = ${name} and l.requested_at < now() - interval '1 minute'
        and not (l.kinds <@ ${kinds}::text[]) for update
    ),
    ended as (
      delete from listeners l using old
      where l.project_id = ${projectId} and l.name = old.name and cardinality(${kinds}::text[]) = 0
    )
    update listeners l set kinds = ${kinds}::text[] from old
    where l.project_id = ${projectId} and l.name = old.name and cardinality(${kinds}::text[]) > 0`;
}

export async function removeListener(projectId: ProjectId, name: string): Promise<void> {
  await sql`delete from listeners where project_id = ${projectId} and name = ${name}`;
}

export type OutboxBatch = { rows: OutboxRow[]; until: OutboxPosition };

/**
 * A listener's unread rows, oldest first. Transactions can commit in a different order than they began. Only rows
 * before the oldest active transaction are read, so that no earlier row appears afterwards. `after` is a later position
 * than the listener's, of a reader that advances once for several batches. Null if there is no such listener.
 */
export async function findUnread(
  projectId: ProjectId,
  name: string,
  limit: number,
  after: OutboxPosition | null = null,
): Promise<OutboxBatch | null> {
  const from = after ? sql`(${after.xid}::text::xid8, ${after.id}::uuid)` : sql`(l.read_xid, l.read_id)`;
  const found = await sql<({ horizon: string } & (OutboxRow | { id: null }))[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, unread.*
    from listeners l
    left join lateral (
      select o.xid::text as xid, o.id, o.kind, o.subject, o.user_id, o.install_instance_id, o.payload, o.created_at
      from outbox o
      where o.project_id = ${projectId} and (o.xid, o.id) > ${from}
        and o.xid < pg_snapshot_xmin(pg_current_snapshot()) and o.kind = any(l.kinds)
      order by o.xid, o.id limit ${limit}
    ) unread on true
    where l.project_id = ${projectId} and l.name = ${name}
    order by unread.xid::xid8, unread.id`;
  if (found.length === 0) return null;
  const rows = found.flatMap(({ horizon: _, ...row }) => (row.id === null ? [] : [row]));
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { rows, until: last ? { xid: last.xid, id: last.id } : { xid: found[0]!.horizon, id: firstId } };
}

/** Only moves forward: two readers with the same name do not reset each other. */
export async function moveListener(
  projectId: ProjectId,
  name: string,
  { xid, id }: OutboxPosition,
): Promise<void> {
  await sql`
    update listeners set read_xid = ${xid}::text::xid8, read_id = ${id}::uuid
    where project_id = ${projectId} and name = ${name} and (read_xid, read_id) < (${xid}::text::xid8, ${id}::uuid)`;
}

/** Removes rows that every listener has read, or all rows without listeners. Returns the number of removed rows. */
export async function removeRead(projectId: ProjectId, max: number): Promise<number> {
  const deleted = await sql`
    with slowest as (
      select read_xid, read_id from listeners where project_id = ${projectId} order by read_xid, read_id limit 1
    ),
    passed as materialized (
      select o.xid, o.id from outbox o
      where o.project_id = ${projectId} and (o.xid, o.id) <= (
        coalesce((select read_xid from slowest), '18446744073709551615'::xid8),
        coalesce((select read_id from slowest), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))
      order by o.xid, o.id limit ${max}
    )
    delete from outbox o using passed p where o.project_id = ${projectId} and o.xid = p.xid and o.id = p.id`;
  return deleted.count;
}

/** Removes rows that were not read in all that time. */
export async function removeOlder(projectId: ProjectId, before: Date, max: number): Promise<number> {
  const deleted = await sql`
    with old as materialized (
      select o.xid, o.id from outbox o
      where o.project_id = ${projectId} and o.created_at < ${before} order by o.xid, o.id limit ${max}
    )
    delete from outbox o using old x where o.project_id = ${projectId} and o.xid = x.xid and o.id = x.id`;
  return deleted.count;
}

/** The next projects by ID that have rows. */
export const findProjectsWithRows = (behind: number) => sql<{ id: ProjectId }[]>`/* all projects */
  select p.id from ${projectsWith("outbox")} p where p.id > ${behind} order by p.id`;
