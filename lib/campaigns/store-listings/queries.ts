import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { StoreApp } from "@/lib/campaigns/store-listings/store-page";

export type ListingRow = {
  id: string;
  name: string;
  platform: string;
  url: string;
  app_id: string;
  page_id: string | null;
  app_name: string | null;
  app_rating: number | null;
  app_ratings: number | null;
  has_icon: boolean;
  pictures: number;
  app_read_at: Date | null;
  created_at: Date;
  updated_at: Date;
  campaigns: number;
};

const used = (project: ProjectId, id: string) => sql`
  (select count(*) from campaign_store_listings u
     join campaigns c on c.project_id = ${project} and c.id = u.campaign_id
    where u.project_id = ${project} and u.store_listing_id = ${id} and c.deleted_at is null)`;

const columns = () => sql`
  id, name, platform, url, app_id, page_id, app_name, app_rating, app_ratings, app_icon is not null as has_icon,
  coalesce(cardinality(app_pictures), 0) as pictures, app_read_at, created_at, updated_at`;

export function findListings(project: ProjectId) {
  return sql<ListingRow[]>`
    select ${columns()}, coalesce(u.campaigns, 0) as campaigns
    from store_listings s
    left join (
      select u.store_listing_id, count(*) as campaigns
      from campaign_store_listings u
      join campaigns c on c.project_id = ${project} and c.id = u.campaign_id
      where u.project_id = ${project} and c.deleted_at is null group by 1
    ) u on u.store_listing_id = s.id
    where s.project_id = ${project} order by lower(s.name), s.id`;
}

export type Listing = {
  id: string;
  name: string;
  platform: string;
  url: string;
  appId: string;
  pageId: string | null;
  now: Date;
};

/** The claim to an app begins when the project first lists it, even if this listing is newer. */
const claimedAt = (project: ProjectId, platform: string, appId: string, now: Date) => sql`
  coalesce((select min(o.app_claimed_at) from store_listings o where o.project_id = ${project}
    and o.platform = ${platform} and o.app_id = ${appId}), ${now}::timestamptz)`;

const settledAt = (project: ProjectId, platform: string, appId: string) => sql`
  (select max(o.app_settled_at) from store_listings o where o.project_id = ${project}
    and o.platform = ${platform} and o.app_id = ${appId})`;

/** If the listing already has this app, the claim does not change. */
const claimOf = (project: ProjectId, page: { platform: string; appId: string } | null, now: Date) =>
  page === null
    ? sql``
    : sql`
        app_claimed_at = case when app_id = ${page.appId} then app_claimed_at
          else ${claimedAt(project, page.platform, page.appId, now)} end,
        app_settled_at = case when app_id = ${page.appId} then app_settled_at
          else ${settledAt(project, page.platform, page.appId)} end,`;

export async function insertListing(
  account: AccountId,
  project: ProjectId,
  listing: Listing,
  by: Actor,
): Promise<ListingRow> {
  const { id, name, platform, url, appId, pageId, now } = listing;
  const [row] = await audited<ListingRow>(
    by,
    { account, project, action: "store-listing.create", target: name, detail: { id, url } },
    sql`
           insert into store_listings (project_id, id, name, platform, url, app_id, page_id, app_claimed_at,
             app_settled_at, created_at, updated_at)
           values (${project}, ${id}, ${name}, ${platform}, ${url}, ${appId}, ${pageId},
             ${claimedAt(project, platform, appId, now)}, ${settledAt(project, platform, appId)}, ${now}, ${now})
           returning ${columns()}`,
    sql`select changed.*, 0 as campaigns from changed`,
  );
  return row!;
}

/**
 * The platform cannot change, because a campaign has one listing per platform. `fits` is true if the new page has the
 * same platform.
 */
