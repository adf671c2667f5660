import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export type MatchedCampaign = {
  id: number;
  display_id: string;
  network: string | null;
  network_campaign_id: string | null;
  deeplink: string | null;
  deleted: boolean;
  /** Since when its links have been inactive; null: they are active. */
  inactive_since: Date | null;
};

const inactiveSince = () =>
  sql`least(case when not c.active then coalesce(c.inactive_since, c.updated_at) end, c.ends_at) as inactive_since`;

/** Finds campaigns by their ID in a link or at a network. A campaign linked to a network's may be deleted. */
export function findNamedCampaigns(
  projectId: ProjectId,
  displayIds: string[],
  networkIds: string[],
): Promise<MatchedCampaign[]> {
  return sql<MatchedCampaign[]>`
    select c.id, c.display_id, c.network, c.network_campaign_id, c.deeplink, false as deleted, ${inactiveSince()}
    from campaigns c
    where c.project_id = ${projectId} and c.display_id = any(${displayIds}) and c.deleted_at is null
    union
    select c.id, c.display_id, c.network, c.network_campaign_id, c.deeplink,
      c.deleted_at is not null, ${inactiveSince()}
    from unnest(${networkIds}::text[]) as named(key)
    join campaigns c on c.project_id = ${projectId} and c.network = split_part(named.key, ' ', 1)
      and c.network_campaign_id = substr(named.key, strpos(named.key, ' ') + 1)`;
}
