import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export async function findSimulatedNames(projectId: ProjectId, ids: number[]) {
  const rows = await sql<
    { id: number; name: string; network: string | null; deleted: boolean; is_affiliates: boolean }[]
  >`
    select id, name, network, false as deleted, affiliate_id is not null as is_affiliates from campaigns where project_id = ${projectId} and id = any(${ids}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
