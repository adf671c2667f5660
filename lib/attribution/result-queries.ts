import { sql } from "@/db";
import type { DecidedAdColumns } from "@/lib/attribution/touches/touches";
import type { ProjectId } from "@/lib/base/ids";

export type ResultRow = DecidedAdColumns & {
  state: string;
  campaign_id: number | null;
  /** Null if the campaign was deleted. */
  campaign_name: string | null;
  display_id: string | null;
  host: string | null;
  network: string | null;
  campaign_network: string | null;
  campaign_deeplink: string | null;
  deeplink: string | null;
};

/**
 * Finds the install on which the user was first identified, else one with the user signed in, else the device's latest.
 * Null for an unknown user.
 */
export async function findResult(
  projectId: ProjectId,
  userId: string | null,
  deviceId: string | null,
): Promise<ResultRow | null> {
  const [row] = await sql<ResultRow[]>`
    with candidates as (
      select 1 as rank, s.id, s.installed_at from users u
      join installs s on s.project_id = ${projectId} and s.install_instance_id = u.install_instance_id
      where u.project_id = ${projectId} and u.user_id = ${userId}
      union all
      select 2, s.id, s.installed_at from identities t
      join installs s on s.project_id = ${projectId} and s.install_instance_id = t.install_instance_id
      where t.project_id = ${projectId} and t.user_id = ${userId}
      union all
      select 3, s.id, s.installed_at from install_devices v
      join installs s on s.project_id = ${projectId} and s.id = v.install_id
      where v.project_id = ${projectId} and v.device_id = ${deviceId}
    ),
    chosen as (select id from candidates order by rank, installed_at desc, id desc limit 1)
    select s.state, s.campaign_id, s.network, s.deeplink, s.ad_set_id, s.ad_set_name, s.creative_id, s.creative_name,
      s.keyword_id, s.keyword_name, c.name as campaign_name, c.display_id, c.network as campaign_network,
      c.deeplink as campaign_deeplink,
      case when c.id is not null then coalesce(
        (select d.host from domains d where d.project_id = ${projectId} and d.id = c.domain_id),
        (select d.host from domains d where d.project_id = ${projectId} and d.is_primary)) end as host
    from chosen
    join installs s on s.project_id = ${projectId} and s.id = chosen.id
    left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id and c.deleted_at is null`;
  return row ?? null;
}
