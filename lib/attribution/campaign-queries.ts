import { sql } from "@/db";
import type { ProjectId } from "@/lib/ids";

export type CampaignRow = {
  id: number;
  display_id: string;
  network: string | null;
  network_campaign_id: string | null;
  deeplink: string | null;
  deleted: boolean;
};

/** Campaigns by what a link or a network calls them. One tied to a network's may be deleted. */
export function findCampaigns(
  projectId: ProjectId,
  displayIds: string[],
  networkIds: string[],
): Promise<CampaignRow[]> {
  return sql<CampaignRow[]>`
    select id, display_id, network, network_campaign_id, deeplink, false as deleted from campaigns c
    where c.project_id = ${projectId} and c.display_id = any(${displayIds}) and c.deleted_at is null
    union
    select c.id, c.display_id, c.network, c.network_campaign_id, c.deeplink, c.deleted_at is not null
    from unnest(${networkIds}::text[]) as named(key)
    join campaigns c on c.project_id = ${projectId} and c.network = split_part(named.key, ' ', 1)
      and c.network_campaign_id = substr(named.key, strpos(named.key, ' ') + 1)`;
}
