import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

export type ExpectedOfCampaign = {
  network: string | null;
  /** Of a custom network. */
  click_parameter: string | null;
  link_parameters: string | null;
};

/** What the network of a campaign appends to its links; null for an unknown campaign. */
export async function findExpected(
  projectId: ProjectId,
  campaignId: number,
): Promise<ExpectedOfCampaign | null> {
  const [row] = await sql<ExpectedOfCampaign[]>`
    select c.network, n.click_parameter, n.link_parameters from campaigns c
    left join custom_networks n on n.project_id = ${projectId} and n.code = c.network
    where c.project_id = ${projectId} and c.id = ${campaignId}`;
  return row ?? null;
}

export type ArrivedClick = {
  clicked_at: Date;
  platform: string;
  device_model: string | null;
  browser: string | null;
  is_test: boolean;
  params: Record<string, string> | null;
};

/** The newest click of a campaign since a time. Its ID begins with its time. */
export async function findArrivedClick(
  projectId: ProjectId,
  campaignId: number,
  since: Date,
): Promise<ArrivedClick | null> {
  const [row] = await sql<ArrivedClick[]>`
    select k.clicked_at, k.platform, k.device_model, k.browser, k.is_test, k.params from clicks k
    where k.project_id = ${projectId} and k.campaign_id = ${campaignId} and k.id >= uuid_floor(${since})
    order by k.id desc limit 1`;
  return row ?? null;
}
