import { type Fragment, sql } from "@/db";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { noNetworkValue } from "@/lib/campaigns/networks";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
import type { StoreListingName } from "@/lib/campaigns/schema";
import { ledgerSums } from "@/lib/ledger/sum-queries";

/** The filter of the campaign list; null means any. */
export type CampaignFilter = {
  active: boolean | null;
  /** The current state, including schedule and limit. */
  state: string | null;
  /** Archived campaigns only, or only others. */
  archived: boolean | null;
  /** `none` matches campaigns without a network. */
  network: string | null;
  affiliateId: number | null;
  /** Campaigns without their own domain belong to the primary one. */
  domain: { id: number; isPrimary: boolean } | null;
  campaignId: number | null;
  /** Case-insensitive. */
  tag: string | null;
  purpose: CampaignPurpose | null;
  /** Matches any part of name, display ID, deep link or domain, case-insensitively. */
  search: string | null;
};

export const everyCampaign: CampaignFilter = {
  active: null,
  state: null,
  archived: null,
  network: null,
  affiliateId: null,
  domain: null,
  campaignId: null,
  tag: null,
  purpose: null,
  search: null,
};

/** Conditions on campaigns `c`. */
export function campaignConditions(projectId: ProjectId, filter: CampaignFilter) {
  const { active, state, archived, network, affiliateId, domain, campaignId, tag, purpose, search } = filter;
  return sql`
    c.project_id = ${projectId} and c.deleted_at is null
    ${active === null ? sql`` : sql`and c.active = ${active}`}
    ${archived === null ? sql`` : sql`and (c.archived_at is not null) = ${archived}`}
    ${state === null ? sql`` : sql`and ${campaignStateSql(projectId)} = ${state}`}
    ${network === null ? sql`` : network === noNetworkValue ? sql`and c.network is null` : sql`and c.network = ${network}`}
    ${affiliateId === null ? sql`` : sql`and c.affiliate_id = ${affiliateId}`}
    ${domain === null ? sql`` : sql`and (c.domain_id = ${domain.id} ${domain.isPrimary ? sql`or c.domain_id is null` : sql``})`}
    ${tag === null ? sql`` : sql`and exists (select from unnest(c.tags) t where lower(t) = lower(${tag}))`}
    ${purpose === null ? sql`` : sql`and c.purpose = ${purpose}`}
    ${campaignId === null ? sql`` : sql`and c.id = ${campaignId}`}
    ${
      search === null
        ? sql``
        : sql`and (position(lower(${search}) in lower(c.name)) > 0
          or position(lower(${search}) in lower(c.display_id)) > 0
            or position(lower(${search}) in lower(coalesce(c.deeplink, ''))) > 0
            or position(lower(${search}) in coalesce((${hostOfCampaign(projectId)}), '')) > 0)`
    }`;
}

/** The host of campaign `c`'s own domain, else of the project's primary one. */
export const hostOfCampaign = (projectId: ProjectId) => sql`
  coalesce((select d.host from domains d where d.project_id = ${projectId} and d.id = c.domain_id),
    (select d.host from domains d where d.project_id = ${projectId} and d.is_primary))`;

/** The counted clicks of campaign `c` since its creation, if it has a limit; without a limit no query runs. */
export const countLimitedClicks = (projectId: ProjectId | Fragment) => sql`
  case when c.click_limit is not null then (select s.count from (${ledgerSums(projectId, {
    by: [],
    measures: ["clicks"],
    days: { from: sql`(c.created_at - interval '1 day')::date`, to: null },
    where: { campaign_id: sql`c.id` },
  })}) s) end`;

/** Whether the links of campaign `c` redirect now and, if not, why. */
export const campaignStateSql = (projectId: ProjectId) => sql`
  case when c.archived_at is not null then 'archived' when not c.active then 'inactive' when c.starts_at > now() then 'scheduled'
    when c.ends_at <= now() or c.click_limit <= ${countLimitedClicks(projectId)} then 'ended'
    else 'active' end`;

