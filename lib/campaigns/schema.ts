/** The campaigns in API responses, and the query of their list. */
import { z } from "zod";
import { pagination, timestamp } from "@/lib/base/fields";
import { limitParam, pageParam, rejectValue } from "@/lib/base/params";
import { campaignPurposes, defaultPurpose } from "@/lib/campaigns/purposes";

export const storeListing = z.object({
  store_listing_id: z.string(),
  name: z.string(),
  platform: z.enum(["IOS", "ANDROID"]),
});
export type StoreListingName = z.output<typeof storeListing>;

const badPurpose = `purpose must be one of ${campaignPurposes.join(", ")}!`;

const purposeText = {
  description:
    "Whom the campaign is for. Reports divide the spend of `retargeting` campaigns by re-engagements. That of `both` is " +
    `not split, and that of \`new_users\` is left out. New campaigns are for \`${defaultPurpose}\`.`,
  example: "retargeting",
};
export const campaignPurpose = z.enum(campaignPurposes, { error: badPurpose }).meta(purposeText);
/** In requests; null leaves the purpose as it is. */
export const sentPurpose = campaignPurpose.nullish().meta(purposeText);

/** Fields in the responses of both list and edit. */
export const editedCampaign = z.object({
  display_id: z.string(),
  name: z.string(),
  created_at: timestamp,
  update_at: timestamp,
  google: z.boolean(),
  meta: z.boolean(),
  meta_campaign_id: z.string().nullable(),
  meta_web_to_app: z.boolean(),
  active: z.boolean(),
  default_link: z.boolean(),
  attributed_users: z.number().int(),
  /** Only if the request contains it: the documented responses have no such field. */
  purpose: campaignPurpose.optional(),
});

export const listedCampaign = editedCampaign.extend({
  link: z.string(),
  shareable_link: z.string(),
  domain: z.string().nullable(),
  store_listings: z.array(storeListing),
});

export const campaignList = z.object({
  total_campaigns: z.number().int(),
  campaigns: z.array(listedCampaign),
  pagination,
});

const filters = ["ACTIVE", "INACTIVE", "ALL"] as const;
type Filter = (typeof filters)[number];

export const anyPurpose = "any" as const;

export const listQuery = z.object({
  filter: z
    .string()
    .optional()
    .transform((value, context): Filter => {
      const filter = filters.find((name) => name === (value ?? "ALL").toUpperCase());
      return filter ?? rejectValue(context, "Invalid request parameters.");
    })
    .meta({
      description: "Only active campaigns, or only inactive ones. Case doesn't matter.",
      enum: [...filters],
      usual: "ALL",
    }),
  channel: z
    .string()
    .transform((value, context) => {
      // No affiliate's name contains a NUL, and Postgres would reject it.
      if (value.includes("\u0000"))
        return rejectValue(context, `Invalid channel '${value}'. Channel not found.`, {
          code: "channel_unknown",
        });
      return value.trim() || undefined;
    })
    .optional()
    .meta({
      description: "An ad network, or an affiliate's name with underscores for spaces. Case doesn't matter.",
    }),
  domain: z.string().optional().meta({ description: "Only campaigns on this domain." }),
  link: z.string().optional().meta({ description: "Only the campaign behind this link." }),
  purpose: z
    .string()
    .optional()
    .transform((value, context) => {
      const named = value?.trim().toLowerCase();
      if (!named) return undefined;
      const purpose = [...campaignPurposes, anyPurpose].find((one) => one === named);
      return purpose ?? rejectValue(context, "Invalid request parameters.");
    })
    .meta({
      description: "Only campaigns with this purpose. The campaigns then have the field `purpose`.",
      enum: [...campaignPurposes, anyPurpose],
    }),
  page: pageParam,
  limit: limitParam(100, 1000),
});

export type ListQuery = z.output<typeof listQuery>;

export const displayIdParam = z.object({
  display_id: z
    .string()
    .refine((id) => id.trim() !== "", "Campaign display ID is required!")
    .meta({ description: "Display ID of the campaign.", example: "summer-sale" }),
});
