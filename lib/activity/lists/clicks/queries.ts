import type { z } from "zod";
import { sql } from "@/db";
import type { clickSchema } from "@/lib/activity/lists/clicks/schema";
import { type FilteredQuery, readDimensions } from "@/lib/activity/lists/filtered-query";
import type { ProjectId } from "@/lib/base/ids";
import {
  adPartIs,
  campaignName,
  campaignsOfGroup,
  countryIs,
  isCampaignGroup,
} from "@/lib/ledger/rows-queries";
import type { Cursor } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";
import { cairnParameters } from "@/lib/traffic/links/params";

type ClickRow = DatabaseRow<typeof clickSchema.row>;
type ClickFilter = FilteredQuery<z.output<typeof clickSchema.filter>>;

/** IDs begin with the time of the click, so the primary key is in chronological order. */
function found(projectId: ProjectId, filter: ClickFilter, before: Cursor | null, limit: number) {
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      ...readDimensions,
      before: ({ id }) => sql`and k.id < ${id}::uuid`,
      start: (start) => sql`and k.id >= uuid_floor(${start})`,
      end: (end) => sql`and k.id < uuid_floor(${new Date(end.getTime() + 1)})`,
      campaign: (campaign) =>
        campaign === "inorganic"
          ? sql`and k.campaign_id is not null`
          : isCampaignGroup(campaign)
            ? sql`and k.campaign_id in (${campaignsOfGroup(projectId, campaign)})`
            : sql`and k.campaign_id = ${campaign}`,
      kind: (kind) => sql`and k.kind = ${kind}`,
      counted: (counts) => sql`and (k.not_counted is null and not k.is_test) = ${counts}`,
      platform: (platform) => sql`and k.platform = ${platform}`,
      source: (source) =>
        source === "server"
          ? sql`and k.params->>${cairnParameters.source} = 'server'`
          : sql`and k.params->>${cairnParameters.source} is distinct from 'server'`,
      variant: (variant) => sql`and lower(k.link_variant) = lower(${variant})`,
      dimensions: (dimensions) => sql`${adPartIs(dimensions, "k")} ${countryIs(dimensions, "k")}`,
    },
  );
  return sql`
    select k.* from clicks k
    where k.project_id = ${projectId} ${conditions}
    order by k.id desc limit ${limit}`;
}

export const findClicks = (
  projectId: ProjectId,
  filter: ClickFilter,
  before: Cursor | null,
  limit: number,
) => sql<ClickRow[]>`
  with page as materialized (${found(projectId, filter, before, limit)})
  select k.id, k.clicked_at, k.kind, k.network, coalesce(k.ad_set_name, k.ad_set_id) as ad_set,
    coalesce(k.creative_name, k.creative_id) as creative, coalesce(k.keyword_name, k.keyword_id) as keyword,
    k.publisher_id as publisher, k.link_variant as variant,
    case when k.params->>${cairnParameters.source} = 'server' then 'server' else 'link' end as source,
    k.platform, k.device_model as device, k.browser, k.country, k.not_counted, k.is_test, u.install_id,
    ${campaignName()}
  from page k
  left join campaigns c on c.project_id = ${projectId} and c.id = k.campaign_id
  left join click_uses u on u.project_id = ${projectId} and u.click_id = k.id
  order by k.id desc`;

export async function countClicks(projectId: ProjectId, filter: ClickFilter, max: number) {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (${found(projectId, filter, null, max)}) page`;
  return row!;
}
