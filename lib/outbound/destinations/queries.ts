import { type Fragment, sql } from "@/db";
import { jsonb } from "@/db/json";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import { type AccountId, minIdAt, type ProjectId } from "@/lib/base/ids";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

type Owner = { accountId: AccountId; id: ProjectId };

export type DestinationRow = {
  id: number;
  kind: string;
  name: string;
  mode: "off" | "dry_run" | "live";
  settings: Record<string, unknown>;
  rules: OutboundRule[];
  version: number;
  credentials: Buffer | null;
  paused_at: Date | null;
  pause_reason: string | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
};

export type RecentCount = { destination_id: number; state: string; count: number };

const columns = () => sql`
  t.id, t.kind, t.name, t.mode, t.settings, t.rules, t.version, t.credentials, t.paused_at, t.pause_reason,
  t.failing_since, t.created_at, t.updated_at`;

export const findDestinations = (projectId: ProjectId) => sql<DestinationRow[]>`
  select ${columns()} from destinations t
  where t.project_id = ${projectId} and t.deleted_at is null order by t.id`;

export async function findDestination(projectId: ProjectId, id: number): Promise<DestinationRow | null> {
  const [row] = await sql<DestinationRow[]>`
    select ${columns()} from destinations t
    where t.project_id = ${projectId} and t.id = ${id} and t.deleted_at is null`;
  return row ?? null;
}

/** The highest count per state: the list shows these counts and is loaded often. */
const maxCounted = 100_000;

/** The number of deliveries per state since this time, read from the index alone. */
export const countRecent = (projectId: ProjectId, since: Date) => sql<RecentCount[]>`
  select t.id as destination_id, case one.state when 'queued' then 'waiting' else one.state end as state,
    sum(found.count)::int as count
  from destinations t
  cross join unnest(array['waiting', 'queued', 'sent', 'dry', 'skipped', 'withheld', 'dead']) as one(state)
  cross join lateral (
    select count(*) as count from (
      select from deliveries d
      where d.project_id = ${projectId} and d.destination_id = t.id and d.state = one.state
        and d.id >= ${minIdAt(since.getTime())}::uuid
      limit ${maxCounted}
    ) bounded
  ) found
  where t.project_id = ${projectId} and t.deleted_at is null
  group by 1, 2`;

/** The number of live destinations that are paused or failing, with the longest failing one. */
export const findStuck = (projectId: ProjectId) => sql<
  { is: "paused" | "failing"; count: number; name: string; since: Date }[]
>`
  select s.is, count(*)::int as count, (array_agg(s.name order by s.since, s.id))[1] as name, min(s.since) as since
  from (
    select t.id, t.name, case when t.paused_at is not null then 'paused' else 'failing' end as is,
      coalesce(t.paused_at, t.failing_since) as since
    from destinations t
    where t.project_id = ${projectId} and t.deleted_at is null and t.mode = 'live'
      and (t.paused_at is not null or t.failing_since is not null)
  ) s
  group by s.is order by s.is desc`;

/** The secrets are encrypted for an ID, so the ID must exist first. */
export async function nextDestinationId(): Promise<number> {
  const [row] = await sql<[{ id: number }]>`select nextval('destinations_id_seq')::bigint as id`;
  return row.id;
}

export type StoredDestination = {
  id: number;
  kind: string;
  name: string;
  mode: string;
  settings: unknown;
  rules: readonly OutboundRule[];
  credentials: Buffer | null;
};

export async function insertDestination(
  { accountId: account, id: project }: Owner,
  row: StoredDestination,
  by: Actor,
  now: Date,
): Promise<void> {
  await audited(
    by,
    {
      account,
      project,
      action: "destination.create",
      target: sql`changed.name`,
      detail: { kind: row.kind, mode: row.mode },
    },
    sql`
      insert into destinations (project_id, id, kind, name, mode, settings, rules, credentials, created_at, updated_at)
      overriding system value
      values (${project}, ${row.id}, ${row.kind}, ${row.name}, ${row.mode}, ${jsonb(row.settings)}, ${jsonb(row.rules)},
        ${row.credentials}, ${now}, ${now})
      returning name`,
  );
}

/** Increases the version if settings or rules change. Returns false if another change was stored in the meantime. */
export async function updateDestination(
  { accountId: account, id: project }: Owner,
  row: Omit<StoredDestination, "kind"> & { updated_at: Date },
  changed: { fields: string[]; isOther: boolean },
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "destination.change",
      target: sql`changed.name`,
      detail: { changed: changed.fields, mode: row.mode },
    },
    sql`
      update destinations t set name = ${row.name}, mode = ${row.mode}, settings = ${jsonb(row.settings)},
        rules = ${jsonb(row.rules)}, credentials = ${row.credentials}, updated_at = ${now},
        version = t.version + ${changed.isOther ? 1 : 0}
      where t.project_id = ${project} and t.id = ${row.id} and t.deleted_at is null
        and t.updated_at = ${row.updated_at}
      returning t.name`,
  );
  return rows.length > 0;
}

/** Changes one destination, with its row in the audit log. False if it does not exist. */
async function change(
  { accountId: account, id: project }: Owner,
  id: number,
  action: string,
  fields: Fragment,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project, action, target: sql`changed.name` },
    sql`
      update destinations t set ${fields}, updated_at = ${now}
      where t.project_id = ${project} and t.id = ${id} and t.deleted_at is null
      returning t.name`,
  );
  return rows.length > 0;
}

/** Resuming sends at once and discards earlier waiting times. */
export const setPaused = (owner: Owner, id: number, reason: string | null, by: Actor, now: Date) =>
  change(
    owner,
    id,
    reason === null ? "destination.resume" : "destination.pause",
    sql`paused_at = ${reason === null ? null : now}::timestamptz, pause_reason = ${reason}::text, failing_since = null,
      not_before = null`,
    by,
    now,
  );

/** The sender skips the waiting deliveries in batches. */
export const removeDestination = (owner: Owner, id: number, by: Actor, now: Date) =>
  change(
    owner,
    id,
    "destination.remove",
    sql`deleted_at = ${now}::timestamptz, mode = 'off', credentials = null`,
    by,
    now,
  );