/** The users of all time, by campaign. */
export const usersByCampaign = (projectId: ProjectId, campaigns: Fragment | null) => sql`
  select s.campaign_id, s.count as users from (${ledgerSums(projectId, {
    by: ["campaign_id"],
    measures: ["attributed_users"],
    days: "none",
    where: { campaign_id: campaigns },
  })}) s`;

/** The users of campaign `c`. */
export const campaignUsersSql = (projectId: ProjectId) => sql`
  coalesce((select n.users from (${usersByCampaign(projectId, sql`c.id`)}) n), 0)`;

export const campaignListingsSql = (projectId: ProjectId) => sql`
  coalesce((select json_agg(json_build_object('store_listing_id', s.id, 'name', s.name, 'platform', s.platform)
      order by s.platform desc)
    from campaign_store_listings k
    join store_listings s on s.project_id = ${projectId} and s.id = k.store_listing_id
    where k.project_id = ${projectId} and k.campaign_id = c.id), '[]')`;

export type EditedRow = {
  display_id: string;
  name: string;
  created_at: Date;
  updated_at: Date;
  network: string | null;
  network_campaign_id: string | null;
  web_to_app: boolean;
  active: boolean;
  is_default: boolean;
  purpose: CampaignPurpose;
  attributed_users: number;
};

export const editedColumns = () => sql`
  c.display_id, c.name, c.created_at, c.updated_at, c.network, c.network_campaign_id, c.web_to_app,
  c.active, c.is_default, c.purpose`;

/** A row read as JSON, in which times are text. */
export type ListedCampaignRow = Omit<EditedRow, "created_at" | "updated_at"> & {
  created_at: string;
  updated_at: string;
  id: number;
  is_shortlink: boolean;
  deeplink: string | null;
  host: string | null;
  store_listings: StoreListingName[] | null;
};

/** The end of a page of the list, and the number of campaigns returned so far. */
export type ListEnd = { createdAt: Date; id: number; given: number };

type Page = { limit: number; offset: number } | { limit: number; behind: ListEnd };

/**
 * Returns a page, newest first, with the number of all matching campaigns and of the ones from its start on. One scan
 * of the index finds and counts the IDs. Only the page's rows are read, as one JSON text: the driver needs longer for a
 * thousand rows of columns than the database.
 */
export async function findCampaignPage(
  projectId: ProjectId,
  filter: CampaignFilter,
  page: Page,
): Promise<{ total: number; left: number; rows: ListedCampaignRow[] }> {
  const behind =
    "behind" in page
      ? sql`filter (where (c.created_at, c.id) < (${page.behind.createdAt}, ${page.behind.id}::bigint))`
      : sql``;
  // The offset is a 32-bit integer in the statement; no project has that many campaigns.
  const offset = "offset" in page ? Math.min(page.offset, 2_000_000_000) : 0;
  const [found] = await sql<{ total: number; left: number; rows: ListedCampaignRow[] }[]>`
    with matched as (
      select count(*) as total, coalesce(array_agg(c.id) ${behind}, '{}') as ids
      from (
        select c.id, c.created_at from campaigns c where ${campaignConditions(projectId, filter)}
        order by c.created_at desc nulls last, c.id desc nulls last
      ) c
    ),
    page as materialized (
      select total, cardinality(ids) as left, ids[${offset}::int + 1 : ${offset}::int + ${page.limit}::int] as ids
      from matched
    ),
    users_of as (${usersByCampaign(projectId, sql`any((select ids from page)::bigint[])`)}),
    listings_of as (
      select k.campaign_id, json_agg(json_build_object('store_listing_id', s.id, 'name', s.name, 'platform', s.platform)
        order by s.platform desc) as listings
      from campaign_store_listings k
      join store_listings s on s.project_id = ${projectId} and s.id = k.store_listing_id
      where k.project_id = ${projectId} and k.campaign_id = any((select ids from page)::bigint[])
      group by k.campaign_id
    ),
    primary_domain as (select d.host from domains d where d.project_id = ${projectId} and d.is_primary)
    select page.total, page.left, (
      select coalesce(json_agg(f order by f.created_at desc, f.id desc), '[]') from (
        select c.id, ${editedColumns()}, c.is_shortlink, c.deeplink,
          coalesce(d.host, (select host from primary_domain)) as host,
          k.listings as store_listings, coalesce(u.users, 0) as attributed_users
        from campaigns c
        left join users_of u on u.campaign_id = c.id
        left join listings_of k on k.campaign_id = c.id
        left join domains d on d.project_id = ${projectId} and d.id = c.domain_id
        where c.project_id = ${projectId} and c.id = any((select ids from page)::bigint[])
      ) f
    ) as rows
    from page`;
  return found!;
}

