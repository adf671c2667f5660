import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { campaignName, type DimensionFilter, inCells, isTest } from "@/lib/ledger/rows-queries";
import type { Cursor, Span } from "@/lib/platform/keyset";
import type { CampaignName } from "@/lib/reporting/lists/fields";

export type SignUpRow = {
  id: string;
  signed_up_at: Date;
  campaign: CampaignName | null;
  network: string | null;
  ad_set: string | null;
  creative: string | null;
  keyword: string | null;
  platform: string;
  install_instance_id: string | null;
  install_id: string | null;
  is_test: boolean;
};

export type Filter = Span & {
  cells: DimensionFilter;
  platform: string | null;
  /** Whether it stands in figures. */
  counted: boolean | null;
  user: string | null;
  /** Only theirs, if told: few enough to be looked up. */
  instances: string[] | null;
};

function found(projectId: ProjectId, filter: Filter, before: Cursor | null, limit: number) {
  const { start, end, cells, platform, counted, user, instances } = filter;
  return sql`
    select u.user_id from users u
    where u.project_id = ${projectId}
      ${before ? sql`and (u.identified_at, u.user_id) < (${before.at}, ${before.id})` : sql``}
      ${start ? sql`and u.identified_at >= ${start}` : sql``} ${end ? sql`and u.identified_at <= ${end}` : sql``}
      ${user ? sql`and u.user_id = ${user}` : sql``} ${platform ? sql`and u.platform = ${platform}` : sql``}
      ${instances ? sql`and u.install_instance_id = any(${instances}::text[])` : sql``} ${inCells("u", cells)}
      ${counted === null ? sql`` : counted ? sql`and not ${isTest("u")}` : sql`and ${isTest("u")}`}
    order by u.identified_at desc, u.user_id desc limit ${limit}`;
}

/** The newest first, behind a place, with what is known of the install that each user signed up on. */
export const findSignUps = (
  projectId: ProjectId,
  filter: Filter,
  before: Cursor | null,
  limit: number,
) => sql<SignUpRow[]>`
  with page as materialized (${found(projectId, filter, before, limit)})
  select u.user_id as id, u.identified_at as signed_up_at, s.network, coalesce(s.ad_set_name, s.ad_set_id) as ad_set,
    coalesce(s.creative_name, s.creative_id) as creative, coalesce(s.keyword_name, s.keyword_id) as keyword, u.platform,
    u.install_instance_id, s.id as install_id, coalesce(s.is_test, false) as is_test,
    ${campaignName()}
  from page p join users u on u.project_id = ${projectId} and u.user_id = p.user_id
  left join installs s on s.project_id = u.project_id and s.install_instance_id = u.install_instance_id
  left join campaigns c on c.project_id = s.project_id and c.id = s.campaign_id
  order by u.identified_at desc, u.user_id desc`;

export async function countSignUps(projectId: ProjectId, filter: Filter, most: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from (${found(projectId, filter, null, most)}) page`;
  return row!.count;
}
