import { z } from "zod";
import type { Project } from "@/lib/access/project";
import { destinations, storeListingIds } from "@/lib/campaigns/create/schema";
import { findStores } from "@/lib/campaigns/queries";
import { type Destination, destinationFor, type Platform, storesOf } from "@/lib/clicks/rules";

export const previewInput = z.object({
  ...destinations,
  open_in_app: z.boolean({ error: "open_in_app must be a boolean." }).default(false),
  store_listing_ids: storeListingIds.default([]),
});

const place = z.object({
  url: z.string(),
  via: z.enum(["redirect", "app_store", "play_store", "website", "project_website", "deeplink"]),
});

const destination = z.discriminatedUnion("kind", [
  place.extend({ kind: z.literal("redirect") }),
  z.object({ kind: z.literal("open_app"), app: z.string().nullable(), otherwise: place.nullable() }),
  z.object({ kind: z.literal("nowhere") }),
]);

export const preview = z.object({
  iphone: destination,
  iphone_in_app: destination,
  android: destination,
  android_in_app: destination,
  desktop: destination,
});

/** Where visitors of a campaign with these settings would go. */
export async function previewCampaign(
  project: Project,
  input: z.output<typeof previewInput>,
): Promise<z.output<typeof preview>> {
  const listings = await findStores(project.id);
  const chosen = listings.filter((listing) => input.store_listing_ids.includes(listing.id));
  const stores = storesOf(chosen, listings);
  const campaign = {
    displayId: "",
    network: null,
    deeplink: input.deeplink ?? null,
    website: input.link_for_desktop_users ?? null,
    androidWebRedirect: input.android_web_redirect ?? null,
    iosWebRedirect: input.ios_web_redirect ?? null,
    openInApp: input.open_in_app,
  };
  const to = (platform: Platform, inApp = false): Destination =>
    destinationFor({ platform, inApp, params: [], clickId: null }, campaign, stores, project.website);
  return {
    iphone: to("IOS"),
    iphone_in_app: to("IOS", true),
    android: to("ANDROID"),
    android_in_app: to("ANDROID", true),
    desktop: to("DESKTOP"),
  };
}
