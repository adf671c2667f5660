import { sql } from "@/db";

type PageEnd = { key: string; position: object };

export async function findPageCursor(
  key: string,
  timeoutMs: number,
): Promise<Record<string, unknown> | null> {
  const [row] = await sql<{ position: Record<string, unknown> }[]>`
    select position from page_ends where key = ${key} and read_at > now() - ${timeoutMs} * interval '1 millisecond'`;
  return row?.position ?? null;
}

/** No two rows may have the same key. */
export async function storePageCursors(rows: PageEnd[]): Promise<undefined[]> {
  await sql`
    insert into page_ends (key, position, read_at)
    select key, position, now()
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(key text, position jsonb)
    order by key
    on conflict (key) do update set position = excluded.position, read_at = excluded.read_at`;
  return new Array<undefined>(rows.length);
}

export async function deletePageCursors(timeoutMs: number): Promise<number> {
  const deleted =
    await sql`delete from page_ends where read_at < now() - ${timeoutMs} * interval '1 millisecond'`;
  return deleted.count;
}
