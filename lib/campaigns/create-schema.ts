/** The request and response of create-campaign. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { isDestination, isWebAddress } from "@/lib/base/web/web-address";
import { displayIdForm } from "@/lib/campaigns/rules";
import { campaignPurpose, sentPurpose, storeListing } from "@/lib/campaigns/schema";

const maxName = 255;

export const noNameText = t("Campaign name is required!");
export const emptyNameText = t("Campaign name cannot be empty!");

export const campaignNameInput = (missing: string) =>
  z
    .string({ error: missing })
    .refine((value) => value.trim() !== "", missing)
    .max(maxName, `Campaign name must be at most ${maxName} characters long!`)
    .meta({ description: "Display name.", example: "Summer sale" });

export const badLinkText = t("Not a valid link!");

/** Blank and null both remove the link. */
const link = (accepts: (text: string) => boolean) =>
  z
    .string({ error: badLinkText })
    .nullable()
    // Spaces around a link are a typing error; line breaks are never part of one.
    .transform((text) => text?.replace(/^ +| +$/g, "") || null)
    .refine((text) => text === null || accepts(text), badLinkText)
    .optional();

export const campaignDestinations = {
  deeplink: link(isDestination).meta({
    description: "Where app users are sent: a web URL or an app's own scheme.",
  }),
  link_for_desktop_users: link(isWebAddress).meta({ description: "Where desktop users are sent." }),
  android_web_redirect: link(isWebAddress).meta({ description: "Overrides the store listing on Android." }),
  ios_web_redirect: link(isWebAddress).meta({ description: "Overrides the store listing on iOS." }),
};

export const badDisplayIdText = t(
  "custom_display_id must be 1 to 64 characters long, of letters, digits, hyphens and underscores!",
);
export const displayIdTakenText = t("A campaign with this display ID already exists!");
const badListings = t("store_listing_ids must be an array of non-empty strings!");

export const storeListingIds = z
  .array(z.unknown(), { error: badListings })
  .refine((ids) => ids.every((id) => typeof id === "string" && id.trim() !== ""), badListings)
  .transform((ids) => [...new Set(ids as string[])]);

export const createBody = z.object({
  name: campaignNameInput(noNameText),
  ...campaignDestinations,
  custom_display_id: z
    .string({ error: badDisplayIdText })
    .regex(displayIdForm, badDisplayIdText)
    .nullish()
    .meta({ description: "Your own ID for links, unique in the account. Random if left out." }),
  is_shortlink: z
    .boolean({ error: "is_shortlink must be a boolean!" })
    .nullish()
    .meta({ description: "True for a short link. Campaigns without a `deeplink` always get one." }),
  domain: z
    .string({ error: "Domain not found in project" })
    .trim()
    .nullish()
    .transform((host) => host || null)
    .meta({ description: "One of the project's domains; its primary domain by default." }),
  store_listing_ids: storeListingIds
    .nullish()
    .transform((ids) => ids ?? [])
    .meta({ description: "IDs of store listings, at most one per platform." }),
  purpose: sentPurpose,
});

export type CreateBody = z.output<typeof createBody>;

export const createdCampaign = z.object({
  id: z.number().int(),
  name: z.string(),
  link: z.string(),
  website: z.string().nullable(),
  display_id: z.string(),
  created_at: timestamp,
  android_web_redirect: z.string().nullable(),
  ios_web_redirect: z.string().nullable(),
  domain: z.string().nullable(),
  store_listings: z.array(storeListing),
  /** Only if the request contains it. */
  purpose: campaignPurpose.optional(),
});
