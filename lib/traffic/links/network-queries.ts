import { sql } from "@/db";
import type { AccountId, ProjectId } from "@/lib/base/ids";

/** Finds a campaign by the network's ID, else the placeholder for unknown ones. Deleted campaigns are last. */
export async function findNetworkCampaign(
  projectId: ProjectId,
  network: string,
  ids: { claimed: string | null; unnamed: string },
): Promise<{ display_id: string; deleted: boolean } | null> {
  const [row] = await sql<{ display_id: string; deleted: boolean }[]>`
    select c.display_id, c.deleted_at is not null as deleted from campaigns c
    where c.project_id = ${projectId} and c.network = ${network}
      and c.network_campaign_id in (${ids.claimed}, ${ids.unnamed})
    order by deleted, c.network_campaign_id = ${ids.unnamed}, not c.active, c.id limit 1`;
  return row ?? null;
}

export async function findAccountOfProject(projectId: ProjectId): Promise<AccountId | null> {
  const [row] = await sql<
    { account_id: AccountId }[]
  >`select account_id from projects where id = ${projectId}`;
  return row?.account_id ?? null;
}
