import { sql } from "@/db";

export async function findProjectId(slug: string): Promise<number | null> {
  const [row] = await sql<
    { id: number }[]
  >`select id from projects where slug = ${slug} and deleted_at is null`;
  return row?.id ?? null;
}
