import { sql } from "@/db";

type Spooled = { id: string; host: string; folder: string; bytes: number };

/**
 * Now and then; at once where it has changed, or somebody waits for it. A disk of which nothing is heard for a month is
 * gone.
 */
export async function upsertSpool({ id, host, folder, bytes }: Spooled): Promise<void> {
  await sql`
    with gone as (delete from click_spools where reported_at < now() - interval '30 days')
    insert into click_spools as s (id, host, folder, bytes) values (${id}, ${host}, ${folder}, ${bytes})
    on conflict (id) do update set host = excluded.host, folder = excluded.folder, bytes = excluded.bytes,
      reported_at = now()
    where s.bytes <> excluded.bytes or s.host <> excluded.host or s.folder <> excluded.folder
      or s.reported_at < now() - interval '10 seconds'
      or exists (select from projects p where p.frozen_at is not null and p.moved_address is null)`;
}

export const deleteSpool = (id: string) => sql`delete from click_spools where id = ${id}`;
