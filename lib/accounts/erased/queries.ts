import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import type { ProjectId } from "@/lib/base/ids";

/** In the order of the projects: true if the project has ever erased a user. */
export async function findHaveErased(projects: ProjectId[]): Promise<{ any: boolean }[]> {
  const rows = await sql<{ id: ProjectId }[]>`/* several projects */
    select x.id from unnest(${projects}::bigint[]) x(id)
    where exists (select from erased_ids e where e.project_id = x.id)`;
  const found = new Set(rows.map(({ id }) => id));
  return projects.map((project) => ({ any: found.has(project) }));
}

export type ErasedId = { project_id: ProjectId; key: string };

const lookupKeys = columnTable<ErasedId>({ project_id: "bigint", key: "text" });

/** In the order of the IDs: the times of erasure. */
export async function findErased(ids: ErasedId[]): Promise<(Date | null)[]> {
  const rows = await sql<(ErasedId & { erased_at: Date })[]>`/* several projects */
    select e.project_id, e.key, e.erased_at from ${lookupKeys(ids)} x
    join erased_ids e on e.project_id = x.project_id and e.key = x.key`;
  const found = new Map(rows.map(({ project_id, key, erased_at }) => [`${project_id} ${key}`, erased_at]));
  return ids.map(({ project_id, key }) => found.get(`${project_id} ${key}`) ?? null);
}
