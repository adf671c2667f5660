import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";

/** The number of calls stored for each watched device. */
const maxCalls = 100;

export type WatchRow = {
  id: string;
  code: string | null;
  scheme: string | null;
  install_instance_id: string | null;
  created_by: string;
  expires_at: Date;
};

export type CallRow = {
  project_id: ProjectId;
  id: string;
  watch_id: string;
  at: Date;
  path: string;
  status: number;
  took_ms: number;
  sent: unknown;
  answer: unknown;
};

/** Stores in the project until when calls are watched, because it is read with every caller. */
export async function storeWatch(projectId: ProjectId, row: WatchRow): Promise<void> {
  await sql`
    with updated as (
      update projects set watched_until = greatest(watched_until, ${row.expires_at}) where projects.id = ${projectId}
    )
    insert into watched_devices (project_id, id, code, scheme, install_instance_id, created_by, expires_at)
    select ${projectId}, ${row.id}, ${row.code}, ${row.scheme}, ${row.install_instance_id}, ${row.created_by},
      ${row.expires_at}
    where ${whereWritable(projectId)}`;
}

/** Projects without watched devices; projects that are still being imported from another instance are left out. */
export const findNoLongerWatched = (at: Date) => sql<{ id: ProjectId }[]>`
  select id from projects
  where watched_until <= ${at} and not exists (select from project_imports i where i.project_id = projects.id)
  order by watched_until limit 1000`;

/** Removes ended watches with their calls, and returns the number of calls. */
export async function removeEndedWatches(projectId: ProjectId, at: Date): Promise<number> {
  const [row] = await sql<[{ calls: number }]>`
    with over as (
      delete from watched_devices w where w.project_id = ${projectId} and w.expires_at <= ${at} returning w.id
    ),
    calls as (
      delete from watched_calls c using over where c.project_id = ${projectId} and c.watch_id = over.id returning c.id
    ),
    updated as (
      update projects set watched_until = null where projects.id = ${projectId} and watched_until <= ${at}
    )
    select count(*)::int as calls from calls`;
  return row.calls;
}

export async function removeWatch(projectId: ProjectId, id: string): Promise<boolean> {
  const rows = await sql`
    with removed as (
      delete from watched_devices w 
      where w.project_id = ${projectId} and w.id = ${id}::uuid and ${whereWritable(projectId)} returning w.id
    ),
    calls as (delete from watched_calls c using removed where c.project_id = ${projectId} and c.watch_id = removed.id)
    select id from removed`;
  return rows.length > 0;
}

/** The devices that are watched now, and the links that no device has followed yet. */
export const findWatched = (projectId: ProjectId) => sql<
  { id: string; install_instance_id: string | null; code: string | null }[]
>`
  select w.id, w.install_instance_id, w.code from watched_devices w
  where w.project_id = ${projectId} and w.expires_at > now()`;

/** The first device that follows the link is watched; other devices do not replace it. */
export async function claimWatch(
  projectId: ProjectId,
  code: string,
  instance: string,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    update watched_devices w set install_instance_id = ${instance}
    where w.project_id = ${projectId} and w.code = ${code} and w.install_instance_id is null and w.expires_at > now()
      and ${whereWritable(projectId)}
    returning w.id`;
  return row?.id ?? null;
}

/** Stores calls of devices that are still watched, and only the newest of each device. Safe to repeat. */
export async function storeCalls(rows: CallRow[]): Promise<undefined[]> {
  await sql`/* several projects */
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(project_id bigint, id uuid,
        watch_id uuid, at timestamptz, path text, status int, took_ms int, sent jsonb, answer jsonb)
    ),
    crowded as (
      delete from watched_calls c
      using (select project_id, watch_id, count(*) as n from input group by project_id, watch_id) x
      where c.project_id = x.project_id and c.watch_id = x.watch_id and c.id <= (
        select o.id from watched_calls o where o.project_id = x.project_id and o.watch_id = x.watch_id
        order by o.id desc offset greatest(${maxCalls}::bigint - x.n, 0) limit 1)
    )
    insert into watched_calls (project_id, id, watch_id, at, path, status, took_ms, sent, answer)
    select x.project_id, x.id, x.watch_id, x.at, x.path, x.status, x.took_ms, x.sent, x.answer from input x
    join watched_devices w on w.project_id = x.project_id and w.id = x.watch_id
    on conflict (project_id, id) do nothing`;
  return new Array<undefined>(rows.length);
}

export type ShownWatch = WatchRow & {
  install_id: string | null;
  device_model: string | null;
  platform: string | null;
  calls: number;
  last_call_at: Date | null;
};

const shownWatch = (projectId: ProjectId) => sql`
  select w.id, w.code, w.scheme, w.install_instance_id, w.created_by, w.expires_at, s.id as install_id, s.device_model,
    s.platform, (select count(*)::int from watched_calls c
      where c.project_id = ${projectId} and c.watch_id = w.id) as calls,
    (select max(c.at) from watched_calls c where c.project_id = ${projectId} and c.watch_id = w.id) as last_call_at
  from watched_devices w
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = w.install_instance_id
  where w.project_id = ${projectId} and w.expires_at > now()`;

export const findWatches = (projectId: ProjectId) => sql<ShownWatch[]>`
  ${shownWatch(projectId)} order by w.id desc limit 50`;

export async function findWatch(projectId: ProjectId, id: string): Promise<ShownWatch | null> {
  const [row] = await sql<ShownWatch[]>`${shownWatch(projectId)} and w.id = ${id}::uuid`;
  return row ?? null;
}

export const findCalls = (projectId: ProjectId, watchId: string) => sql<CallRow[]>`
  select c.id, c.at, c.path, c.status, c.took_ms, c.sent, c.answer from watched_calls c
  where c.project_id = ${projectId} and c.watch_id = ${watchId}::uuid order by c.id desc limit ${maxCalls}`;

/** The instance of the newest install with this ID, its own or its device's. */
export async function findInstance(
  projectId: ProjectId,
  named: { instance: string; install: string | null; device: string | null },
): Promise<string | null> {
  const [row] = await sql<{ instance: string }[]>`
    select s.install_instance_id as instance from installs s
    where s.project_id = ${projectId} and s.erased_at is null and (s.install_instance_id = ${named.instance}
      or s.id = ${named.install}::uuid or s.id in (select v.install_id from install_devices v
        where v.project_id = ${projectId} and v.device_id = ${named.device}))
    order by s.last_open_at desc nulls last limit 1`;
  return row?.instance ?? null;
}

/** The most frequent scheme of the project's links into the app. */
export async function findScheme(projectId: ProjectId): Promise<string | null> {
  const [row] = await sql<{ scheme: string }[]>`
    select lower(split_part(c.deeplink, '://', 1)) as scheme from campaigns c
    where c.project_id = ${projectId} and c.deleted_at is null and c.deeplink ~ '^[A-Za-z][A-Za-z0-9+.-]*://'
      and c.deeplink !~* '^https?:'
    group by 1 order by count(*) desc, 1 limit 1`;
  return row?.scheme ?? null;
}
