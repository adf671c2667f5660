import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/** In the order of their IDs, so that two processes cannot deadlock on the same projects. */
export async function markGrowth(projects: ProjectId[]): Promise<undefined[]> {
  await sql`/* several projects */
    insert into ledger_growth (project_id, marked_at)
    select distinct x.id, now() from unnest(${projects}::bigint[]) x(id) order by 1
    on conflict (project_id) do update set marked_at = excluded.marked_at`;
  return projects.map(() => undefined);
}

/** Marked projects, the longest waiting first. */
export const findGrowth = (max: number) => sql<{ id: ProjectId; marked: Date }[]>`/* all projects */
  select g.project_id as id, g.marked_at as marked
  from ledger_growth g join projects p on p.id = g.project_id and p.deleted_at is null
  order by g.marked_at, g.project_id limit ${max}`;

/** Keeps a mark that was set in the meantime. */
export const removeMark = (projectId: ProjectId, marked: Date) => sql`
  delete from ledger_growth where project_id = ${projectId} and marked_at = ${marked}`;

/** The next projects by ID, marked or not. */
export const findNextProjects = (behind: number, max: number) => sql<{ id: ProjectId }[]>`
  select id from projects where id > ${behind} and deleted_at is null order by id limit ${max}`;
