import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import {
  deleteListing,
  findListings,
  insertListing,
  type ListingRow,
  updateListing,
} from "@/lib/campaigns/store-listings/queries";
import { listingNameOf, type StorePage } from "@/lib/campaigns/store-url";

type Owner = Pick<Project, "id" | "accountId">;

export const newListingId = () => `sl_${randomBase62(20)}`;

const unknown = () => new Refusal(404, "Not found.");

const present = ({ id, ...row }: ListingRow) => ({
  store_listing_id: id,
  ...row,
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
  const listing = { id, name: name ?? listingNameOf(page), ...page, now };
  return { store_listing: present(await insertListing(project.accountId, project.id, listing, by)) };
}

export async function changeListing(
  project: Owner,
  changes: { id: string; name: string | null; page: StorePage | null },
  by: Actor,
  now: Date,
) {
  const outcome = await updateListing(project.accountId, project.id, { ...changes, now }, by);
  if (!outcome) throw unknown();
  if (outcome.row) return { store_listing: present(outcome.row) };
  const other = "This page is for the other platform. Add a new store listing for it.";
  throw new Refusal(400, other, { fields: { url: other } });
}

export async function removeListing(project: Owner, id: string, by: Actor) {
  const outcome = await deleteListing(project.accountId, project.id, id, by);
  if (!outcome) throw unknown();
  if (outcome.removed) return { store_listing_id: id };
  throw new Refusal(
    409,
    outcome.campaigns === 1
      ? "A campaign uses this store listing."
      : `${outcome.campaigns} campaigns use this store listing.`,
  );
}
