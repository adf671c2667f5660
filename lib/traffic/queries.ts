import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/** Counts the latest clicks and installs, and the ones with a public address. */
export async function countAddresses(projectId: ProjectId): Promise<{ seen: number; known: number }> {
  const [row] = await sql<{ seen: number; known: number }[]>`
    select count(*)::int as seen, count(address_key)::int as known from (
      (select c.address_key from clicks c where c.project_id = ${projectId} order by c.id desc limit 50)
      union all
      (select s.address_key from installs s where s.project_id = ${projectId} order by s.id desc limit 50)
    ) latest`;
  return row!;
}
