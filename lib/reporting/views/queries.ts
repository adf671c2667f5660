import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, MemberId, ProjectId } from "@/lib/base/ids";
import type { ViewInput } from "@/lib/reporting/views/schema";

export type ViewRow = {
  id: number;
  name: string;
  query: string;
  shared: boolean;
  own: boolean;
  by: string | null;
  updated_at: Date;
};

/** The member's own views, then other members' shared views. */
export function findSavedViews(project: ProjectId, member: MemberId): Promise<ViewRow[]> {
  return sql<ViewRow[]>`
    select v.id, v.name, v.query, v.shared, v.member_id = ${member} as own,
      coalesce(nullif(m.name, ''), m.email) as by, v.updated_at
    from report_views v left join members m on m.id = v.member_id
    where v.project_id = ${project} and (v.shared or v.member_id = ${member})
    order by v.member_id = ${member} desc, lower(v.name), v.id`;
}

/** Replaces the member's view of the same name. */
export async function storeSavedView(
  owner: { account: AccountId; project: ProjectId; member: MemberId },
  { name, query, shared }: ViewInput,
  by: Actor,
  now: Date,
): Promise<ViewRow> {
  const { account, project, member } = owner;
  const [row] = await audited<ViewRow>(
    by,
    { account, project, action: "report-view.save", target: name, detail: { shared } },
    sql`
      insert into report_views (project_id, member_id, name, query, shared, created_at, updated_at)
      values (${project}, ${member}, ${name}, ${query}, ${shared}, ${now}, ${now})
      on conflict (project_id, member_id, lower(name)) do update set name = excluded.name, query = excluded.query,
        shared = excluded.shared, updated_at = excluded.updated_at
      returning id, name, query, shared, true as own, updated_at`,
    sql`
    select changed.*, (select coalesce(nullif(m.name, ''), m.email) from members m where m.id = ${member}) as by
    from changed`,
  );
  return row!;
}

/**
 * Null for a view that does not exist or is not visible. `removed` is false for another member's view, which only some
 * roles may remove.
 */
export async function deleteSavedView(
  owner: { account: AccountId; project: ProjectId; member: MemberId },
  id: number,
  ofOthers: boolean,
  by: Actor,
): Promise<{ removed: boolean } | null> {
  const { account, project, member } = owner;
  const [row] = await sql<{ removed: boolean }[]>`
    with found as (
      select id from report_views
      where project_id = ${project} and id = ${id} and (shared or member_id = ${member})),
    removed as (
      delete from report_views v using found f
      where v.project_id = ${project} and v.id = f.id and (v.member_id = ${member} or ${ofOthers}) returning v.name),
    logged as (${auditRow(
      by,
      { account, project, action: "report-view.remove", target: sql`removed.name` },
      sql`from removed`,
    )})
    select exists (select from removed) as removed from found`;
  return row ?? null;
}
