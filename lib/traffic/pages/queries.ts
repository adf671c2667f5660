import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export async function findAppIcon(projectId: ProjectId, listingId: string): Promise<Buffer | null> {
  const [row] = await sql<{ icon: Buffer | null }[]>`
    select app_icon as icon from store_listings where project_id = ${projectId} and id = ${listingId}`;
  return row?.icon ?? null;
}
