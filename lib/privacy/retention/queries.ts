import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import { type ProjectId, timeOfId } from "@/lib/base/ids";
import {
  type RetentionKind,
  type RetentionSetting,
  retentionKindNames,
} from "@/lib/projects/retention/kinds";
import type { RetentionCutoff } from "@/lib/projects/retention/queries";

/** The facts of a project are not removed while it is recalculated or imported. */
export const isRetentionExempt = (id: Fragment) => sql`(
  exists (select from recalculations r where r.project_id = ${id} and r.state <> 'DONE')
  or exists (select from project_imports i where i.project_id = ${id}))`;

/** The instance's periods; null if neither the instance nor any project has one. */
export async function findOperatorRetention(): Promise<RetentionSetting[] | null> {
  const rows = await sql<RetentionSetting[]>`
    select project_id, kind, days from retention_settings order by project_id limit 100`;
  return rows.length === 0 ? null : rows.filter(({ project_id }) => project_id === 0);
}

/**
 * Moves the cuts of some projects to the present ends of their periods, in whole days of their zone. It runs before any
 * removal, because recounting from facts needs the first complete day. A cut never moves back. Returns the last of
 * those projects; null after the last one.
 */
export async function advanceRetentionCuts(behind: number, max: number, now: Date): Promise<number | null> {
  const [row] = await sql<[{ last: number | null }]>`/* all projects */
    with part as materialized (
      select p.id, p.time_zone from projects p where p.id > ${behind} order by p.id limit ${max}
    ),
    due as (
      select p.id, k.kind,
        (${now}::timestamptz at time zone p.time_zone)::date
          - case when own.kind is not null then own.days else defaults.days end as before
      from part p cross join unnest(${retentionKindNames}::text[]) k(kind)
      left join retention_settings own on own.project_id = p.id and own.kind = k.kind
      left join retention_settings defaults on defaults.project_id = 0 and defaults.kind = k.kind
      where not ${isRetentionExempt(sql`p.id`)}
    ),
    moved as (
      insert into retention_cutoffs as cut (project_id, kind, before, updated_at)
      select w.id, w.kind, w.before, now() from due w
      -- The same projects as a range; otherwise each part would read all cutoffs.
      left join retention_cutoffs known on known.project_id = w.id and known.kind = w.kind
        and known.project_id > ${behind} and known.project_id <= (select max(id) from part)
      where w.before is not null and (known.before is null or known.before < w.before)
      order by 1, 2
      on conflict (project_id, kind) do update set before = excluded.before, updated_at = excluded.updated_at
        where cut.before < excluded.before
    )
    select case when count(*) = ${max}::int then max(id) end as last from part`;
  return row.last;
}

export type DueCutoff = RetentionCutoff & { project_id: ProjectId; time_zone: string };

/** The cuts with rows still to be removed, ordered by the time of their last turn. */
export const findDueCutoffs = (max: number) => sql<DueCutoff[]>`/* all projects */
  select c.project_id, p.time_zone, c.kind, c.before::text as before, c.cursor, c.done_before::text as done_before
  from retention_cutoffs c join projects p on p.id = c.project_id
  where c.done_before is distinct from c.before
    and not ${isRetentionExempt(sql`c.project_id`)}
  order by c.updated_at, c.project_id, c.kind limit ${max}`;

export type DueRetention = {
  project_id: ProjectId;
  kind: RetentionKind;
  cursor: string | null;
  /** Null while rows are left. */
  done_before: string | null;
};

const removals = columnTable<DueRetention>({
  project_id: "bigint",
  kind: "text",
  cursor: "uuid",
  done_before: "date",
});

