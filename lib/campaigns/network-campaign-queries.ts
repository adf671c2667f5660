import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export async function insertNetworkCampaign(
  project: { id: ProjectId; accountId: AccountId },
  campaign: { network: string; id: string; name: string; displayId: string },
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    with free as (
      insert into display_ids (account_id, display_id, project_id)
      values (${project.accountId}, ${campaign.displayId}, ${project.id})
      on conflict do nothing returning project_id
    )
    insert into campaigns (project_id, display_id, name, is_shortlink, network, network_campaign_id)
    select ${project.id}::bigint, ${campaign.displayId}, ${campaign.name}, true, ${campaign.network}, ${campaign.id} from free
    where ${whereWritable(project.id)}
    returning id`;
  return row?.id ?? null;
}

export async function findStoredNetworkCampaign(
  projectId: ProjectId,
  network: string,
  id: string,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select c.id from campaigns c
    where c.project_id = ${projectId} and c.network = ${network} and c.network_campaign_id = ${id}
      and c.deleted_at is null
    order by c.id limit 1`;
  return row?.id ?? null;
}
