/** Campaigns in the dashboard, with every setting. */

import { z } from "zod";
import {
  clearableText,
  noChangesText,
  pagination,
  requireChange,
  timestamp,
  versionSeen,
} from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { limitParam, pageParam } from "@/lib/base/params";
import { isWebAddress } from "@/lib/base/web/web-address";
import {
  campaignDestinations,
  campaignNameInput,
  createBody,
  emptyNameText,
  storeListingIds,
} from "@/lib/campaigns/create-schema";
import { linkRules } from "@/lib/campaigns/link-rules/schema";
import { networkName } from "@/lib/campaigns/network-name";
import { noNetworkValue } from "@/lib/campaigns/networks";
import { campaignPurpose, storeListing } from "@/lib/campaigns/schema";
import { type CampaignState, campaignStates } from "@/lib/campaigns/table/names";
import { maxReturnDays, minReturnDays, returnDays } from "@/lib/ledger/return-days";
import { endedLinks } from "@/lib/projects/ended-links";

const states = Object.keys(campaignStates) as [CampaignState, ...CampaignState[]];

export const campaign = z.object({
  id: z.number().int(),
  display_id: z.string(),
  name: z.string(),
  active: z.boolean(),
  default_link: z.boolean(),
  is_shortlink: z.boolean(),
  link: z.string(),
  shareable_link: z.string(),
  /** Its own domain, else the project's primary one. */
  domain: z.string().nullable(),
  own_domain: z.string().nullable(),
  deeplink: z.string().nullable(),
  link_for_desktop_users: z.string().nullable(),
  android_web_redirect: z.string().nullable(),
  ios_web_redirect: z.string().nullable(),
  store_listings: z.array(storeListing),
  network: z.string().nullable(),
  network_campaign_id: z.string().nullable(),
  network_account_id: z.number().int().nullable(),
  web_to_app: z.boolean(),
  /** The parameters to append to the link in the ad platform. */
  url_parameters: z.string(),
  affiliate: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  open_in_app: z.boolean(),
  social_title: z.string().nullable(),
  social_text: z.string().nullable(),
  social_image: z.string().nullable(),
  /** The destination of its links once it has ended; null means the project's setting. */
  ended_links: z.string().nullable(),
  link_rules: linkRules,
  starts_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  click_limit: z.number().int().nullable(),
  /** The days after a return in which events and payments count for the campaign; null for the default. */
  reengagement_days: z.number().int().nullable(),
  purpose: campaignPurpose,
  /** Whether its links redirect now: a member chooses `active`; the other states follow from schedule and limit. */
  state: z.enum(states),
  tags: z.array(z.string()),
  attributed_users: z.number().int(),
  created_at: timestamp,
  update_at: timestamp,
});
export type Campaign = z.output<typeof campaign>;

export const oneCampaign = z.object({ campaign });
export type OneCampaign = z.output<typeof oneCampaign>;

export const campaignTable = z.object({
  campaigns: z.array(campaign),
  totals: z.object({
    campaigns: z.number().int(),
    active: z.number().int(),
    attributed_users: z.number().int(),
    /** Campaigns that match all filters except the status. */
    archived: z.number().int(),
  }),
  pagination,
});
export type CampaignTable = z.output<typeof campaignTable>;

/** The settings by which the list can be sorted. */
export const campaignSorts = ["created_at", "update_at", "name", "active", "attributed_users"] as const;

export const tableNarrowing = z.object({
  search: z.string().trim().max(200, t("Use at most 200 characters.")).optional(),
  status: z
    .enum([...states, "all", "any"], { error: `Status must be ${states.join(", ")}, all or any.` })
    .default("all")
    .meta({ description: "`all` leaves out archived campaigns, `any` lists them after all others." }),
  network: z
    .string()
    .transform((text, context) => (text === noNetworkValue ? text : networkName(text, context)))
    .meta({ description: `A network's code, or \`${noNetworkValue}\` for campaigns without one.` })
    .optional(),
  affiliate: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, t("affiliate must be the ID of an affiliate."))
    .transform(Number)
    .optional(),
  domain: z.string().optional(),
  tag: z.string().trim().max(40).optional(),
  purpose: campaignPurpose.optional(),
});
export type Narrowing = z.output<typeof tableNarrowing>;

