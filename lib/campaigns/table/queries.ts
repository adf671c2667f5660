import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import {
  type CampaignFilter,
  campaignConditions,
  campaignListingsSql,
  campaignStateSql,
  campaignUsersSql,
  type EditedRow,
  editedColumns,
  hostOfCampaign,
  usersByCampaign,
} from "@/lib/campaigns/queries";
import type { StoreListingName } from "@/lib/campaigns/schema";
import type { CampaignState } from "@/lib/campaigns/table/names";
import type { campaignSorts } from "@/lib/campaigns/table/schema";

export type CampaignDetailRow = EditedRow & {
  id: number;
  is_shortlink: boolean;
  deeplink: string | null;
  website: string | null;
  android_web_redirect: string | null;
  ios_web_redirect: string | null;
  host: string | null;
  own_host: string | null;
  network_account_id: number | null;
  affiliate: { id: number; name: string } | null;
  /** Of a custom network. */
  network_parameters: string | null;
  open_in_app: boolean;
  social_title: string | null;
  social_text: string | null;
  social_image: string | null;
  ended_links: string | null;
  link_rules: LinkRule[];
  starts_at: Date | null;
  ends_at: Date | null;
  click_limit: number | null;
  reengagement_days: number | null;
  state: CampaignState;
  tags: string[];
  store_listings: StoreListingName[];
};

/** All columns of a campaign `c` except the number of its users. */
const fullColumns = (projectId: ProjectId) => sql`
  c.id, ${editedColumns()}, c.is_shortlink, c.deeplink, c.website, c.android_web_redirect, c.ios_web_redirect,
  c.network_account_id, c.open_in_app, c.social_title, c.social_text, c.social_image, c.ended_links,
  coalesce(c.link_rules, '[]') as link_rules,
  c.starts_at, c.ends_at, c.click_limit, c.reengagement_days, c.tags,
  ${campaignStateSql(projectId)} as state,
  ${hostOfCampaign(projectId)} as host,
  (select d.host from domains d where d.project_id = ${projectId} and d.id = c.domain_id) as own_host,
  (select json_build_object('id', a.id, 'name', a.name) from affiliates a
    where a.project_id = ${projectId} and a.id = c.affiliate_id) as affiliate,
  (select n.link_parameters from custom_networks n
    where n.project_id = ${projectId} and n.code = c.network) as network_parameters,
  ${campaignListingsSql(projectId)} as store_listings`;

export type CampaignCounts = {
  campaigns: number;
  active: number;
  attributed_users: number;
  /** Campaigns that match all filters except the state. */
  archived: number;
};

export type CampaignSorting = { sort: (typeof campaignSorts)[number]; order: "ascending" | "descending" };

const columnOf = {
  created_at: () => sql`m.created_at`,
  update_at: () => sql`m.updated_at`,
  name: () => sql`lower(m.name)`,
  active: () => sql`array_position('{inactive,ended,scheduled,active}', m.state)`,
  attributed_users: () => sql`m.users`,
};

const orderBy = ({ sort, order }: CampaignSorting) =>
  order === "ascending"
    ? sql`${columnOf[sort]()} asc, m.created_at asc, m.id asc`
    : sql`${columnOf[sort]()} desc, m.created_at desc, m.id desc`;

/** A page of the matching campaigns in any order, with totals of all that match. */
export async function findTable(
  projectId: ProjectId,
  filter: CampaignFilter,
  /** A setting, or the IDs of all matching campaigns in order. */
  sorting: CampaignSorting | number[],
  { limit, offset }: { limit: number; offset: number },
): Promise<{ totals: CampaignCounts; rows: CampaignDetailRow[] }> {
  const found = await sql<({ totals: CampaignCounts } & (CampaignDetailRow | { id: null }))[]>`
    with users_of as (${usersByCampaign(projectId, null)}),
    matched as materialized (
      select c.id, c.created_at, c.updated_at, c.name, ${campaignStateSql(projectId)} as state, coalesce(u.users, 0) as users
      from campaigns c left join users_of u on u.campaign_id = c.id
      where ${campaignConditions(projectId, filter)}
    ),
    totals as (
      select json_build_object('campaigns', count(*), 'active', count(*) filter (where m.state = 'active'),
        'attributed_users', coalesce(sum(m.users), 0),
        'archived', (select count(*) from campaigns c
          where ${campaignConditions(projectId, { ...filter, active: null, state: null, archived: true })})) as totals
      from matched m
    ),
    page as (
      select m.id, m.users, row_number() over (order by m.state = 'archived', ${
        Array.isArray(sorting) ? sql`r.rank nulls last, m.id desc` : orderBy(sorting)
      }) as place
      from matched m
      ${
        Array.isArray(sorting)
          ? sql`left join unnest(${sorting}::bigint[]) with ordinality as r(id, rank) on r.id = m.id`
          : sql``
      }
      order by place limit ${limit} offset ${offset}
    )
    select totals.totals, f.*
    from totals left join (
      select ${fullColumns(projectId)}, p.users as attributed_users, p.place
      from page p join campaigns c on c.project_id = ${projectId} and c.id = p.id
    ) f on true
    order by f.place`;
  const rows = found.filter((row): row is { totals: CampaignCounts } & CampaignDetailRow => row.id !== null);
  return { totals: found[0]?.totals ?? { campaigns: 0, active: 0, attributed_users: 0, archived: 0 }, rows };
}

export async function findCampaign(projectId: ProjectId, id: number): Promise<CampaignDetailRow | null> {
  const [row] = await sql<CampaignDetailRow[]>`
    select ${fullColumns(projectId)}, ${campaignUsersSql(projectId)} as attributed_users
    from campaigns c where c.project_id = ${projectId} and c.id = ${id} and c.deleted_at is null`;
  return row ?? null;
}

/** All matching campaigns. */
export const findMatching = (projectId: ProjectId, filter: CampaignFilter) =>
  sql<{ id: number; created_at: Date }[]>`
    select c.id, c.created_at from campaigns c where ${campaignConditions(projectId, filter)}`;

/** The IDs of matching campaigns, at most `max`. */
export async function findMatchingIds(
  projectId: ProjectId,
  filter: CampaignFilter,
  max: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select c.id from campaigns c where ${campaignConditions(projectId, filter)} order by c.id limit ${max}`;
  return rows.map(({ id }) => id);
}

/** The tags in the spelling of the newest campaign. */
export function findTags(projectId: ProjectId): Promise<{ tag: string; campaigns: number }[]> {
  return sql<{ tag: string; campaigns: number }[]>`
    select (array_agg(t order by c.id desc))[1] as tag, count(*)::int as campaigns
    from campaigns c cross join unnest(c.tags) t
    where c.project_id = ${projectId} and c.deleted_at is null
    group by lower(t) order by lower(t)`;
}
