import { sql } from "@/db";
import type { RetentionKind, RetentionSetting } from "@/lib/accounts/projects/retention/kinds";
import type { ProjectId } from "@/lib/base/ids";

export const findAllRetentionSettings = () => sql<RetentionSetting[]>`
  select project_id, kind, days from retention_settings`;

/** While a project's days are cut anew none of its facts is removed. */
export const findAllProjects = () => sql<{ id: ProjectId; time_zone: string; recalculating: boolean }[]>`
  select p.id, p.time_zone, exists (select 1 from recuts r where r.project_id = p.id
    and r.state <> 'DONE') as recalculating
  from projects p order by p.id`;

/**
 * Called before anything is removed, because recounting from facts must know the first complete day. A cut never goes
 * back.
 */
export async function advanceCut(projectId: ProjectId, kind: RetentionKind, before: string): Promise<void> {
  await sql`
    insert into retention_cuts as cut (project_id, kind, before) values (${projectId}, ${kind}, ${before}::text::date)
    on conflict (project_id, kind) do update set before = excluded.before, updated_at = now()
    where cut.before < excluded.before`;
}

export async function noteRemoval(
  projectId: ProjectId,
  kind: RetentionKind,
  { cursor, doneBefore }: { cursor: string | null; doneBefore: string | null },
): Promise<void> {
  await sql`
    update retention_cuts set cursor = ${cursor}::text::uuid,
      done_before = coalesce(${doneBefore}::text::date, done_before),
      updated_at = now()
    where project_id = ${projectId} and kind = ${kind}`;
}

export type Range = { since: string; until: string; most: number };
/** The numbers of rows that were read, and removed or emptied, and the id of the last one. */
export type RemovalStep = { seen: number; changed: number; last: string | null };

export async function removeClicks(
  projectId: ProjectId,
  { since, until, most }: Range,
  counted: boolean,
): Promise<RemovalStep> {
  const [row] = await sql<[RemovalStep]>`
    with seen as materialized (
      select c.id, c.not_counted from clicks c
      where c.project_id = ${projectId} and c.id >= ${since}::text::uuid and c.id < ${until}::text::uuid
      order by c.id limit ${most}
    ),
    gone as (
      delete from clicks c using seen s
      where c.project_id = ${projectId} and c.id = s.id and (s.not_counted is null) = ${counted}::boolean returning 1
    )
    select (select count(*) from seen)::int as seen, (select count(*) from gone)::int as changed,
      (select id from seen order by id desc limit 1) as last`;
  return row;
}

export async function removeEvents(
  projectId: ProjectId,
  { since, until, most }: Range,
): Promise<RemovalStep> {
  const [row] = await sql<[RemovalStep]>`
    with seen as materialized (
      select e.id from events e
      where e.project_id = ${projectId} and e.id >= ${since}::text::uuid and e.id < ${until}::text::uuid
      order by e.id limit ${most}
    ),
    gone as (delete from events e using seen s where e.project_id = ${projectId} and e.id = s.id returning 1)
    select (select count(*) from seen)::int as seen, (select count(*) from gone)::int as changed,
      (select id from seen order by id desc limit 1) as last`;
  return row;
}

/** Keeps the presented parts of a decision: its candidates, the charges, and the store's time of the install. */
export async function emptyRaw(projectId: ProjectId, { since, until, most }: Range): Promise<RemovalStep> {
  const [row] = await sql<[RemovalStep]>`
    with seen as materialized (
      select s.id from installs s
      where s.project_id = ${projectId} and s.id >= ${since}::text::uuid and s.id < ${until}::text::uuid
      order by s.id limit ${most}
    ),
    emptied as (
      update installs s set device_data = '{}', user_agent = null, address_key = null from seen x
      where s.project_id = ${projectId} and s.id = x.id
        and (s.device_data <> '{}' or s.user_agent is not null or s.address_key is not null)
      returning 1
    ),
    forgotten as (
      update decisions d set evidence = coalesce(
        (select jsonb_object_agg(key, value) from jsonb_each(d.evidence)
          where key in ('charges', 'installed_at')), '{}')
      from seen x where d.project_id = ${projectId} and d.install_id = x.id and d.evidence <> '{}'
    )
    select (select count(*) from seen)::int as seen, (select count(*) from emptied)::int as changed,
      (select id from seen order by id desc limit 1) as last`;
  return row;
}

export async function removeRejections(
  projectId: ProjectId,
  { since, until, most }: Range,
): Promise<RemovalStep> {
  const [row] = await sql<[RemovalStep]>`
    with seen as materialized (
      select r.id from rejections r
      where r.project_id = ${projectId} and r.id >= ${since}::text::uuid and r.id < ${until}::text::uuid
      order by r.id limit ${most}
    ),
    gone as (delete from rejections r using seen s where r.project_id = ${projectId} and r.id = s.id returning 1)
    select (select count(*) from seen)::int as seen, (select count(*) from gone)::int as changed,
      (select id from seen order by id desc limit 1) as last`;
  return row;
}

/** The entries of a project or, for null, of accounts as such. Their ids do not begin with the time. */
export async function removeAudit(
  projectId: ProjectId | null,
  before: Date,
  most: number,
): Promise<RemovalStep> {
  const gone = await sql`
    delete from audit_log where id in (
      select l.id from audit_log l where l.project_id is not distinct from ${projectId}::bigint and l.at < ${before}
      order by l.id limit ${most})`;
  return { seen: gone.count, changed: gone.count, last: null };
}

/** The partitions of clicks or events, which hold a month each, by name. */
export const findMonths = (parent: "clicks" | "events") => sql<{ name: string; ends: Date }[]>`
  select p.relname as name, (to_date(right(p.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' as ends
  from pg_inherits i join pg_class p on p.oid = i.inhrelid
  where i.inhparent = ${parent}::text::regclass and p.relname ~ '_[0-9]{6}$' order by 1`;

export async function dropMonth(name: string, keepers: ProjectId[]): Promise<boolean> {
  const [row] = await sql<[{ dropped: boolean }]>`
    select drop_month_partition(${name}, ${keepers}::bigint[]) as dropped`;
  return row.dropped;
}
