import { sql } from "@/db";
import { whereWritable, writableTable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import {
  type DeviceReport,
  findNewDeviceData,
  mergedDeviceData,
  scheduleDecisionSql,
  storeMergedDeviceData,
} from "@/lib/facts/installs/device-queries";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import { countReturned } from "@/lib/facts/uninstalls/store-queries";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { toOutbox } from "@/lib/ledger/outbox/queries";
import { joinHome, knownOrigin, ledgerColumns } from "@/lib/ledger/queries";

export type InstallRow = {
  id: string;
  app_version: string | null;
  /** The version that reports count, which never changes. */
  install_version: string;
  package_version: string | null;
  user_agent: string | null;
  country: string | null;
  address_key: string | null;
  address_list: string | null;
  block_entry_id: number | null;
  link: string | null;
  debug: boolean;
} & DeviceReport;

const installTable = writableTable<InstallRow>({
  project_id: "bigint",
  id: "uuid",
  at: "timestamptz",
  instance: "text",
  platform: "text",
  app_version: "text",
  install_version: "text",
  package_version: "text",
  os_version: "text",
  device_model: "text",
  language: "text",
  user_agent: "text",
  country: "text",
  address_key: "text",
  address_list: "text",
  block_entry_id: "bigint",
  link: "text",
  debug: "boolean",
  device_data: "jsonb",
  evidence: "jsonb",
  device_ids: "jsonb",
});

/** Days on which known installs were opened for the first time. */
const newVisits = () => sql`
  select r.project_id, r.day, r.platform, r.campaign_id, r.ad_set_id, r.creative_id, r.keyword_id, r.publisher_id, r.country, r.install_version, r.counted, r.kind,
    r.age, r.age_before,
    case when r.age <= 30 and r.opened_on & (1 << r.age) = 0 then 1 << r.age else 0 end as opened_on
  from returned r`;

const newInstalls = () => sql`
  select x.project_id, x.id::text as subject, null::text as user_id, x.instance,
    jsonb_build_object('at', x.at, 'platform', x.platform, 'app_version', x.app_version,
      'country', x.country) as payload
  from input x join new_installs n on n.project_id = x.project_id and n.id = x.id`;

/**
 * Stores installs of many projects. New ones get their device IDs. Known ones get the open, its retention counts and
 * new device data. These are counted under the version of the install's facts, which the lock on its row keeps fixed.
 * Known installs are looked up row by row, for the reason given at `joinSender`.
 */
export async function storeInstalls(rows: InstallRow[]): Promise<boolean[]> {
  const found = await sql<{ id: string }[]>`/* several projects */
    with input as materialized (
      select x.*, home.time_zone from ${installTable(rows)} x ${joinHome()}
      order by x.project_id, x.instance
    ),
    new_installs as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, app_version,
        install_version, package_version, os_version, device_model, language, user_agent, country, address_key, address_list, block_entry_id, link,
        debug, device_data, last_open_at, last_open_day, opened_on)
      select project_id, id, instance, 'INSTALL', platform, at, app_version,
        install_version, package_version, os_version, device_model,
        language, user_agent, country, decode(address_key, 'hex'), address_list, block_entry_id, link, debug, device_data, at,
        (at at time zone time_zone)::date, 1
      from input order by project_id, instance
      on conflict (project_id, install_instance_id) do nothing
      returning project_id, id
    ),
    waiting as (insert into undecided (project_id, install_id) select project_id, id from new_installs),
    devices as (
      insert into install_devices (project_id, device_id, kind, install_id, seen_at)
      select x.project_id, device.id, device.kind, x.id, x.at
      from input x join new_installs n on n.project_id = x.project_id and n.id = x.id
      cross join lateral jsonb_to_recordset(x.device_ids) as device(kind text, id text)
      on conflict do nothing
    ),
    outbox_rows as (${toOutbox("several", "install", newInstalls())}),
    opened as materialized (
      select x.project_id, x.at, x.instance, (x.at at time zone x.time_zone)::date as day, x.device_ids, s.*
      from input x cross join lateral (
        select n.id, n.last_open_at, n.last_open_day, n.opened_on, n.kind, n.platform,
          n.counted_version, n.decision_version,
          n.campaign_id, n.ad_set_id, n.creative_id, n.keyword_id, n.publisher_id, n.country, n.install_version, n.is_test,
          (n.uninstalled_at at time zone x.time_zone)::date as gone_day, n.uninstalled_at < x.at as is_back,
          (n.installed_at at time zone x.time_zone)::date as first_day,
          coalesce(n.app_version, x.app_version) as app_then,
          coalesce(n.package_version, x.package_version) as package_then, late.more, again.is_due, ${mergedDeviceData()}
        from installs n ${findNewDeviceData()}
        where n.project_id = x.project_id and n.install_instance_id = x.instance
          and (n.last_open_day < (x.at at time zone x.time_zone)::date or n.last_open_at < x.at - interval '1 minute'
            or news.is_new or n.app_version is null and x.app_version is not null
            or n.package_version is null and x.package_version is not null)
        limit 1 for update of n
      ) s
    ),
    ${scheduleDecisionSql()},
    aged as (
      select o.*, o.day - o.first_day as age, o.last_open_day - o.first_day as age_before from opened o
    ),
    reopened as (
      update installs s set last_open_at = greatest(s.last_open_at, o.at),
        last_open_day = greatest(s.last_open_day, o.day),
        opened_on = s.opened_on | case when o.age between 0 and 30 then 1 << o.age else 0 end,
        visit_before_at = case when s.last_open_at < o.at - interval '30 minutes' then s.last_open_at
          else s.visit_before_at end,
        app_version = o.app_then, package_version = o.package_then,
        -- An install from before 0.3.0 whose first call had no version.
        install_version = case when s.app_version is null then coalesce(s.install_version, '') else s.install_version end,
        uninstalled_at = case when o.is_back then null else s.uninstalled_at end, ${storeMergedDeviceData()}
      from aged o where s.project_id = o.project_id and s.id = o.id
    ),
    returned as (
      select o.project_id, o.first_day as day, o.platform, o.age, o.age_before, o.opened_on,
        ${knownOrigin("o")}, cell.*
      from aged o
      left join decisions d on d.project_id = o.project_id and d.install_id = o.id and d.version = o.counted_version
      cross join lateral (
        select coalesce(o.campaign_id, 0) as campaign_id, coalesce(o.ad_set_id, '') as ad_set_id,
          coalesce(o.creative_id, '') as creative_id, coalesce(o.keyword_id, '') as keyword_id, coalesce(o.publisher_id, '') as publisher_id,
            not o.is_test as counted,
          o.kind
        where o.counted_version = o.decision_version
        union all
        select coalesce(d.campaign_id, 0), coalesce(d.ad_set_id, ''), coalesce(d.creative_id, ''),
          coalesce(d.keyword_id, ''), coalesce(d.publisher_id, ''),
          d.counted, d.kind
        where o.counted_version <> o.decision_version
      ) cell
      where cell.kind = 'INSTALL' and o.age > 0 and o.counted_version > 0
    ),
    -- Installs that were marked as uninstalled and send data again.
    reactivated as (
      select o.project_id, o.id, o.instance, o.at, o.first_day as day, o.gone_day, o.platform, o.country, o.install_version, o.is_test,
        o.counted_version, o.decision_version, o.campaign_id, o.ad_set_id, o.creative_id, o.keyword_id, o.publisher_id, o.kind
      from aged o where o.is_back
    ),
    probed_again as (
      update install_details d set probe = null, probe_at = b.at + interval '1 day' from reactivated b
      where d.project_id = b.project_id and d.install_instance_id = b.instance
    ),
    cells as (
      insert into ledger ${ledgerColumns()}
      ${ledgerRowsOf("several", "visits", newVisits())}
      union all
      ${ledgerRowsOf("several", "probe", countReturned("several", sql`select * from reactivated`), sql`-1`)}
    )
    select id from new_installs`;
  const isNew = new Set(found.map(({ id }) => id));
  return rows.map(({ id }) => isNew.has(id));
}

/**
 * Stored by instance ID, because it may arrive before `init`. Returns whether the install was marked as uninstalled.
 */
export async function storePushToken(
  projectId: ProjectId,
  instance: string,
  { token, kind, probeAt, at }: { token: string; kind: PushKind; probeAt: Date; at: Date },
): Promise<boolean> {
  const [row] = await sql<{ is_uninstalled: boolean }[]>`
    insert into install_details as d (project_id, install_instance_id, push_token, push_token_at, push_kind, probe_at,
      updated_at)
    select ${projectId}, ${instance}, ${token}, ${at}::timestamptz, ${kind}, ${probeAt}::timestamptz, ${at}::timestamptz
    where ${whereWritable(projectId)}
    on conflict (project_id, install_instance_id) do update set push_token = excluded.push_token,
      push_token_at = excluded.push_token_at, push_kind = excluded.push_kind, updated_at = excluded.updated_at,
      -- A repeated token keeps its check time, unless it had none.
      probe_at = case when d.push_token = excluded.push_token then coalesce(d.probe_at, excluded.probe_at)
        else excluded.probe_at end,
      probe = case when d.push_token = excluded.push_token and d.probe_at is not null then d.probe - '{unregistered,gone}'::text[] end
    where d.push_token_at is null or d.push_token_at <= excluded.push_token_at
    returning exists (
      select from installs s where s.project_id = ${projectId} and s.install_instance_id = ${instance}
        and s.uninstalled_at < ${at}) as is_uninstalled`;
  return row?.is_uninstalled ?? false;
}

export async function storeIntegrations(
  projectId: ProjectId,
  instance: string,
  ids: object,
  at: Date,
): Promise<void> {
  await sql`
    insert into install_details as d (project_id, install_instance_id, integrations, updated_at)
    select ${projectId}, ${instance}, ${JSON.stringify(ids)}::text::jsonb, ${at}::timestamptz
    where ${whereWritable(projectId)}
    on conflict (project_id, install_instance_id) do update set integrations = d.integrations || excluded.integrations,
      updated_at = excluded.updated_at`;
}
