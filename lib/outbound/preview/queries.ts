import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

type Dimensions = { name: string; display_id: string; affiliate: string | null };

/** The name of a campaign in deliveries. */
export async function findCampaignFields(projectId: ProjectId, campaign: number): Promise<Dimensions | null> {
  const [row] = await sql<Dimensions[]>`
    select c.name, c.display_id, a.name as affiliate from campaigns c
    left join affiliates a on a.project_id = ${projectId} and a.id = c.affiliate_id
    where c.project_id = ${projectId} and c.id = ${campaign}`;
  return row ?? null;
}
