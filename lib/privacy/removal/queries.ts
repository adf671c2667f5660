import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { ledgerSums } from "@/lib/ledger/sum-queries";
import type { Losses } from "@/lib/projects/deletion/schema";

/**
 * The data that the removal of a project would delete. Facts are counted by the ledger, which is fast for any number of
 * facts.
 */
export async function countLosses(project: ProjectId): Promise<Losses> {
  const [row] = await sql<[Losses]>`
    with counted as (${ledgerSums(project, {
      by: ["measure"],
      measures: ["clicks", "installs", "signups", "event", "payment"],
      days: { from: null, to: null },
    })}),
    figures as (select coalesce(jsonb_object_agg(measure, count), '{}') as f from counted)
    select
      (select count(*) from campaigns c where c.project_id = ${project} and c.deleted_at is null) as campaigns,
      coalesce((f ->> 'clicks')::bigint, 0) as clicks, coalesce((f ->> 'installs')::bigint, 0) as installs,
      coalesce((f ->> 'signups')::bigint, 0) as sign_ups, coalesce((f ->> 'event')::bigint, 0) as events,
      coalesce((f ->> 'payment')::bigint, 0) as payments,
      (select count(*) from server_keys k where k.project_id = ${project} and k.revoked_at is null) as server_keys,
      array(select d.host from domains d where d.project_id = ${project} order by d.is_primary desc, d.host) as hosts
    from figures`;
  return row;
}

export type DueRemoval = {
  id: ProjectId;
  account_id: AccountId;
  name: string;
  deleted_by: string;
  done: number;
};

/** Projects whose restore period is over; removals that have begun are first. */
export const findDue = (now: Date) => sql<DueRemoval[]>`
  select p.id, p.account_id, p.name, r.deleted_by, r.done
  from project_removals r join projects p on p.id = r.project_id
  where r.remove_after <= ${now} and p.deleted_at is not null
  order by r.begun_at nulls last, r.remove_after`;

/** False if the project was restored meanwhile. Afterwards it cannot be restored. */
export async function markBegun(project: ProjectId, total: number, now: Date): Promise<boolean> {
  const rows = await sql`
    update project_removals set begun_at = coalesce(begun_at, ${now}), total = ${total}
    where project_id = ${project} and remove_after <= ${now} returning project_id`;
  return rows.length > 0;
}

/**
 * Deletes some rows of a table and returns their number. A row's address (ctid) may also match a row of another
 * partition. That row is deleted too, and `project_id` ensures that it belongs to this project.
 */
export async function deleteRows(table: string, project: ProjectId, max: number): Promise<number> {
  const deleted = await sql`
    delete from ${sql(table)} t where t.project_id = ${project} and t.ctid = any(array(
      select x.ctid from ${sql(table)} x where x.project_id = ${project} limit ${max}))`;
  return deleted.count;
}

export async function noteProgress(project: ProjectId, done: number, rows: number): Promise<void> {
  await sql`
    update project_removals set done = ${done}, removed = removed + ${rows} where project_id = ${project}`;
}

/** Deletes the project's own row, after all others. Only one row in its account's log remains. */
export async function deleteProjectRow({
  id,
  account_id: account,
  name,
  deleted_by,
}: DueRemoval): Promise<void> {
  const by: Actor = { memberId: null, name: deleted_by };
  await sql`
    with removal as (delete from project_removals where project_id = ${id} returning removed),
         dropped as (delete from projects where id = ${id} and deleted_at is not null returning deleted_at),
         logged as (${auditRow(
           by,
           {
             account,
             action: "project.erase",
             target: name,
             detail: sql`jsonb_build_object('project_id', ${id}::bigint, 'deleted_at', dropped.deleted_at,
               'rows', removal.removed)`,
           },
           sql`from dropped, removal`,
         )})
    select 1`;
}

/** Projects in the middle of an import without new data for a week. */
export async function findAbandonedImports(now: Date): Promise<ProjectId[]> {
  const rows = await sql<{ id: ProjectId }[]>`
    select i.project_id as id from project_imports i join projects p on p.id = i.project_id
    where p.deleted_at is not null and i.touched_at < ${now}::timestamptz - interval '7 days' order by i.touched_at`;
  return rows.map(({ id }) => id);
}

/**
 * Changes the export ID, so that a late continuation of the import does not match and stores no rows. False while the
 * import stores rows, or if it has just made the project visible.
 */
export async function markImportAbandoned(project: ProjectId): Promise<boolean> {
  const rows = await sql`
    update project_imports i set export_id = gen_random_uuid()
    where i.project_id = ${project} and i.project_id in (
      select x.project_id from project_imports x where x.project_id = ${project} for update skip locked)
    returning i.project_id`;
  return rows.length > 0;
}

/** Also deletes an account that was created for the import, unless it has members now. */
export async function deleteUnseenRow(project: ProjectId): Promise<void> {
  await sql`
    with unfinished as (
           delete from project_imports where project_id = ${project} returning project_id, created_account),
         dropped as (
           delete from projects p using unfinished u where p.id = u.project_id and p.deleted_at is not null
           returning p.account_id, u.created_account),
         empty as (
           delete from accounts a using dropped g where a.id = g.account_id and g.created_account
             and not exists (select from projects p where p.account_id = a.id and p.id <> ${project})
             and not exists (select from memberships s where s.account_id = a.id)
             and not exists (select from invitations i where i.account_id = a.id)
           returning a.id)
    delete from audit_log l using empty e where l.account_id = e.id`;
}
