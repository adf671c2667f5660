import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/** The frozen projects, and the time of the query, which sees every freeze that was committed before it. */
export async function findFrozenProjects(): Promise<{ at: Date; projects: ProjectId[] }> {
  const [row] = await sql<{ at: Date; projects: ProjectId[] }[]>`
    select now() as at, coalesce((select array_agg(id) from projects where frozen_at is not null), '{}') as projects`;
  return row!;
}

/** `at` is the database's time when the size was read. */
type Spooled = { id: string; host: string; folder: string; bytes: number; at: Date };

/**
 * Stores the report every ten seconds, and at once if it has changed or a frozen project has not moved yet. Reports are
 * deleted after a month without an update.
 */
export async function upsertSpool({ id, host, folder, bytes, at }: Spooled): Promise<void> {
  await sql`
    with removed as (delete from click_spools where reported_at < now() - interval '30 days')
    insert into click_spools as s (id, host, folder, bytes, reported_at)
    values (${id}, ${host}, ${folder}, ${bytes}, ${at})
    on conflict (id) do update set host = excluded.host, folder = excluded.folder, bytes = excluded.bytes,
      reported_at = excluded.reported_at
    where s.bytes <> excluded.bytes or s.host <> excluded.host or s.folder <> excluded.folder
      or s.reported_at < now() - interval '10 seconds'
      or exists (select from projects p where p.frozen_at is not null and p.moved_address is null)`;
}

export const deleteSpool = (id: string) => sql`delete from click_spools where id = ${id}`;
