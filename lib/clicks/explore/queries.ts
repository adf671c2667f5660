import { sql } from "@/db";
import type { ProjectId } from "@/lib/ids";
import type { CampaignName } from "@/lib/installs/explore/schema";
import type { Place, Span } from "@/lib/listing";

export type ClickRow = {
  id: string;
  clicked_at: Date;
  kind: string;
  campaign: CampaignName | null;
  network: string | null;
  ad_set: string | null;
  creative: string | null;
  keyword: string | null;
  platform: string;
  device: string | null;
  browser: string | null;
  country: string | null;
  not_counted: string | null;
  is_test: boolean;
  install_id: string | null;
};

export type Filter = Span & {
  campaign: number | "inorganic" | null;
  kind: string | null;
  counted: boolean | null;
  platform: string | null;
  adSet: string | null;
  creative: string | null;
  keyword: string | null;
};

/** The newest first, behind a place. Ids begin with the time of the click, so the key has them in order. */
export function findClicks(
  projectId: ProjectId,
  { start, end, campaign, kind, counted, platform, adSet, creative, keyword }: Filter,
  before: Place | null,
  limit: number,
): Promise<ClickRow[]> {
  return sql<ClickRow[]>`
    with page as materialized (
      select c.* from clicks c
      where c.project_id = ${projectId}
        ${before ? sql`and c.id < ${before.id}::uuid` : sql``} ${start ? sql`and c.id >= uuid_floor(${start})` : sql``}
        ${end ? sql`and c.id < uuid_floor(${new Date(end.getTime() + 1)})` : sql``}
        ${campaign === "inorganic" ? sql`and c.campaign_id is not null` : sql``}
        ${typeof campaign === "number" ? sql`and c.campaign_id = ${campaign}` : sql``} ${kind ? sql`and c.kind = ${kind}` : sql``}
        ${counted === null ? sql`` : sql`and (c.not_counted is null and not c.is_test) = ${counted}`}
        ${platform ? sql`and c.platform = ${platform}` : sql``} ${adSet ? sql`and c.ad_set_id = ${adSet}` : sql``}
        ${creative ? sql`and c.creative_id = ${creative}` : sql``} ${keyword ? sql`and c.keyword_id = ${keyword}` : sql``}
      order by c.id desc limit ${limit}
    )
    select c.id, c.clicked_at, c.kind, c.network, coalesce(c.ad_set_name, c.ad_set_id) as ad_set,
      coalesce(c.creative_name, c.creative_id) as creative, coalesce(c.keyword_name, c.keyword_id) as keyword, c.platform,
      c.device_model as device, c.browser, c.country, c.not_counted, c.is_test, u.install_id,
      case when m.id is not null then json_build_object('id', m.id, 'name', m.name, 'display_id', m.display_id,
        'deleted', m.deleted_at is not null) end as campaign
    from page c
    left join campaigns m on m.project_id = c.project_id and m.id = c.campaign_id
    left join click_uses u on u.project_id = c.project_id and u.click_id = c.id
    order by c.id desc`;
}
