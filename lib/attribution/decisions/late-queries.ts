import { sql } from "@/db";
import {
  type DecidedInstall,
  decisionOfInstall,
  factsOfInstall,
  findDevicesOf,
  joinSeen,
} from "@/lib/attribution/decisions/queries";
import type { ProjectId } from "@/lib/base/ids";

export type InstallDueAgain = DecidedInstall & { due_at: Date };

/**
 * Finds decided installs that are due for another decision, with the decision in force. If a person was erased, the
 * evidence no longer exists and the entry is deleted. Installs are looked up one by one, for the reason given at
 * `findPending`.
 */
export const findInstallsDueAgain = (projectId: ProjectId, at: Date, max: number) => sql<InstallDueAgain[]>`
  with erased as (
    delete from late_evidence l
    where l.project_id = ${projectId} and l.due_at <= ${at} and exists (
      select 1 from installs s where s.project_id = ${projectId} and s.id = l.install_id
        and s.erased_at is not null offset 0)
  ),
  due as materialized (
    select l.due_at, s.* from late_evidence l cross join lateral (
      select * from installs s
      where s.project_id = ${projectId} and s.id = l.install_id and s.state = 'DECIDED' and s.erased_at is null limit 1
    ) s
    where l.project_id = ${projectId} and l.due_at <= ${at}
    order by l.due_at limit ${max}
  ),
  ${findDevicesOf(projectId, sql`due`)}
  select s.due_at, ${factsOfInstall(projectId)}, ${decisionOfInstall(projectId)}
  from due s ${joinSeen()}
  order by s.id`;

/** Schedules another decision, unless one is scheduled already. */
export async function scheduleDecision(projectId: ProjectId, installIds: string[], due: Date): Promise<void> {
  await sql`
    insert into late_evidence (project_id, install_id, due_at)
    select ${projectId}, id, ${due} from unnest(${installIds}::uuid[]) as id order by id
    on conflict do nothing`;
}

/** Schedules another decision for later installs of the same devices, which keep the campaigns of these installs. */
export async function scheduleReinstalls(
  projectId: ProjectId,
  installIds: string[],
  due: Date,
): Promise<void> {
  await sql`
    insert into late_evidence (project_id, install_id, due_at)
    select distinct ${projectId}::bigint, s.id, ${due}::timestamptz
    from install_devices d
    join install_devices o on o.project_id = ${projectId} and o.device_id = d.device_id and o.install_id > d.install_id
    join installs s on s.project_id = ${projectId} and s.id = o.install_id
    where d.project_id = ${projectId} and d.install_id = any(${installIds}::uuid[]) and s.state = 'DECIDED'
      and s.method in ('organic', 'reinstall')
    on conflict do nothing`;
}

export type CheckedLateInstall = { install_id: string; due_at: Date; again_at: Date | null };

/** Removes checked entries. Evidence that arrived in between has another time and is kept. */
export async function removeChecked(projectId: ProjectId, rows: CheckedLateInstall[]): Promise<void> {
  await sql`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as x(install_id uuid, due_at timestamptz, again_at timestamptz)
    ),
    later as (
      update late_evidence l set due_at = x.again_at from input x
      where l.project_id = ${projectId} and l.install_id = x.install_id and l.due_at = x.due_at
        and x.again_at is not null
    )
    delete from late_evidence l using input x
    where l.project_id = ${projectId} and l.install_id = x.install_id and l.due_at = x.due_at and x.again_at is null`;
}
