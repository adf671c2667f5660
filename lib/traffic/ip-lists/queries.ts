import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export type ListRow = { name: string; ranges: string[] };

export const findIpLists = () => sql<ListRow[]>`select name, ranges from address_lists order by name`;

export const findIpListSizes = () => sql<{ name: string; size: number; loaded_at: Date }[]>`
  select name, cardinality(ranges) as size, loaded_at from address_lists order by name`;

export async function storeIpList(name: string, ranges: string[], at: Date): Promise<void> {
  await sql`
    insert into address_lists (name, ranges, loaded_at) values (${name}, ${ranges}, ${at})
    on conflict (name) do update set ranges = excluded.ranges, loaded_at = excluded.loaded_at`;
}

export async function removeIpList(name: string): Promise<boolean> {
  const deleted = await sql`delete from address_lists where name = ${name} returning 1`;
  return deleted.length > 0;
}

/** The IP ranges of block lists that have not ended, for each project in order. */
export async function findBlockedRanges(projects: ProjectId[]): Promise<{ id: number; value: string }[][]> {
  const rows = await sql<{ project_id: ProjectId; id: number; value: string }[]>`/* several projects */
    select b.project_id, b.id, b.value from block_entries b
    where b.project_id = any(${projects}::bigint[]) and b.kind = 'address' and (b.ends_at is null or b.ends_at > now())
    order by b.id`;
  return projects.map((project) => rows.filter(({ project_id }) => project_id === project));
}
