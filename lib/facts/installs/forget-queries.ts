import { sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { ProjectId } from "@/lib/base/ids";
import { ledgerRowsOf } from "@/lib/ledger/measure-queries";
import { dimensionsOfDecision, ledgerColumns, newHourlyId, queueReassignment } from "@/lib/ledger/queries";
import { maxInstallsOfADevice } from "@/lib/traffic/links/device-ids";

export type KnownDevices = { instances: string[]; device_ids: string[] };

/** The IDs of an install's device, without IDs with too many installs to identify one device. */
export async function findDeviceIds(projectId: ProjectId, installId: string): Promise<string[]> {
  const rows = await sql<{ device_id: string }[]>`
    select v.device_id from install_devices v
    where v.project_id = ${projectId} and v.install_id = ${installId}::uuid and ${maxInstallsOfADevice} >= (
      select count(*) from (
        select 1 from install_devices o where o.project_id = ${projectId} and o.device_id = v.device_id
        limit ${maxInstallsOfADevice + 1}
      ) seen)`;
  return rows.map((row) => row.device_id);
}

export async function findKnownNames(
  projectId: ProjectId,
  installId: string,
  deviceIds: string[],
): Promise<KnownDevices> {
  const [row] = await sql<[KnownDevices]>`
    with matching as (
      select s.id, s.install_instance_id from installs s
      where s.project_id = ${projectId} and (s.id = ${installId}::uuid
        or s.id in (select v.install_id from install_devices v where v.project_id = ${projectId}
          and v.device_id = any(${deviceIds}::text[])))
    )
    select coalesce((select array_agg(install_instance_id order by id) from matching), '{}') as instances,
      coalesce((select array_agg(distinct v.device_id) from install_devices v join matching t on t.id = v.install_id
        where v.project_id = ${projectId}), '{}') as device_ids`;
  return row;
}

/** Merges the user days of two names that become one: subtracts both, and adds the merged days. */
const joinedDays = (here: ProjectId) => sql`
  select ${here}::bigint as project_id, x.day, x.platform, x.sign, m.name, 
    ${dimensionsOfDecision({ country: sql`s.country`, version: sql`s.install_version` })}
  from days_met m
  cross join lateral (
    select m.first_day + length(m.days) - 1 as day, m.platform, m.counted_version as version, -1 as sign
    union all
    select m.a_first_day + length(m.a_days) - 1, m.a_platform, m.a_version, -1
    union all
    select greatest(m.first_day + length(m.days), m.a_first_day + length(m.a_days)) - 1, m.a_platform, m.a_version, 1
  ) x
  left join installs s on s.project_id = ${here} and s.install_instance_id in (m.renamed, m.alias)
  left join decisions d on d.project_id = ${here} and d.install_id = s.id and d.version = x.version`;

export type Renaming = { name: string; alias: string }[];

/**
 * Renames installs and devices everywhere to internal names. Their counts stay, and a device with the old names counts
 * as new. Affects only earlier data; safe to repeat.
 */
export async function renameInstances(
  { id: here, accountId }: Pick<Project, "id" | "accountId">,
  { installId, instances, devices }: { installId: string; instances: Renaming; devices: Renaming },
  by: Actor,
  until: Date,
): Promise<number> {
  const [row] = await sql<{ installs: number }[]>`
    with renamed as (
      select * from json_to_recordset(${JSON.stringify(instances)}::text::json) as x(name text, alias text)
    ),
    locked as materialized (
      select s.id from installs s where s.project_id = ${here}
        and s.install_instance_id in (select unnest(array[name, alias]) from renamed)
      order by s.id for update
    ),
    -- Locks the install first, like the reassignment of facts.
    names as materialized (select * from renamed where (select count(*) from locked) >= 0),
    device_names as materialized (
      select * from json_to_recordset(${JSON.stringify(devices)}::text::json) as x(name text, alias text)
    ),
    installs_renamed as (
      update installs s set install_instance_id = n.alias from names n
      where s.project_id = ${here} and s.install_instance_id = n.name and s.installed_at <= ${until} returning s.id
    ),
    reassignments as (${queueReassignment(
      here,
      sql`select s.id from names n
        join installs s on s.project_id = ${here} and s.install_instance_id = n.alias
        and s.decision_version > 0`,
    )}),
    devices_renamed as (
      update install_devices v set device_id = n.alias from device_names n
      where v.project_id = ${here} and v.device_id = n.name and v.seen_at <= ${until}
    ),
    users_renamed as (
      update users u set install_instance_id = n.alias from names n
      where u.project_id = ${here} and u.install_instance_id = n.name and u.identified_at <= ${until}
    ),
    identities_renamed as (
      update identities t set install_instance_id = n.alias from names n
      where t.project_id = ${here} and t.install_instance_id = n.name and t.identified_at <= ${until}
    ),
    details_renamed as (
      update install_details d set install_instance_id = n.alias from names n
      where d.project_id = ${here} and d.install_instance_id = n.name and d.updated_at <= ${until}
    ),
    consents_renamed as (
      update consents c set install_instance_id = n.alias from names n
      where c.project_id = ${here} and c.install_instance_id = n.name and c.reported_at <= ${until}
        and not exists (select 1 from consents o where o.project_id = ${here} and o.install_instance_id = n.alias)
    ),
    consent_history_renamed as (
      update consent_history h set install_instance_id = n.alias from names n
      where h.project_id = ${here} and h.install_instance_id = n.name and h.reported_at <= ${until}
    ),
    events_renamed as (
      update events e set install_instance_id = n.alias from names n
      where e.project_id = ${here} and e.install_instance_id = n.name and e.occurred_at <= ${until}
    ),
    stored_days as materialized (
      select d.name, d.user_id, n.name as renamed, n.alias, d.first_day, d.days, d.platform, d.counted_version
      from user_days d join names n on n.name = d.install_instance_id
      where d.project_id = ${here}
        and not exists (select 1 from installs s where s.project_id = ${here} and s.install_instance_id = n.name
          and s.installed_at > ${until})
    ),
    -- The install was renamed before, and new facts arrived under its old name: their days are merged.
    days_met as materialized (
      select t.*, a.first_day as a_first_day, a.days as a_days, a.platform as a_platform, a.counted_version as a_version
      from stored_days t join user_days a on a.project_id = ${here} and a.name = t.name and a.user_id = t.user_id
        and a.install_instance_id = t.alias
    ),
    days_renamed as (
      update user_days d set install_instance_id = t.alias from stored_days t
      where d.project_id = ${here} and d.name = t.name and d.user_id = t.user_id and d.install_instance_id = t.renamed
        and not exists (select 1 from days_met m where m.name = t.name and m.user_id = t.user_id
          and m.renamed = t.renamed)
    ),
    days_gone as (
      delete from user_days d using days_met m
      where d.project_id = ${here} and d.name = m.name and d.user_id = m.user_id and d.install_instance_id = m.renamed
    ),
    days_joined as (
      update user_days a set first_day = least(a.first_day, m.first_day),
        days = join_days(a.first_day, a.days, m.first_day, m.days)
      from days_met m
      where a.project_id = ${here} and a.name = m.name and a.user_id = m.user_id and a.install_instance_id = m.alias
    ),
    cells as (
      insert into ledger ${ledgerColumns()} ${ledgerRowsOf(here, "user_day", joinedDays(here), sql`f.sign`)}
    ),
    payments_renamed as (
      update payments p set install_instance_id = n.alias from names n
      where p.project_id = ${here} and p.install_instance_id = n.name and p.paid_at <= ${until}
    ),
    ad_revenue_renamed as (
      update ad_revenue a set id = ${newHourlyId("a")}, install_instance_id = n.alias from names n
      where a.project_id = ${here} and a.install_instance_id = n.name and a.occurred_at <= ${until}
    ),
    opens_renamed as (
      update deeplink_opens o set install_instance_id = n.alias from names n
      where o.project_id = ${here} and o.install_instance_id = n.name and o.opened_at <= ${until}
    ),
    audited as (${auditRow(
      by,
      { account: accountId, project: here, action: "device.forget", target: installId },
      sql`from installs_renamed limit 1`,
    )})
    select count(*)::int as installs from installs_renamed`;
  return row!.installs;
}
