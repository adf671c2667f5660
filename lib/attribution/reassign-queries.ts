import { type Fragment, sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import {
  ageInDays,
  countedTimeOf,
  countsAsRevenue,
  isAfterReturn,
  isAttributable,
  knownDimensions,
  knownOrigin,
  ledgerColumns,
  returningOpen,
  zoneOfProject,
} from "@/lib/ledger/queries";

export function findProjectsToReassign(): Promise<{ id: ProjectId }[]> {
  return sql<{ id: ProjectId }[]>`/* all projects */
    select p.id from ${projectsWith("pending_reassignments")} busy
    join projects p on p.id = busy.id and p.deleted_at is null order by p.id`;
}

/**
 * Copies the decision in force from install `t` to each fact. The planner expects one or two rows here, and would
 * otherwise scan all installs again for each fact.
 */
const itsInstall = () => sql`
  t.id as install_id, t.version as version_now, t.platform as platform_now, t.counted as counted_now,
  t.kind as kind_now, t.campaign_id as campaign_now, t.ad_set_id as ad_set_now, t.creative_id as creative_now,
  t.keyword_id as keyword_now, t.publisher_id as publisher_now, t.country as country_now, t.install_version as app_version_now,
  t.install_day, t.installed_at`;

/**
 * Lists facts `f` twice: to subtract from the version each was counted under, and to add to the one in force. Facts
 * older than any decision have no counted version.
 */
const bothSides = (projectId: ProjectId, facts: Fragment, columns: Fragment) => sql`
  select ${projectId}::bigint as project_id, ${columns}, side.* from ${facts} f
  left join decisions d on d.project_id = ${projectId} and d.install_id = f.install_id and d.version = f.counted_version
  cross join lateral (
    select 1 as sign, coalesce(f.platform_now, f.platform) as platform, f.counted_now as counted, f.kind_now as kind,
      f.campaign_now as campaign_id, f.ad_set_now as ad_set_id, f.creative_now as creative_id,
      f.keyword_now as keyword_id, f.publisher_now as publisher_id, f.country_now as country, f.app_version_now as install_version
    union all
    select -1, f.platform, coalesce(d.counted, true), d.kind, ${knownDimensions("d")},
      case when d.version is not null then f.country_now else '' end,
      case when d.version is not null then f.app_version_now else '' end
  ) side`;

/** The age of a fact `f` on a side; null unless it counts for a first install there. */
const ageAsInstall = (at: Fragment) =>
  sql`case when side.kind = 'INSTALL' then ${ageInDays(at, sql`f.installed_at`)} end as age`;

/** The return of a fact `f` on a side, and its dimensions. */
const itsReturn = () => {
  const of = (column: string, none: Fragment) => sql`
    coalesce(case when f.open_id is null then ${sql(`side.${column}`)} else ${sql(`f.open_${column}`)} end, ${none})`;
  return sql`
    case side.sign when 1 then f.returned_now else f.returned_by end as returned_by,
    ${of("campaign_id", sql`0`)} as return_campaign, ${of("ad_set_id", sql`''`)} as return_ad_set,
    ${of("creative_id", sql`''`)} as return_creative, ${of("keyword_id", sql`''`)} as return_keyword,
    ${of("publisher_id", sql`''`)} as return_publisher`;
};

/** Moving facts `m` with the return that they count for now. */
const withReturn = (projectId: ProjectId, moving: Fragment, at: string) => sql`
  select m.*, o.id as open_id, o.campaign_id as open_campaign_id, o.ad_set_id as open_ad_set_id,
    o.creative_id as open_creative_id, o.keyword_id as open_keyword_id, o.publisher_id as open_publisher_id,
    case when o.id is not null then o.id
      when t.kind = 'REINSTALL' and ${isAttributable("t")} and ${isAfterReturn(at, "t.installed_at", "t.reinstall_days")} then t.id
    end as returned_now
  from ${moving} m join todo t on t.id = m.install_id
  ${returningOpen(projectId, sql`m.returned_by`)}`;

const payments = (projectId: ProjectId) =>
  bothSides(
    projectId,
    sql`returning_payments`,
    sql`f.day, f.type, f.status, f.amount_minor as amount, f.install_day, ${ageAsInstall(countedTimeOf("f"))}, ${itsReturn()}`,
  );

const events = (projectId: ProjectId) =>
  bothSides(
    projectId,
    sql`returning_events`,
    sql`f.day, f.name, f.amount_minor as amount, f.install_day, ${ageAsInstall(sql`f.occurred_at`)}, ${itsReturn()}`,
  );

const adRevenue = (projectId: ProjectId) =>
  bothSides(
    projectId,
    sql`returning_ad_revenue`,
    sql`f.day, f.impressions, f.amount_millionths as amount, f.install_day, ${ageAsInstall(sql`f.occurred_at`)}, ${itsReturn()}`,
  );

/** Visits have no rows of their own: the install stores the days on which it was opened. */
const visits = (projectId: ProjectId) =>
  bothSides(
    projectId,
    sql`(
      select ${itsInstall()}, t.counted_version, t.install_platform as platform, t.opened_on, t.oldest_age from todo t
    )`,
    sql`f.install_day as day, f.opened_on, 0 as age_before, f.oldest_age as age`,
  );

/** An install pays once, at the age of its first payment. */
const payers = (projectId: ProjectId) =>
  bothSides(
    projectId,
    sql`(
      select ${itsInstall()}, t.counted_version, t.install_platform as platform, t.first_paid_at, t.first_paid_now
      from first_payments t
    )`,
    sql`f.install_day as day,
      ${ageAsInstall(sql`case side.sign when 1 then f.first_paid_now else f.first_paid_at end`)}`,
  );

/** Probes are not counted before the first decision. */
const probes = (projectId: ProjectId) =>
  bothSides(
    projectId,
    sql`(
      select ${itsInstall()}, t.counted_version, t.install_platform as platform, t.is_probed, t.gone_day
      from todo t where t.is_probed or t.gone_day is not null
    )`,
    sql`f.install_day as day, f.is_probed and side.kind is not null as probed,
      case when side.kind is not null then f.gone_day end as gone_day`,
  );

/**
 * Moves the counts of reattributed installs from the cells of the counted version to cells of the decision in force.
 * Takes only decisions within the horizon, because other ones may still receive facts.
 */
export async function reassignFacts(projectId: ProjectId, horizon: string, max: number): Promise<number> {
  const zone = zoneOfProject(projectId);
  const opens = sql`f.day, f.is_ours, f.reengaged, f.return_campaign, f.return_ad_set, f.return_creative,
    f.return_keyword, f.return_publisher`;
  const rows = await sql`
    with todo as materialized (
      select s.project_id, s.id, s.install_instance_id as instance, s.decision_version as version, s.decided_at,
        coalesce(s.campaign_id, 0) as campaign_id, coalesce(s.ad_set_id, '') as ad_set_id,
        coalesce(s.creative_id, '') as creative_id, coalesce(s.keyword_id, '') as keyword_id, coalesce(s.publisher_id, '') as publisher_id,
        ${knownOrigin("s")}, not s.is_test as counted,
        nullif(s.platform, 'UNKNOWN') as platform, s.platform as install_platform, s.counted_version,
        s.kind, s.opened_on, s.first_paid_at, s.probed_at is not null as is_probed,
        (s.uninstalled_at at time zone ${zone})::date as gone_day,
        s.method, s.reinstall_days, s.installed_at, (s.installed_at at time zone ${zone})::date as install_day,
        s.last_open_day - (s.installed_at at time zone ${zone})::date as oldest_age
      from pending_reassignments m join installs s on s.project_id = ${projectId} and s.id = m.install_id
      -- Skips installs that were renamed or queued again after this statement began, because it cannot see those changes.
      join installs seen on seen.project_id = ${projectId} and seen.id = s.id
        and seen.install_instance_id = s.install_instance_id and seen.decision_version = s.decision_version
      join pending_reassignments queued on queued.project_id = ${projectId} and queued.install_id = m.install_id
        and queued.xid = m.xid
      where m.project_id = ${projectId} and ${whereWritable(projectId)} and pg_visible_in_snapshot(m.xid::text::xid8, ${horizon}::text::pg_snapshot)
      order by m.install_id limit ${max} for update of s, m skip locked
    ),
    moving_users as materialized (
      select u.user_id, (u.identified_at at time zone ${zone})::date as day,
        u.identified_at, u.platform, u.is_signup, u.counted_version, ${itsInstall()}
      from users u join todo t on t.instance = u.install_instance_id
      where u.project_id = ${projectId} and u.counted_version <> t.version for update of u
    ),
    moving_events as materialized (
      select e.id, e.occurred_at, (e.occurred_at at time zone ${zone})::date as day,
        e.platform, e.name, e.amount_minor, e.counted_version, e.returned_by, ${itsInstall()}
      from events e join todo t on t.instance = e.install_instance_id
      where e.project_id = ${projectId} and e.counted_version <> t.version for update of e
    ),
    moving_payments as materialized (
      select p.id, p.paid_at, p.refunded_at, (p.paid_at at time zone ${zone})::date as day,
        p.platform, p.type, p.status, p.amount_minor, p.counted_version,
        p.returned_by, ${itsInstall()}
      from payments p join todo t on t.instance = p.install_instance_id
      where p.project_id = ${projectId} and p.counted_version <> t.version and p.removed_at is null for update of p
    ),
    moving_ad_revenue as materialized (
      select a.id, a.occurred_at, (a.occurred_at at time zone ${zone})::date as day,
        a.platform, a.impressions, a.amount_millionths, a.counted_version, a.returned_by, ${itsInstall()}
      from ad_revenue a join todo t on t.instance = a.install_instance_id
      where a.project_id = ${projectId} and a.counted_version <> t.version for update of a
    ),
    moving_opens as materialized (
      select o.id, (o.opened_at at time zone ${zone})::date as day,
        o.is_ours, o.reengaged, o.platform, o.counted_version, ${itsInstall()},
        coalesce(o.campaign_id, 0) as return_campaign, coalesce(o.ad_set_id, '') as return_ad_set,
        coalesce(o.creative_id, '') as return_creative, coalesce(o.keyword_id, '') as return_keyword, coalesce(o.publisher_id, '') as return_publisher
      from deeplink_opens o join todo t on t.instance = o.install_instance_id
      where o.project_id = ${projectId} and o.counted_version <> t.version for update of o
    ),
    moving_days as materialized (
      select u.name, u.user_id, u.install_instance_id, u.first_day + length(u.days) - 1 as day,
        u.platform, u.counted_version, ${itsInstall()}
      from user_days u join todo t on t.instance = u.install_instance_id
      where u.project_id = ${projectId} and u.counted_version <> t.version for update of u
    ),
    -- A re-engagement by a link stays; the decision determines reinstalls.
    returning_payments as (${withReturn(projectId, sql`moving_payments`, "m.paid_at")}),
    returning_ad_revenue as (${withReturn(projectId, sql`moving_ad_revenue`, "m.occurred_at")}),
    returning_events as (${withReturn(projectId, sql`moving_events`, "m.occurred_at")}),
    -- Payments that were stored before their install become known here.
    first_payments as (
      select t.*, least(t.first_paid_at, first.at) as first_paid_now
      from todo t
      left join (
        select p.install_id, min(p.paid_at) as at from moving_payments p
        where p.paid_at >= p.installed_at and ${countsAsRevenue("p.type", "p.status")} group by 1
      ) first on first.install_id = t.id
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf(projectId, "signup", bothSides(projectId, sql`moving_users`, sql`f.day, f.is_signup`), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "event", events(projectId), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "user_day", bothSides(projectId, sql`moving_days`, sql`f.day, f.name`), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "payment", payments(projectId), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "ad_revenue", adRevenue(projectId), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "open", bothSides(projectId, sql`moving_opens`, opens), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "visits", visits(projectId), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "payer", payers(projectId), sql`f.sign`)}
      union all
      ${ledgerRowsOf(projectId, "probe", probes(projectId), sql`f.sign`)}
    ),
    users_moved as (
      update users u set counted_version = t.version, platform = coalesce(t.platform, u.platform),
        campaign_id = case when t.counted then nullif(t.campaign_id, 0) end,
        attributed_at = case when t.counted and t.campaign_id <> 0 then greatest(m.identified_at, t.decided_at) end
      from moving_users m join todo t on t.id = m.install_id
      where u.project_id = ${projectId} and u.user_id = m.user_id
    ),
    events_moved as (
      update events e set counted_version = m.version_now, platform = coalesce(m.platform_now, e.platform),
        returned_by = m.returned_now
      from returning_events m
      where e.project_id = ${projectId} and e.id = m.id
    ),
    payments_moved as (
      update payments p set counted_version = m.version_now, platform = coalesce(m.platform_now, p.platform),
        returned_by = m.returned_now
      from returning_payments m
      where p.project_id = ${projectId} and p.id = m.id
    ),
    ad_revenue_moved as (
      update ad_revenue a set counted_version = m.version_now, platform = coalesce(m.platform_now, a.platform),
        returned_by = m.returned_now
      from returning_ad_revenue m
      where a.project_id = ${projectId} and a.id = m.id
    ),
    days_moved as (
      update user_days u set counted_version = m.version_now, platform = coalesce(m.platform_now, u.platform)
      from moving_days m
      where u.project_id = ${projectId} and u.name = m.name and u.user_id = m.user_id
        and u.install_instance_id = m.install_instance_id
    ),
    opens_moved as (
      update deeplink_opens o set counted_version = m.version_now, platform = coalesce(m.platform_now, o.platform)
      from moving_opens m
      where o.project_id = ${projectId} and o.id = m.id
    ),
    moved as (
      delete from pending_reassignments m using todo t where m.project_id = ${projectId} and m.install_id = t.id
    )
    update installs s set counted_version = t.version, first_paid_at = t.first_paid_now from first_payments t
    where s.project_id = ${projectId} and s.id = t.id
    returning 1`;
  return rows.length;
}