export async function findCampaignDomain(
  projectId: ProjectId,
  host: string,
): Promise<{ id: number; isPrimary: boolean } | null> {
  const [row] = await sql<{ id: number; is_primary: boolean }[]>`
    select id, is_primary from domains where project_id = ${projectId} and host = ${host}`;
  return row ? { id: row.id, isPrimary: row.is_primary } : null;
}

/** Finds an affiliate by its normalized name: lower case, with underscores for spaces. */
export async function findAffiliate(projectId: ProjectId, spelled: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from affiliates where project_id = ${projectId} and lower(replace(name, ' ', '_')) = ${spelled}`;
  return row?.id ?? null;
}

export type NamedCampaign = {
  id: number;
  display_id: string;
  name: string;
  is_shortlink: boolean;
  deeplink: string | null;
  host: string | null;
};

export async function findByDisplayId(
  projectId: ProjectId,
  displayId: string,
): Promise<NamedCampaign | null> {
  const [row] = await sql<NamedCampaign[]>`
    select c.id, c.display_id, c.name, c.is_shortlink, c.deeplink, ${hostOfCampaign(projectId)} as host
    from campaigns c where c.project_id = ${projectId} and c.display_id = ${displayId} and c.deleted_at is null`;
  return row ?? null;
}

export type FoundListing = { id: string; name: string; platform: "IOS" | "ANDROID" };

/** Finds a campaign's references, but only within the project. */
export async function findReferences(
  projectId: ProjectId,
  input: {
    host: string | null;
    listingIds: string[];
    affiliateId: number | null;
    networkAccountId: number | null;
  },
): Promise<{
  domainId: number | null;
  listings: FoundListing[];
  hasAffiliate: boolean;
  hasAccount: boolean;
}> {
  const { host, listingIds, affiliateId, networkAccountId } = input;
  const [row] = await sql<
    { domain_id: number | null; listings: FoundListing[]; has_affiliate: boolean; has_account: boolean }[]
  >`
    select (select d.id from domains d where d.project_id = ${projectId} and d.host = ${host}) as domain_id,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'platform', s.platform)
          order by s.platform desc), '[]')
        from store_listings s where s.project_id = ${projectId} and s.id = any(${listingIds})) as listings,
      exists (select from affiliates a where a.project_id = ${projectId} and a.id = ${affiliateId}) as has_affiliate,
      exists (select from network_accounts n where n.project_id = ${projectId} and n.id = ${networkAccountId})
        as has_account`;
  return {
    domainId: row?.domain_id ?? null,
    listings: row?.listings ?? [],
    hasAffiliate: row?.has_affiliate ?? false,
    hasAccount: row?.has_account ?? false,
  };
}

export async function isRegistered(accountId: AccountId, displayId: string): Promise<boolean> {
  const rows =
    await sql`select 1 from display_ids where account_id = ${accountId} and display_id = ${displayId}`;
  return rows.length > 0;
}

export function findStores(projectId: ProjectId) {
  return sql<{ id: string; platform: string; url: string; pageId: string | null }[]>`
    select s.id, s.platform, s.url, s.page_id as "pageId" from store_listings s
    where s.project_id = ${projectId} order by s.created_at, s.id`;
}
