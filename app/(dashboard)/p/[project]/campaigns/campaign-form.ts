import type { z } from "zod";
import type { FormOf } from "@/components/form";
import { badDisplayId, badLink, emptyName, noName, takenDisplayId } from "@/lib/campaigns/create/schema";
import { type Campaign, campaignChanges, type NewCampaign, newCampaign } from "@/lib/campaigns/table/schema";

type Values = z.input<typeof newCampaign>;
export type CampaignForm = FormOf<Values, NewCampaign>;

/** The form begins with nothing, with a campaign to change, or with one to make another like it. */
export type Draft = { campaign?: Campaign; copy?: boolean };

type Typed = { is_shortlink?: boolean | null | undefined; deeplink?: string | null | undefined };

function needsItsDeeplink({ is_shortlink, deeplink }: Typed, context: z.RefinementCtx) {
  if (is_shortlink !== false || deeplink) return;
  context.addIssue({
    code: "custom",
    path: ["deeplink"],
    message: "A campaign of this type leads to its deeplink.",
  });
}

const creating = newCampaign.superRefine(needsItsDeeplink);
// A change knows no display ID; everything else is written alike.
const changing = campaignChanges.superRefine(needsItsDeeplink) as unknown as typeof creating;

/** The interface's words name its fields; here they stand below them. */
const plain: Record<string, string> = {
  [noName]: "Give the campaign a name.",
  [emptyName]: "Give the campaign a name.",
  [badLink]: "Give a whole address, such as https://example.com/offers.",
  [badDisplayId]: "Letters, digits, hyphens and underscores, at most 64.",
  [takenDisplayId]: "Another campaign has this id.",
};

export const inPlainWords = (message: string): string => plain[message] ?? message;

export const schemaOf = ({ campaign, copy }: Draft): z.ZodType<NewCampaign, Values> =>
  campaign && !copy ? changing : creating;

const mostName = 255;
const copied = (name: string) => `${name.slice(0, mostName - " (Copy)".length)} (Copy)`;

export function valuesOf({ campaign, copy }: Draft): Values {
  return {
    name: campaign ? (copy ? copied(campaign.name) : campaign.name) : "",
    is_shortlink: campaign?.is_shortlink ?? true,
    domain: campaign?.own_domain ?? null,
    custom_display_id: null,
    deeplink: campaign?.deeplink ?? "",
    open_in_app: campaign?.open_in_app ?? false,
    link_for_desktop_users: campaign?.link_for_desktop_users ?? "",
    ios_web_redirect: campaign?.ios_web_redirect ?? "",
    android_web_redirect: campaign?.android_web_redirect ?? "",
    store_listing_ids: campaign?.store_listings.map((listing) => listing.store_listing_id) ?? [],
    network: campaign?.network ?? null,
    // The ad network's own campaign belongs to one of ours.
    network_campaign_id: copy ? "" : (campaign?.network_campaign_id ?? ""),
    network_account_id: campaign?.network_account_id ?? null,
    web_to_app: campaign?.web_to_app ?? false,
    affiliate_id: campaign?.affiliate?.id ?? null,
    social_title: campaign?.social_title ?? "",
    social_text: campaign?.social_text ?? "",
    social_image: campaign?.social_image ?? "",
    ended_links: campaign?.ended_links ?? null,
  };
}
