import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import {
  dimensionsOfReturn,
  isAfterReturn,
  isLed,
  ledgerColumns,
  retentionDays,
  returningOpen,
  revenueAge,
  revenueSignOf,
  zoneOf,
} from "@/lib/ledger/queries";

export function findProjectsToReassign(): Promise<{ id: ProjectId }[]> {
  return sql<{ id: ProjectId }[]>`
    select p.id from projects p
    where p.deleted_at is null and exists (select 1 from unmoved m where m.project_id = p.id)`;
}

/**
 * Moves what is counted of installs that were decided anew: out of the cells of the version it was counted under,
 * into those of the decision in force. Only decisions that the horizon shows: of others a fact may still come.
 */
export async function reassignFacts(projectId: ProjectId, horizon: string, most: number): Promise<number> {
  const zone = zoneOf(projectId);
  const rows = await sql`
    with todo as materialized (
      select s.project_id, s.id, s.install_instance_id as instance, s.decision_version as version, s.decided_at,
        coalesce(s.campaign_id, 0) as campaign_id, coalesce(s.ad_set_id, '') as ad_set_id,
        coalesce(s.creative_id, '') as creative_id, coalesce(s.keyword_id, '') as keyword_id, not s.is_test as counted,
        nullif(s.platform, 'UNKNOWN') as platform, s.platform as install_platform, s.counted_version, s.kind, s.opened_on,
        s.method, s.installed_at, (s.installed_at at time zone ${zone})::date as install_day,
        s.last_open_day - (s.installed_at at time zone ${zone})::date as oldest_age
      from unmoved m join installs s on s.project_id = m.project_id and s.id = m.install_id
      -- Whoever renamed it or asked for it to be looked at since this statement began did what it cannot see.
      join installs seen on seen.project_id = s.project_id and seen.id = s.id and seen.install_instance_id = s.install_instance_id
        and seen.decision_version = s.decision_version
      join unmoved asked on asked.project_id = m.project_id and asked.install_id = m.install_id and asked.xid = m.xid
      where m.project_id = ${projectId} and pg_visible_in_snapshot(m.xid::text::xid8, ${horizon}::text::pg_snapshot)
      order by m.install_id limit ${most} for update of s, m skip locked
    ),
    moving_users as materialized (
      select u.user_id, (u.identified_at at time zone ${zone})::date as day, u.identified_at, u.platform, u.counted_version, t.id as install_id
      from users u join todo t on t.instance = u.install_instance_id
      where u.project_id = ${projectId} and u.counted_version <> t.version for update of u
    ),
    moving_events as materialized (
      select e.id, (e.occurred_at at time zone ${zone})::date as day, e.platform, e.name, e.amount_minor, e.counted_version, t.id as install_id
      from events e join todo t on t.instance = e.install_instance_id
      where e.project_id = ${projectId} and e.counted_version <> t.version for update of e
    ),
    moving_payments as materialized (
      select p.id, p.paid_at, (p.paid_at at time zone ${zone})::date as day, p.platform, p.type, p.status, p.amount_minor, p.counted_version,
        p.returned_by, t.id as install_id
      from payments p join todo t on t.instance = p.install_instance_id
      where p.project_id = ${projectId} and p.counted_version <> t.version and p.removed_at is null for update of p
    ),
    moving_opens as materialized (
      select o.id, (o.opened_at at time zone ${zone})::date as day, o.is_ours, o.reengaged, o.platform, o.counted_version, t.id as install_id,
        coalesce(o.campaign_id, 0) as campaign_id, coalesce(o.ad_set_id, '') as ad_set_id, coalesce(o.creative_id, '') as creative_id,
        coalesce(o.keyword_id, '') as keyword_id
      from deeplink_opens o join todo t on t.instance = o.install_instance_id
      where o.project_id = ${projectId} and o.counted_version <> t.version for update of o
    ),
    moving_days as materialized (
      select u.name, u.user_id, u.install_instance_id, u.first_day + length(u.days) - 1 as day, u.platform, u.counted_version, t.id as install_id
      from user_days u join todo t on t.instance = u.install_instance_id
      where u.project_id = ${projectId} and u.counted_version <> t.version for update of u
    ),
    opens as (
      select t.id as install_id, 'opened_on' as measure, n::text as name from todo t cross join generate_series(1, 30) as n
        where t.opened_on & (1 << n) <> 0
      union all
      select t.id, 'opened_since', n::text from todo t cross join unnest(${retentionDays}::int[]) as n where t.oldest_age >= n
    ),
    since_install as (
      select t.id as install_id, m.platform, m.counted_version, ${revenueAge("age")} as age_then, revenue
      from moving_payments m join todo t on t.id = m.install_id
      cross join lateral (select m.day - t.install_day as age, ${revenueSignOf("type")} * m.amount_minor as revenue) r
      where m.status = 'PAYMENT_COMPLETED' and revenue <> 0
    ),
    -- Whoever was brought back by a link stays so; of reinstalls the decision says which installs are some.
    since_return as (
      select m.id, m.day, m.platform, m.type, m.status, m.amount_minor, m.counted_version, m.returned_by as returned_then, t.id as install_id,
        case when o.id is not null then o.id when t.kind = 'REINSTALL' and ${isLed("t")} and ${isAfterReturn("m.paid_at", "t.installed_at")} then t.id end as returned_now,
        ${dimensionsOfReturn("t")}
      from moving_payments m join todo t on t.id = m.install_id ${returningOpen(sql`${projectId}::bigint`, sql`m.returned_by`)}
    ),
    facts as (
      select day, platform, 'signups' as measure, '' as name, counted_version, install_id, 1 as count, 0::bigint as amount from moving_users
      union all
      select '-infinity'::date, platform, 'attributed_users', '', counted_version, install_id, 1, 0 from moving_users
      union all
      select day, platform, 'event', name, counted_version, install_id, 1, coalesce(amount_minor, 0) from moving_events
      union all
      select day, platform, 'event_users', name, counted_version, install_id, 1, 0 from moving_days
      union all
      select day, platform, 'payment', type, counted_version, install_id, 1, amount_minor from moving_payments
        where status = 'PAYMENT_COMPLETED'
      union all
      select day, platform, 'deeplink_opens', '', counted_version, install_id, 1, 0 from moving_opens where is_ours
    ),
    signed as (
      select f.day, coalesce(t.platform, f.platform) as platform, f.measure, f.name, f.count, f.amount, t.campaign_id, t.ad_set_id, t.creative_id, t.keyword_id
      from facts f join todo t on t.id = f.install_id where t.counted
      union all
      select f.day, f.platform, f.measure, f.name, -f.count, -f.amount, coalesce(d.campaign_id, 0), coalesce(d.ad_set_id, ''),
        coalesce(d.creative_id, ''), coalesce(d.keyword_id, '')
      from facts f
      left join decisions d on d.project_id = ${projectId} and d.install_id = f.install_id and d.version = f.counted_version
      where coalesce(d.counted, true)
      union all
      select o.day, coalesce(t.platform, o.platform), 'reengagements', '', 1, 0, o.campaign_id, o.ad_set_id, o.creative_id, o.keyword_id
      from moving_opens o join todo t on t.id = o.install_id where o.reengaged and t.counted
      union all
      select o.day, o.platform, 'reengagements', '', -1, 0, o.campaign_id, o.ad_set_id, o.creative_id, o.keyword_id
      from moving_opens o left join decisions d on d.project_id = ${projectId} and d.install_id = o.install_id and d.version = o.counted_version
      where o.reengaged and coalesce(d.counted, true)
      union all
      select t.install_day, t.install_platform, o.measure, o.name, 1, 0, t.campaign_id, t.ad_set_id, t.creative_id, t.keyword_id
      from opens o join todo t on t.id = o.install_id where t.counted and t.kind = 'INSTALL'
      union all
      select t.install_day, t.install_platform, o.measure, o.name, -1, 0, coalesce(d.campaign_id, 0), coalesce(d.ad_set_id, ''),
        coalesce(d.creative_id, ''), coalesce(d.keyword_id, '')
      from opens o join todo t on t.id = o.install_id
      join decisions d on d.project_id = ${projectId} and d.install_id = t.id and d.version = t.counted_version
      where d.counted and d.kind = 'INSTALL'
      union all
      select t.install_day, coalesce(t.platform, r.platform), 'revenue_since', r.age_then, 0, r.revenue, t.campaign_id, t.ad_set_id,
        t.creative_id, t.keyword_id
      from since_install r join todo t on t.id = r.install_id where t.counted and t.kind = 'INSTALL' and r.age_then is not null
      union all
      select t.install_day, r.platform, 'revenue_since', r.age_then, 0, -r.revenue, coalesce(d.campaign_id, 0), coalesce(d.ad_set_id, ''),
        coalesce(d.creative_id, ''), coalesce(d.keyword_id, '')
      from since_install r join todo t on t.id = r.install_id
      join decisions d on d.project_id = ${projectId} and d.install_id = t.id and d.version = r.counted_version
      where d.counted and d.kind = 'INSTALL' and r.age_then is not null
      union all
      select r.day, coalesce(t.platform, r.platform), 'return_payment', r.type, 1, r.amount_minor, r.return_campaign, r.return_ad_set,
        r.return_creative, r.return_keyword
      from since_return r join todo t on t.id = r.install_id
      where t.counted and r.status = 'PAYMENT_COMPLETED' and r.returned_now is not null
      union all
      select r.day, r.platform, 'return_payment', r.type, -1, -r.amount_minor, b.return_campaign, b.return_ad_set, b.return_creative,
        b.return_keyword
      from since_return r
      left join decisions d on d.project_id = ${projectId} and d.install_id = r.install_id and d.version = r.counted_version
      ${returningOpen(sql`${projectId}::bigint`, sql`r.returned_then`)}
      cross join lateral (select ${dimensionsOfReturn("d")}) b
      where coalesce(d.counted, true) and r.status = 'PAYMENT_COMPLETED' and r.returned_then is not null
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      select ${projectId}::bigint, day, campaign_id, ad_set_id, creative_id, keyword_id, platform, measure, name, sum(count), sum(amount)::bigint
      from signed where measure <> 'attributed_users' or campaign_id <> 0
      group by day, campaign_id, ad_set_id, creative_id, keyword_id, platform, measure, name
      having sum(count) <> 0 or sum(amount) <> 0
    ),
    users_moved as (
      update users u set counted_version = t.version, platform = coalesce(t.platform, u.platform), campaign_id = case when t.counted then nullif(t.campaign_id, 0) end,
        attributed_at = case when t.counted and t.campaign_id <> 0 then greatest(m.identified_at, t.decided_at) end
      from moving_users m join todo t on t.id = m.install_id
      where u.project_id = ${projectId} and u.user_id = m.user_id
    ),
    events_moved as (
      update events e set counted_version = t.version, platform = coalesce(t.platform, e.platform) from moving_events m join todo t on t.id = m.install_id
      where e.project_id = ${projectId} and e.id = m.id
    ),
    payments_moved as (
      update payments p set counted_version = t.version, platform = coalesce(t.platform, p.platform), returned_by = m.returned_now
      from since_return m join todo t on t.id = m.install_id
      where p.project_id = ${projectId} and p.id = m.id
    ),
    days_moved as (
      update user_days u set counted_version = t.version, platform = coalesce(t.platform, u.platform) from moving_days m join todo t on t.id = m.install_id
      where u.project_id = ${projectId} and u.name = m.name and u.user_id = m.user_id and u.install_instance_id = m.install_instance_id
    ),
    opens_moved as (
      update deeplink_opens o set counted_version = t.version, platform = coalesce(t.platform, o.platform) from moving_opens m join todo t on t.id = m.install_id
      where o.project_id = ${projectId} and o.id = m.id
    ),
    moved as (
      delete from unmoved m using todo t where m.project_id = ${projectId} and m.install_id = t.id
    )
    update installs s set counted_version = t.version from todo t
    where s.project_id = ${projectId} and s.id = t.id
    returning 1`;
  return rows.length;
}
