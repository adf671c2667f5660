import { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { findAppLinkHosts } from "@/lib/campaigns/app-links/queries";
import { campaignDestinations, storeListingIds } from "@/lib/campaigns/create-schema";
import { findStores } from "@/lib/campaigns/queries";
import type { VisitorPlatform } from "@/lib/platform/user-agent";
import { endedLinks, isEndedLinkName } from "@/lib/projects/ended-links";
import {
  type ClickDestination,
  destinationFor,
  destinationOfEnded,
  redirectReasons,
  refererPage,
  storeLinksOf,
} from "@/lib/traffic/links/rules";

export const destinationPreviewInput = z.object({
  ...campaignDestinations,
  open_in_app: z.boolean({ error: "open_in_app must be a boolean." }).default(false),
  store_listing_ids: storeListingIds.default([]),
  ended_links: endedLinks.nullable().default(null),
});

const index = z.object({
  url: z.string(),
  via: z.enum(redirectReasons),
});

const destination = z.discriminatedUnion("kind", [
  index.extend({ kind: z.literal("redirect") }),
  z.object({ kind: z.literal("open_app"), app: z.string().nullable(), otherwise: index.nullable() }),
  z.object({
    kind: z.literal("get_app"),
    stores: z.object({ ios: z.string().nullable(), android: z.string().nullable() }),
  }),
  z.object({ kind: z.literal("nowhere") }),
]);

export const destinationPreview = z.object({
  iphone: destination,
  iphone_in_app: destination,
  android: destination,
  android_in_app: destination,
  desktop: destination,
  /** The destinations once the campaign is inactive or deleted. */
  ended: z.object({ iphone: destination, android: destination, desktop: destination }),
});
export type DestinationPreview = z.output<typeof destinationPreview>;

/** The destinations of a campaign with these settings. */
export async function previewCampaign(
  project: Project,
  input: z.output<typeof destinationPreviewInput>,
): Promise<z.output<typeof destinationPreview>> {
  const [listings, hosts] = await Promise.all([findStores(project.id), findAppLinkHosts(project.id)]);
  const page = (url: string | null | undefined) => refererPage(url ?? null, new Set(hosts));
  const chosen = listings.filter((listing) => input.store_listing_ids.includes(listing.id));
  const stores = storeLinksOf(chosen, listings);
  const website = page(project.website);
  const campaign = {
    displayId: "",
    network: null,
    deeplink: input.deeplink ?? null,
    website: page(input.link_for_desktop_users),
    androidWebRedirect: page(input.android_web_redirect),
    iosWebRedirect: page(input.ios_web_redirect),
    openInApp: input.open_in_app,
  };
  const to = (platform: VisitorPlatform, inApp = false): ClickDestination =>
    destinationFor({ platform, inApp, page: true, params: [], clickId: null }, campaign, stores, website);
  const over = input.ended_links ?? project.endedLinks;
  const toEnded = isEndedLinkName(over) ? over : (page(over) ?? "page");
  const ended = (platform: VisitorPlatform): ClickDestination =>
    destinationOfEnded({ platform, page: true }, toEnded, storeLinksOf([], listings), website);
  return {
    iphone: to("IOS"),
    iphone_in_app: to("IOS", true),
    android: to("ANDROID"),
    android_in_app: to("ANDROID", true),
    desktop: to("DESKTOP"),
    ended: { iphone: ended("IOS"), android: ended("ANDROID"), desktop: ended("DESKTOP") },
  };
}
