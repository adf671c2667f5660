import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

/** False when it is deleted already. */
export async function markDeleted(
  account: AccountId,
  project: ProjectId,
  { now, removeAfter }: { now: Date; removeAfter: Date },
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "project.delete",
      target: sql`changed.name`,
      detail: { remove_after: removeAfter.toISOString() },
    },
    sql`
           update projects set deleted_at = ${now} where id = ${project} and deleted_at is null returning id, name`,
    sql`,
         planned as (
           insert into project_removals (project_id, deleted_by, remove_after)
           select id, ${by.name}, ${removeAfter} from changed)
    select id from changed`,
  );
  return rows.length > 0;
}

/** Null if the account has no such deleted project, or its removal has begun. */
export async function markRestored(
  account: AccountId,
  project: number,
  by: Actor,
): Promise<{ id: number; name: string } | null> {
  const [row] = await sql<{ id: number; name: string }[]>`
    with cancelled as (
           delete from project_removals r using projects p
           where r.project_id = ${project} and r.begun_at is null and p.id = r.project_id
             and p.account_id = ${account}
           returning r.project_id),
         changed as (
           update projects set deleted_at = null where id in (select project_id from cancelled) returning id, name),
         logged as (${auditRow(
           by,
           {
             account,
             project: sql`changed.id`,
             action: "project.restore",
             target: sql`changed.name`,
           },
           sql`from changed`,
         )})
    select id, name from changed`;
  return row ?? null;
}

export type DeletedRow = {
  id: number;
  account_id: AccountId;
  name: string;
  slug: string;
  deleted_by: string;
  deleted_at: Date;
  remove_after: Date;
  begun_at: Date | null;
  done: number;
  total: number;
  removed: number;
};

/** The deleted projects of one account, or of all. */
export const findDeleted = (account: AccountId | null) => sql<DeletedRow[]>`
  select p.id, p.account_id, p.name, p.slug, r.deleted_by, p.deleted_at, r.remove_after, r.begun_at, r.done, r.total,
    r.removed
  from project_removals r join projects p on p.id = r.project_id
  where p.deleted_at is not null ${account === null ? sql`` : sql`and p.account_id = ${account}`}
  order by p.deleted_at desc, p.id desc`;
