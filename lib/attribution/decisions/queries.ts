import { type Fragment, sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { DecisionBefore } from "@/lib/attribution/decisions/changes";
import type { PendingInstall } from "@/lib/attribution/evidence/install";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { otherAds } from "@/lib/ledger/ad-ids/counted";
import { maxInstallsOfADevice } from "@/lib/traffic/links/device-ids";

/**
 * Looks up the devices of a page by all IDs at once, because they are adjacent in the index. An ID with too many
 * installs identifies none of them, so no more than that limit are read.
 */
export const findDevicesOf = (projectId: ProjectId, page: Fragment) => sql`
  own as materialized (
    select d.install_id, d.device_id, d.seen_at from install_devices d
    where d.project_id = ${projectId} and d.install_id = any(array(select id from ${page}))
  ),
  seen as materialized (
    select own.install_id, array_agg(distinct own.device_id) filter (where not others.is_shared) as device_ids,
      max(others.before) as before, bool_or(others.is_shared) as is_shared,
      bool_or(listed.device_id is not null) as is_listed,
      json_agg(others.earlier) filter (where others.earlier is not null) as earlier
    from own
    left join lateral (
      select count(*) >= ${maxInstallsOfADevice} as is_shared, case when count(*) < ${maxInstallsOfADevice} then
        max(other.seen_at) filter (where (other.seen_at, other.install_id) < (own.seen_at, own.install_id))
        end as before,
        case when count(*) < ${maxInstallsOfADevice} then
          json_agg(other.install_id) filter (where (other.seen_at, other.install_id) < (own.seen_at, own.install_id))
        end as earlier
      from (
        select o.seen_at, o.install_id from install_devices o
        where o.project_id = ${projectId} and o.device_id = own.device_id and o.install_id <> own.install_id
        limit ${maxInstallsOfADevice}
      ) other
    ) others on true
    left join test_devices listed on listed.project_id = ${projectId} and listed.device_id = own.device_id
    group by own.install_id
  )`;

/** The columns of an install `s` that are inputs of its decision. */
export const factsOfInstall = (projectId: ProjectId) => sql`
  s.id, s.install_instance_id, s.platform, s.installed_at, s.block_entry_id,
  case when coalesce(s.install_version, '') in ('', ${otherAds}) then s.app_version else s.install_version end as app_version,
  s.os_version, s.device_model, s.language,
  s.country, s.address_list,
  encode(s.address_key, 'hex') as address_key, s.link, s.is_test
    or coalesce(seen.is_listed, false) as is_test, s.device_data,
  (select to_jsonb(k) from consents k where k.project_id = ${projectId}
    and k.install_instance_id = s.install_instance_id) as consent,
  s.decision_version, coalesce(seen.device_ids, '{}') as device_ids, seen.before as seen_before,
  case when seen.earlier is null then '[]'::json else (
    select coalesce(json_agg(b order by b.id desc), '[]') from (
      select e.id, e.state, e.is_test, e.campaign_id, e.network, e.ad_set_id, e.ad_set_name,
        e.creative_id, e.creative_name,
        e.keyword_id, e.keyword_name, e.publisher_id, exists (select 1 from campaigns c
          where c.project_id = ${projectId} and c.id = e.campaign_id and c.deleted_at is not null) as campaign_deleted
      from installs e where e.project_id = ${projectId} and e.id = any(array(
        select listed.id::uuid from json_array_elements(seen.earlier) as device(ids),
          json_array_elements_text(device.ids) as listed(id)))
      order by e.id desc limit 20
    ) b
  ) end as earlier`;

export type DecidedInstall = PendingInstall & DecisionBefore & { holds_click: boolean };

/** The decision in force of an install `s`. */
export const decisionOfInstall = (projectId: ProjectId) => sql`
  s.kind, s.campaign_id, s.method, s.touch, s.click_id, s.network, s.ad_set_id, s.creative_id, s.keyword_id, s.publisher_id, s.flags,
  s.postbacks_withheld,
  (select d.reason from decisions d where d.project_id = ${projectId} and d.install_id = s.id
    and d.version = s.decision_version) as reason,
  exists (select 1 from click_uses u where u.project_id = ${projectId} and u.click_id = s.click_id
    and u.install_id = s.id) as holds_click`;

export const joinSeen = () => sql`left join seen on seen.install_id = s.id`;

/**
 * Oldest first, because IDs begin with their time, so that new installs do not starve old ones. Starts after `behind`,
 * so that installs decided just now are not scanned repeatedly. Looked up one by one: the planner would otherwise read
 * all installs for a thousand of them.
 */
export function findPending(
  projectId: ProjectId,
  max: number,
  behind: string | null,
): Promise<PendingInstall[]> {
  return sql<PendingInstall[]>`
    with page as materialized (
      select s.*
      from undecided w cross join lateral (
        select i.id, i.install_instance_id, i.platform, i.installed_at, i.os_version, i.device_model,
          i.language, i.country,
          i.address_list, i.block_entry_id, i.app_version, i.install_version, i.address_key, i.link, i.is_test, i.device_data, i.decision_version
        from installs i where i.project_id = ${projectId} and i.id = w.install_id and i.state = 'PENDING' limit 1
      ) s
      where w.project_id = ${projectId} and (w.not_before is null or w.not_before < now())
        ${behind === null ? sql`` : sql`and w.install_id > ${behind}::uuid`}
      order by w.install_id
      limit ${max}
    ),
    ${findDevicesOf(projectId, sql`page`)}
    select ${factsOfInstall(projectId)}
    from page s ${joinSeen()}
    order by s.id`;
}

/** Postpones installs that wait for more evidence. */
export async function postponeInstalls(
  projectId: ProjectId,
  rows: { id: string; until: Date }[],
): Promise<void> {
  await sql`
    update undecided w set not_before = x.until
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(id uuid, until timestamptz)
    where w.project_id = ${projectId} and w.install_id = x.id`;
}

/** An install that cannot be decided is retried later. After five tries it is put aside for a person to check. */
export async function postpone(projectId: ProjectId, installId: string): Promise<void> {
  await sql`
    with retried as (
      update undecided set tries = tries + 1, not_before = now() + least(tries + 1, 5) * interval '5 seconds'
      where project_id = ${projectId} and install_id = ${installId} and tries < 4
    ),
    given_up as (
      delete from undecided where project_id = ${projectId} and install_id = ${installId} and tries >= 4
      returning install_id as id
    )
    update installs s set state = 'PARKED' from given_up g
    where s.project_id = ${projectId} and s.id = g.id and s.state = 'PENDING'`;
}

export async function retryInstall(
  project: { id: ProjectId; accountId: AccountId },
  installId: string,
  by: Actor,
): Promise<"tried" | "not parked" | "unknown"> {
  const [row] = await sql<{ known: boolean; tried: boolean }[]>`
    with retried as (
      update installs set state = 'PENDING'
      where project_id = ${project.id} and id = ${installId}::uuid and state = 'PARKED' returning project_id, id
    ),
    waiting as (insert into undecided (project_id, install_id) select ${project.id}, id from retried on conflict do nothing),
    audited as (${auditRow(
      by,
      { account: project.accountId, project: project.id, action: "install.retry", target: installId },
      sql`from retried`,
    )})
    select exists (select 1 from retried) as tried,
      exists (select 1 from installs where project_id = ${project.id} and id = ${installId}::uuid) as known`;
  return row!.tried ? "tried" : row!.known ? "not parked" : "unknown";
}

/** Finds projects with installs to decide, or to decide again. */
export function findProjectsWithPending(at: Date): Promise<{ id: number }[]> {
  return sql<{ id: number }[]>`/* all projects */
    select p.id from (
      select id from ${projectsWith("undecided", sql`(w.not_before is null or w.not_before < now())`)} pending
      union
      select late.id from ${projectsWith("late_evidence", sql`w.due_at <= ${at}`)} late
      where exists (
        select from late_evidence l join installs s on s.project_id = l.project_id and s.id = l.install_id
        where l.project_id = late.id and l.due_at <= ${at} and s.state = 'DECIDED')
    ) busy join projects p on p.id = busy.id and p.deleted_at is null order by p.id`;
}

export const findLinkHosts = (projectId: ProjectId) => sql<{ host: string }[]>`
  select host from domains where project_id = ${projectId}`;

/** The campaigns of touches: whether they are deleted, who owns them, and their deep links. */
export const findTouched = (projectId: ProjectId, ids: number[]) => sql<
  { id: number; deleted: boolean; is_affiliates: boolean; deeplink: string | null }[]
>`
  select id, deleted_at is not null as deleted, affiliate_id is not null as is_affiliates, deeplink from campaigns
  where project_id = ${projectId} and id = any(${ids}::bigint[])
    and (deleted_at is not null or affiliate_id is not null or deeplink is not null)`;

export async function findParams(projectId: ProjectId, clickIds: string[]) {
  const rows = await sql<{ id: string; params: Record<string, string> }[]>`
    select id, params from clicks where project_id = ${projectId} and id = any(${clickIds}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.params]));
}
