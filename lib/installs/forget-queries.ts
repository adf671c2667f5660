import { sql } from "@/db";
import type { Project } from "@/lib/access/project";
import type { Actor } from "@/lib/audit/actor";
import { auditRow } from "@/lib/audit/queries";
import type { ProjectId } from "@/lib/ids";

/** The names that an install and the others of its device go by. */
export type Known = { instances: string[]; device_ids: string[] };

export async function findKnownNames(projectId: ProjectId, installId: string): Promise<Known> {
  const [row] = await sql<Known[]>`
    with own as (
      select v.device_id from install_devices v where v.project_id = ${projectId} and v.install_id = ${installId}::uuid
    ),
    theirs as (
      select s.id, s.install_instance_id from installs s where s.project_id = ${projectId} and (s.id = ${installId}::uuid
        or s.id in (select v.install_id from install_devices v where v.project_id = ${projectId} and v.device_id in (select device_id from own)))
    )
    select coalesce((select array_agg(install_instance_id order by id) from theirs), '{}') as instances,
      coalesce((select array_agg(distinct v.device_id) from install_devices v join theirs t on t.id = v.install_id
        where v.project_id = ${projectId}), '{}') as device_ids`;
  return row!;
}

export type Renaming = { name: string; alias: string }[];

/**
 * Gives installs and devices names that nobody sends, everywhere they stand: figures count on, and whoever comes with
 * the old names is new. Only what happened until then; safe to repeat.
 */
export async function rename(
  { id: here, accountId }: Pick<Project, "id" | "accountId">,
  { installId, instances, devices }: { installId: string; instances: Renaming; devices: Renaming },
  by: Actor,
  until: Date,
): Promise<number> {
  const [row] = await sql<{ installs: number }[]>`
    with told as (
      select * from json_to_recordset(${JSON.stringify(instances)}::text::json) as x(name text, alias text)
    ),
    locked as materialized (
      select s.id from installs s where s.project_id = ${here} and s.install_instance_id in (select unnest(array[name, alias]) from told)
      order by s.id for update
    ),
    -- Whoever moves facts locks the install before them: so does this.
    names as materialized (select * from told where (select count(*) from locked) >= 0),
    device_names as materialized (
      select * from json_to_recordset(${JSON.stringify(devices)}::text::json) as x(name text, alias text)
    ),
    installs_renamed as (
      update installs s set install_instance_id = n.alias from names n
      where s.project_id = ${here} and s.install_instance_id = n.name and s.installed_at <= ${until} returning s.id
    ),
    looked_at_again as (
      update installs s set look_again = true, decided_xid = pg_current_xact_id()::text::bigint from names n
      where s.project_id = ${here} and s.install_instance_id = n.alias and s.decision_version > 0
    ),
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
    events_renamed as (
      update events e set install_instance_id = n.alias from names n
      where e.project_id = ${here} and e.install_instance_id = n.name and e.occurred_at <= ${until}
    ),
    days_renamed as (
      update event_users d set install_instance_id = n.alias from names n
      where d.project_id = ${here} and d.install_instance_id = n.name
        and not exists (select 1 from installs s where s.project_id = ${here} and s.install_instance_id = n.name and s.installed_at > ${until})
    ),
    payments_renamed as (
      update payments p set install_instance_id = n.alias from names n
      where p.project_id = ${here} and p.install_instance_id = n.name and p.paid_at <= ${until}
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
