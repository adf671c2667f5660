import { sql } from "@/db";

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
