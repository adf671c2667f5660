import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { campaignName, type DimensionFilter, partIs } from "@/lib/ledger/rows-queries";
import type { Cursor, Span } from "@/lib/platform/keyset";
import type { CampaignName } from "@/lib/reporting/lists/fields";

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
  cells: DimensionFilter;
  kind: string | null;
  counted: boolean | null;
  platform: string | null;
};

/** The newest first, behind a place. Ids begin with the time of the click, so the key has them in order. */
export function findClicks(
  projectId: ProjectId,
  { start, end, cells, kind, counted, platform }: Filter,
  before: Cursor | null,
  limit: number,
): Promise<ClickRow[]> {
  return sql<ClickRow[]>`
    with page as materialized (
      select k.* from clicks k
      where k.project_id = ${projectId}
        ${before ? sql`and k.id < ${before.id}::uuid` : sql``} ${start ? sql`and k.id >= uuid_floor(${start})` : sql``}
        ${end ? sql`and k.id < uuid_floor(${new Date(end.getTime() + 1)})` : sql``}
        ${cells.campaign === "inorganic" ? sql`and k.campaign_id is not null` : sql``}
        ${typeof cells.campaign === "number" ? sql`and k.campaign_id = ${cells.campaign}` : sql``} ${kind ? sql`and k.kind = ${kind}` : sql``}
        ${counted === null ? sql`` : sql`and (k.not_counted is null and not k.is_test) = ${counted}`}
        ${platform ? sql`and k.platform = ${platform}` : sql``} ${partIs(cells, "k")}
      order by k.id desc limit ${limit}
    )
    select k.id, k.clicked_at, k.kind, k.network, coalesce(k.ad_set_name, k.ad_set_id) as ad_set,
      coalesce(k.creative_name, k.creative_id) as creative, coalesce(k.keyword_name, k.keyword_id) as keyword, k.platform,
      k.device_model as device, k.browser, k.country, k.not_counted, k.is_test, u.install_id,
      ${campaignName()}
    from page k
    left join campaigns c on c.project_id = k.project_id and c.id = k.campaign_id
    left join click_uses u on u.project_id = k.project_id and u.click_id = k.id
    order by k.id desc`;
}