export const tableFilter = tableNarrowing.extend({
  sort: z
    .enum(campaignSorts, {
      error: t("Sort must be one of {campaignSorts}.", { campaignSorts: campaignSorts.join(", ") }),
    })
    .default("created_at"),
  order: z
    .enum(["ascending", "descending"], { error: t("Order must be ascending or descending.") })
    .default("descending"),
});

export const campaignTableQuery = tableFilter.extend({ page: pageParam, limit: limitParam(50, 200) });

const id = (what: string) =>
  z
    .number({ error: t("Enter the ID of {what}.", { what }) })
    .int()
    .positive()
    .nullable()
    .optional();

const moment = (what: string) =>
  z.iso
    .datetime({ offset: true, error: `${what} must be a time such as 2026-05-01T09:00:00Z.` })
    .nullable()
    .optional();

export const maxTags = 20;

/** Spellings that differ only in case are one tag. */
export const campaignTags = z
  .array(
    z
      .string({ error: t("Tags must be text.") })
      .trim()
      .min(1, t("A tag can't be empty."))
      .max(40, t("A tag can have at most 40 characters."))
      .regex(/^[^,]*$/, t("A tag can't contain a comma.")),
    { error: t("Tags must be a list.") },
  )
  .max(maxTags, t("A campaign can have at most {maxTags} tags.", { maxTags }))
  .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()]);

const badWindow = t("The re-engagement window must be {minReturnDays} to {maxReturnDays} whole days.", {
  minReturnDays,
  maxReturnDays,
});

/**
 * Settings that create-campaign of the API does not have. An absent one keeps its value, or is not set in a new
 * campaign.
 */
export const more = {
  network: z
    .string({ error: t("Unknown ad network.") })
    .transform(networkName)
    .nullable()
    .optional(),
  network_campaign_id: clearableText("The network's campaign ID").optional(),
  network_account_id: id(t("a network account")),
  web_to_app: z.boolean({ error: t("web_to_app must be a boolean.") }).optional(),
  affiliate_id: id(t("an affiliate")),
  open_in_app: z.boolean({ error: t("open_in_app must be a boolean.") }).optional(),
  social_title: clearableText("The title", 200).optional(),
  social_text: clearableText("The text", 500).optional(),
  social_image: clearableText("The image", 2000)
    .refine((text) => text === null || isWebAddress(text), {
      error: t("Enter an image URL that starts with http:// or https://."),
    })
    .optional(),
  ended_links: endedLinks.nullable().optional(),
  /** Evaluated in this order; if no rule matches, the campaign's own destinations apply. */
  link_rules: linkRules.optional(),
  starts_at: moment("The start"),
  ends_at: moment("The end"),
  click_limit: z
    .number({ error: t("The click limit must be a whole number.") })
    .int("The click limit must be a whole number.")
    .min(1, t("The click limit must be at least 1."))
    .max(1_000_000_000, t("The click limit must be at most 1,000,000,000."))
    .nullable()
    .optional(),
  reengagement_days: z
    .number({ error: badWindow })
    .int(badWindow)
    .min(minReturnDays, badWindow)
    .max(maxReturnDays, badWindow)
    .nullable()
    .optional()
    .meta({
      description: `The days after a re-engagement or reinstall in which events and payments count for the campaign. Null for ${returnDays} days. A change applies to later returns.`,
    }),
  purpose: campaignPurpose.optional(),
  tags: campaignTags.optional(),
};

export const newCampaign = createBody.extend({
  ...more,
  active: z.boolean({ error: t("active must be a boolean.") }).optional(),
});

export type NewCampaign = z.output<typeof newCampaign>;

/** The settings that several campaigns can share. */
export const sharedChanges = {
  is_shortlink: z.boolean({ error: t("is_shortlink must be a boolean!") }).optional(),
  ...campaignDestinations,
  domain: z
    .string({ error: t("Domain not found in project") })
    .trim()
    .nullable()
    .optional(),
  store_listing_ids: storeListingIds.optional(),
  ...more,
};

export const campaignChanges = z
  .object({
    name: campaignNameInput(emptyNameText).optional(),
    active: z.boolean({ error: t("Active field must be a boolean!") }).optional(),
    ...sharedChanges,
    seen: versionSeen,
  })
  .refine(({ seen: _, ...changes }) => requireChange(changes), noChangesText);

export type CampaignChanges = z.output<typeof campaignChanges>;

export const tagList = z.object({
  tags: z.array(z.object({ tag: z.string(), campaigns: z.number().int() })),
});

export const displayIdAvailability = z.object({ available: z.boolean(), reason: z.string().nullable() });
