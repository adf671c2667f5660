import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import {
  findListing,
  findListings,
  insertListing,
  type ListingRow,
  logSharedListing,
  saveStoreApp,
  updateListing,
} from "@/lib/campaigns/store-listings/queries";
import { type FetchStorePage, readStorePage } from "@/lib/campaigns/store-listings/store-page";
import { defaultListingName, type StorePage } from "@/lib/campaigns/store-url";

export { removeListing } from "@/lib/campaigns/store-listings/queries";

type Owner = Pick<Project, "id" | "accountId">;

export const newListingId = () => `sl_${randomBase62(20)}`;

const unknown = () => new Refusal("not_found", "Not found.");

const present = ({
  id,
  app_name,
  app_rating,
  app_ratings,
  has_icon,
  pictures,
  app_read_at,
  ...row
}: ListingRow) => ({
  store_listing_id: id,
  ...row,
  app:
    app_name === null || app_read_at === null
      ? null
      : {
          name: app_name,
          rating: app_rating,
          ratings: app_ratings,
          has_icon,
          pictures,
          read_at: app_read_at.toISOString(),
        },
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listListings(project: Owner) {
  return { store_listings: (await findListings(project.id)).map(present) };
}

export async function createListing(
  project: Owner,
  { name, page }: { name: string | null; page: StorePage },
  by: Actor,
  { id, now }: { id: string; now: Date },
) {
  const listing = { id, name: name ?? defaultListingName(page), ...page, now };
  const row = await insertListing(project.accountId, project.id, listing, by);
  if (page.platform === "IOS") await logSharedListing(project.id, page.appId);
  return { store_listing: present(row) };
}

export async function changeListing(
  project: Owner,
  changes: { id: string; name: string | null; page: StorePage | null },
  by: Actor,
  now: Date,
) {
  const before = changes.page && (await findListing(project.id, changes.id));
  const outcome = await updateListing(project.accountId, project.id, { ...changes, now }, by);
  if (!outcome) throw unknown();
  if (outcome.row) {
    const { platform, app_id } = outcome.row;
    if (platform === "IOS" && before && before.app_id !== app_id) await logSharedListing(project.id, app_id);
    return { store_listing: present(outcome.row) };
  }
  const other = "This page is for the other platform. Add a new store listing for it.";
  throw new Refusal("invalid_request", other, { fields: { url: other } });
}

const problems = {
  unknown: { code: "not_found", text: "has no public page of this app. Check the URL." },
  unreachable: { code: "remote_unavailable", text: "can't be reached right now. Try again later." },
  unreadable: { code: "remote_unavailable", text: "sent a response that Cairn can't read." },
} as const;

/** Reads the app's name, icon and rating from the store. */
export async function readListing(
  project: Owner,
  id: string,
  by: Actor,
  { now, fetch }: { now: Date; fetch?: FetchStorePage },
) {
  const listing = await findListing(project.id, id);
  if (!listing) throw unknown();
  const app = await readStorePage({ platform: listing.platform, appId: listing.app_id }, fetch);
  if (typeof app === "string") {
    const { code, text } = problems[app];
    throw new Refusal(code, `${listing.platform === "IOS" ? "The App Store" : "Google Play"} ${text}`);
  }
  const row = await saveStoreApp(project.accountId, project.id, { id, appId: listing.app_id }, app, now, by);
  if (!row) throw unknown();
  return { store_listing: present(row) };
}
