import { z } from "zod";
import { clearableText, noChangesText, requireChange, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { readStoreUrl } from "@/lib/campaigns/store-url";

/** The address is parsed into its store page. */
const storePage = requiredLine(t("Store address"), 2000).transform((text, context) => {
  const page = readStoreUrl(text);
  if (!("problem" in page)) return page;
  context.addIssue({ code: "custom", message: page.problem });
  return z.NEVER;
});

/** If blank or absent: the store's name, and the custom page if there is one. */
export const listingInput = z.object({
  name: clearableText("Name", 100)
    .optional()
    .transform((name) => name ?? null),
  url: storePage,
});

export const listingChanges = z
  .object({ name: requiredLine(t("Name")).optional(), url: storePage.optional() })
  .refine(requireChange, noChangesText);

const listing = z.object({
  store_listing_id: z.string(),
  name: z.string(),
  platform: z.enum(["IOS", "ANDROID"]),
  url: z.string(),
  /** Apple's numeric ID or the Android package name. */
  app_id: z.string(),
  /** The custom product page or custom store listing. */
  page_id: z.string().nullable(),
  /** The store's data about the app; null until it is read. */
  app: z
    .object({
      name: z.string(),
      rating: z.number().nullable(),
      ratings: z.number().int().nullable(),
      has_icon: z.boolean(),
      /** The number of screenshots. */
      pictures: z.number().int(),
      read_at: timestamp,
    })
    .nullable(),
  /** The number of campaigns that use it. */
  campaigns: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type StoreListing = z.output<typeof listing>;

export const listings = z.object({ store_listings: z.array(listing) });
export const oneListing = z.object({ store_listing: listing });
export const removedListing = z.object({ store_listing_id: z.string() });
