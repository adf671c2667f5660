import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export async function findAppIcon(projectId: ProjectId, listingId: string): Promise<Buffer | null> {
  const [row] = await sql<{ icon: Buffer | null }[]>`
    select app_icon as icon from store_listings where project_id = ${projectId} and id = ${listingId}`;
  return row?.icon ?? null;
}

/** The first picture has the number 1. */
export async function findAppPicture(
  projectId: ProjectId,
  listingId: string,
  number: number,
): Promise<Buffer | null> {
  const [row] = await sql<{ picture: Buffer | null }[]>`
    select app_pictures[${number}::int] as picture from store_listings
    where project_id = ${projectId} and id = ${listingId}`;
  return row?.picture ?? null;
}
