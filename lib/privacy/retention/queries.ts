import { type Fragment, sql } from "@/db";
import type { RetentionKind, RetentionSetting } from "@/lib/accounts/projects/retention/kinds";
import type { ProjectId } from "@/lib/base/ids";

export const findAllRetentionSettings = () => sql<RetentionSetting[]>`
  select project_id, kind, days from retention_settings`;

/** None of a project's facts is removed while it is recalculated. */
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

type Table = "clicks" | "events" | "installs" | "rejections";

/** Reads the next rows of a range in the order of their ids; the part `changed` removes or empties them. */
async function step(
  table: Table,
  projectId: ProjectId,
  { since, until, most }: Range,
  changed: Fragment,
): Promise<RemovalStep> {
  const [row] = await sql<[RemovalStep]>`
    with seen as materialized (
      select t.id from ${sql(table)} t
      where t.project_id = ${projectId} and t.id >= ${since}::text::uuid and t.id < ${until}::text::uuid
      order by t.id limit ${most}
    ),
    changed as (${changed})
    select (select count(*) from seen)::int as seen, (select count(*) from changed)::int as changed,
      (select id from seen order by id desc limit 1) as last`;
  return row;
}

const remove = (table: Table, projectId: ProjectId, range: Range, which = sql``) =>
  step(
    table,
    projectId,
    range,
    sql`delete from ${sql(table)} t using seen s where t.project_id = ${projectId} and t.id = s.id ${which}
    returning 1`,
  );

export const removeClicks = (projectId: ProjectId, range: Range, counted: boolean) =>
  remove("clicks", projectId, range, sql`and (t.not_counted is null) = ${counted}::boolean`);

export const removeEvents = (projectId: ProjectId, range: Range) => remove("events", projectId, range);

export const removeRejections = (projectId: ProjectId, range: Range) =>
  remove("rejections", projectId, range);

/** Keeps the presented parts of a decision: its candidates, the charges, and the store's time of the install. */
export const emptyRaw = (projectId: ProjectId, range: Range) =>
  step(
    "installs",
    projectId,
    range,
    sql`
      update installs s set device_data = '{}', user_agent = null, address_key = null from seen x
      where s.project_id = ${projectId} and s.id = x.id
        and (s.device_data <> '{}' or s.user_agent is not null or s.address_key is not null)
      returning 1
    ),
    forgotten as (
      update decisions d set evidence = coalesce(
        (select jsonb_object_agg(key, value) from jsonb_each(d.evidence)
          where key in ('charges', 'installed_at')), '{}')
      from seen x where d.project_id = ${projectId} and d.install_id = x.id and d.evidence <> '{}'`,
  );

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