export async function updateListing(
  account: AccountId,
  project: ProjectId,
  changes: { id: string; name: string | null; page: Omit<Listing, "id" | "name" | "now"> | null; now: Date },
  by: Actor,
): Promise<{ row: ListingRow | null } | null> {
  const { id, name, page, now } = changes;
  const detail = { id, ...(name === null ? {} : { name }), ...(page === null ? {} : { url: page.url }) };
  const [found] = await sql<(ListingRow & { changed: boolean })[]>`
    with found as (
           select s.id, to_jsonb(s) as was from store_listings s where s.project_id = ${project} and s.id = ${id}),
         changed as (
           update store_listings set
             name = coalesce(${name}, name), url = coalesce(${page?.url ?? null}, url),
             app_id = coalesce(${page?.appId ?? null}, app_id),
             ${staleUnless(page?.appId ?? null)} ${claimOf(project, page, now)}
             page_id = case when ${page !== null} then ${page?.pageId ?? null}::text else page_id end,
             updated_at = ${now}
           where project_id = ${project} and id = ${id} and platform = coalesce(${page?.platform ?? null}, platform)
           returning ${columns()}),
         logged as (${auditRow(
           by,
           {
             account,
             project,
             action: "store-listing.change",
             target: sql`changed.name`,
             detail: withBefore(detail, sql`found.was`),
           },
           sql`from changed, found`,
         )})
    select changed.*, changed.id is not null as changed, ${used(project, id)} as campaigns
    from found left join changed on true`;
  if (!found) return null;
  const { changed, ...row } = found;
  return { row: changed ? row : null };
}

/** Another app has its own name and icon, so the stored ones are cleared. */
const staleUnless = (appId: string | null) => {
  const keeps = (column: string) =>
    sql`${sql(column)} = case when coalesce(${appId}, app_id) = app_id then ${sql(column)} end,`;
  return sql`${keeps("app_name")} ${keeps("app_rating")} ${keeps("app_ratings")} ${keeps("app_icon")} ${keeps("app_pictures")}
    ${keeps("app_read_at")}`;
};

export async function findListing(
  project: ProjectId,
  id: string,
): Promise<{ platform: string; app_id: string } | null> {
  const [row] = await sql<{ platform: string; app_id: string }[]>`
    select platform, app_id from store_listings where project_id = ${project} and id = ${id}`;
  return row ?? null;
}

/** The driver has no type for a list of bytes, so each is a value of its own. */
const picturesOf = ({ pictures }: StoreApp) =>
  pictures.reduce((list, picture) => sql`${list} || ${picture}::bytea`, sql`'{}'::bytea[]`);

/** Null if the listing was deleted, or has another app in between. */
export async function saveStoreApp(
  account: AccountId,
  project: ProjectId,
  listing: { id: string; appId: string },
  app: StoreApp,
  now: Date,
  by: Actor,
): Promise<ListingRow | null> {
  const [row] = await audited<ListingRow>(
    by,
    {
      account,
      project,
      action: "store-listing.change",
      target: sql`changed.name`,
      detail: { id: listing.id, app_name: app.name },
    },
    sql`
      update store_listings set app_name = ${app.name}, app_rating = ${app.rating}, app_ratings = ${app.ratings},
        app_icon = ${app.icon}, app_pictures = ${picturesOf(app)}, app_read_at = ${now}
      where project_id = ${project} and id = ${listing.id} and app_id = ${listing.appId}
      returning ${columns()}`,
    sql`select changed.*, ${used(project, listing.id)} as campaigns from changed`,
  );
  return row ?? null;
}

export const removeListing = async (project: Owner, listing: string, by: Actor) => {
  const { id } = await removeRow(project, listing, by, {
    table: "store_listings",
    action: "store-listing.remove",
    target: sql`changed.name`,
    detail: sql`jsonb_build_object('id', changed.id)`,
    uses: {
      count: used(project.id, listing),
      text: (campaigns) =>
        campaigns === 1
          ? "A campaign uses this store listing. Delete the campaign or change its listing first."
          : `${campaigns} campaigns use this store listing. Delete them or change their listing first.`,
    },
    along: sql`,
      unlinked as (
        delete from campaign_store_listings
        where project_id = ${project.id} and store_listing_id in (select id from changed))`,
  });
  return { store_listing_id: id };
};

/** If another project lists the app too, adds an entry to both audit logs, without the other project's name. */
export const logSharedListing = (project: ProjectId, appId: string) => sql`/* all projects */
  with claims as (
    select p.id, p.account_id from projects p
    where p.deleted_at is null and exists (
      select from store_listings s where s.project_id = p.id and s.app_id = ${appId} and s.platform = 'IOS')
  )
  ${auditRow(
    { memberId: null, name: "Cairn" },
    {
      account: sql`claims.account_id`,
      project: sql`claims.id`,
      action: "apple-postbacks.contested",
      target: appId,
    },
    sql`from claims where exists (select from claims c where c.id = ${project})
      and exists (select from claims c where c.id <> ${project})`,
  )}`;