export async function noteRemovals(rows: DueRetention[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`/* several projects */
    update retention_cutoffs c set cursor = x.cursor, done_before = coalesce(x.done_before, c.done_before),
      updated_at = now()
    from ${removals(rows)} x where c.project_id = x.project_id and c.kind = x.kind`;
}

export type RemovalSpan = { project_id: ProjectId; since: string; until: string; at: Date; before: string };

const spans = columnTable<RemovalSpan>({
  project_id: "bigint",
  since: "uuid",
  until: "uuid",
  at: "timestamptz",
  before: "date",
});

/** True if a table has a row of the project within its span. */
const inRange = (table: Fragment, id: Fragment) => sql`
  exists (select from ${table} t where t.project_id = x.project_id and ${id} >= x.since and ${id} < x.until)`;

const haveWork: Record<RetentionKind, () => Fragment> = {
  clicks: () => inRange(sql`clicks`, sql`t.id`),
  uncounted_clicks: () => inRange(sql`clicks`, sql`t.id`),
  events: () => inRange(sql`events`, sql`t.id`),
  ad_revenue: () => inRange(sql`ad_revenue`, sql`t.id`),
  web: () => sql`(${inRange(sql`web_events`, sql`t.id`)} or ${inRange(sql`web_visitors`, sql`t.id`)}
    or ${inRange(sql`web_clicks`, sql`t.click_id`)})`,
  raw: () => inRange(sql`installs`, sql`t.id`),
  rejections: () => inRange(sql`rejections`, sql`t.id`),
  deliveries: () => sql`(${inRange(sql`deliveries`, sql`t.next_at is null and t.id`)} or exists (
    select from network_requests r where r.project_id = x.project_id and r.accepted_at < x.at))`,
  claims: () =>
    sql`exists (select from network_claims t where t.project_id = x.project_id and t.day < x.before)`,
  apple_postbacks: () => inRange(sql`apple_postbacks`, sql`t.id`),
  alerts: () => inRange(sql`alerts`, sql`t.resolved_at is not null and t.id`),
  audit: () => sql`exists (select from audit_log l where l.project_id = x.project_id and l.at < x.at)`,
};

/** The projects with rows to remove of a kind. Most have none, although each cut moves every day. */
export async function findWithWork(kind: RetentionKind, rows: RemovalSpan[]): Promise<Set<ProjectId>> {
  const found = await sql<{ project_id: ProjectId }[]>`/* several projects */
    select x.project_id from ${spans(rows)} x where ${haveWork[kind]()}`;
  return new Set(found.map(({ project_id }) => project_id));
}

export type Range = { since: string; until: string; most: number };
/** The numbers of read rows and of removed or emptied ones, and the ID of the last one. */
export type RemovalStep = { seen: number; changed: number; last: string | null };

type Table =
  | "ad_revenue"
  | "alerts"
  | "apple_postbacks"
  | "deliveries"
  | "clicks"
  | "events"
  | "installs"
  | "rejections";

/**
 * Reads the next rows of a range in the order of their IDs, filtered by `only`; the part `changed` removes or empties
 * them.
 */
async function step(
  table: Table,
  projectId: ProjectId,
  { since, until, most: max }: Range,
  changed: Fragment,
  only = sql``,
): Promise<RemovalStep> {
  const [row] = await sql<[RemovalStep]>`
    with seen as materialized (
      select t.id from ${sql(table)} t
      where t.project_id = ${projectId} and t.id >= ${since}::text::uuid and t.id < ${until}::text::uuid
        ${only}
      order by t.id limit ${max}
    ),
    changed as (${changed})
    select (select count(*) from seen)::int as seen, (select count(*) from changed)::int as changed,
      (select id from seen order by id desc limit 1) as last`;
  return row;
}

const remove = (table: Table, projectId: ProjectId, range: Range, which = sql``, only = sql``) =>
  step(
    table,
    projectId,
    range,
    sql`delete from ${sql(table)} t using seen s where t.project_id = ${projectId} and t.id = s.id ${which}
    returning 1`,
    only,
  );

/**
 * For ranges that are checked from the beginning each time: rows that stay are not read, so their number does not
 * matter.
 */
const removeEnded = (table: Table, projectId: ProjectId, range: Range, isEnded: Fragment) =>
  remove(table, projectId, range, isEnded, isEnded);

export const removeClicks = (projectId: ProjectId, range: Range, counted: boolean) =>
  remove("clicks", projectId, range, sql`and (t.not_counted is null) = ${counted}::boolean`);

export const removeEvents = (projectId: ProjectId, range: Range) => remove("events", projectId, range);

export const removeAdRevenue = (projectId: ProjectId, range: Range) => remove("ad_revenue", projectId, range);

/** A visitor is removed by the first visit, and clicks by their own day. */
export async function removeWeb(
  projectId: ProjectId,
  { since, until, most: max }: Range,
): Promise<RemovalStep> {
  const inRange = (id: Fragment) => sql`${id} >= ${since}::text::uuid and ${id} < ${until}::text::uuid`;
  const [row] = await sql<[RemovalStep]>`
    with seen as materialized (
      select * from (
        (select e.id, 'event' as kind from web_events e
          where e.project_id = ${projectId} and ${inRange(sql`e.id`)} order by e.id limit ${max})
        union all
        (select v.id, 'visitor' from web_visitors v
          where v.project_id = ${projectId} and ${inRange(sql`v.id`)} order by v.id limit ${max})
        union all
        (select c.click_id, 'click' from web_clicks c
          where c.project_id = ${projectId} and ${inRange(sql`c.click_id`)} order by c.click_id limit ${max})
      ) each order by id limit ${max}
    ),
    events_gone as (
      delete from web_events e using seen s
      where e.project_id = ${projectId} and s.kind = 'event' and e.id = s.id returning 1
    ),
    visitors_gone as (
      delete from web_visitors v using seen s
      where v.project_id = ${projectId} and s.kind = 'visitor' and v.id = s.id returning 1
    ),
    clicks_gone as (
      delete from web_clicks c using seen s
      where c.project_id = ${projectId} and s.kind = 'click' and c.click_id = s.id returning 1
    )
    select (select count(*) from seen)::int as seen,
      ((select count(*) from events_gone) + (select count(*) from visitors_gone)
        + (select count(*) from clicks_gone))::int as changed,
      (select id from seen order by id desc limit 1) as last`;
  return row;
}

export const removeApplePostbacks = (projectId: ProjectId, range: Range) =>
  remove("apple_postbacks", projectId, range);

export const removeRejections = (projectId: ProjectId, range: Range) =>
  remove("rejections", projectId, range);

/** Pending deliveries stay, however old. Networks' reports are removed by the age of their requests. */
export async function removeDeliveries(projectId: ProjectId, range: Range): Promise<RemovalStep> {
  const { count } = await sql`
    delete from network_requests r where r.project_id = ${projectId} and r.ctid = any(array(
      select o.ctid from network_requests o
      where o.project_id = ${projectId} and o.accepted_at < ${new Date(timeOfId(range.until))}
      limit ${range.most}))`;
  const { seen, changed, last } = await removeEnded(
    "deliveries",
    projectId,
    range,
    sql`and t.next_at is null`,
  );
  return { seen: Math.max(seen, count), changed: changed + count, last };
}

/** Alerts that still fire stay, however old. */
export const removeAlerts = (projectId: ProjectId, range: Range) =>
  removeEnded("alerts", projectId, range, sql`and t.resolved_at is not null`);

/** Claims are dated by day and have no ID. */
export async function removeClaims(projectId: ProjectId, before: string, max: number): Promise<RemovalStep> {
  const deleted = await sql`
    delete from network_claims n using (
      select c.campaign_id, c.day, c.version from network_claims c
      where c.project_id = ${projectId} and c.day < ${before}::text::date order by c.day limit ${max}) x
    where n.project_id = ${projectId} and n.campaign_id = x.campaign_id and n.day = x.day and n.version = x.version`;
  return { seen: deleted.count, changed: deleted.count, last: null };
}

/** Keeps the displayed parts of a decision: its candidates, the findings, and the store's time of the install. */
export const emptyRawData = (projectId: ProjectId, range: Range) =>
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

/** The monthly partitions of clicks, events or ad revenue that end before the latest cut of any project. */
export const findOldMonths = (parent: "clicks" | "events" | "ad_revenue") => sql<
  { name: string; ends: Date }[]
>`/* all projects */
  select m.name, m.ends from (
    select p.relname as name, (to_date(right(p.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' as ends
    from pg_inherits i join pg_class p on p.oid = i.inhrelid
    where i.inhparent = ${parent}::text::regclass and p.relname ~ '_[0-9]{6}$'
  ) m
  where m.ends < (select max(c.before) + 1 from retention_cutoffs c where c.kind = ${parent}) order by 1`;

/**
 * The projects that may still have rows in a month: exempt ones, and those whose cuts are not all an hour after its
 * end. The hour is needed because midnight may occur twice in a zone.
 */
export async function findProjectsInMonth(kinds: RetentionKind[], ends: Date): Promise<ProjectId[]> {
  const rows = await sql<{ id: ProjectId }[]>`/* all projects */
    select p.id from projects p
    where ${isRetentionExempt(sql`p.id`)} or ${kinds.length}::int > (
      select count(*) from retention_cutoffs c
      where c.project_id = p.id and c.kind = any(${kinds}::text[])
        and c.before::timestamp at time zone p.time_zone >= ${ends}::timestamptz + interval '1 hour')`;
  return rows.map(({ id }) => id);
}

export async function dropMonth(name: string, keepers: ProjectId[]): Promise<boolean> {
  const [row] = await sql<[{ dropped: boolean }]>`
    select drop_month_partition(${name}, ${keepers}::bigint[]) as dropped`;
  return row.dropped;
}
