import type { z } from "zod";
import { campaignSettingLabel } from "@/app/(dashboard)/shell/campaign-settings";
import { endedLabel } from "@/app/(dashboard)/shell/ended-links";
import { plainText } from "@/app/(dashboard)/shell/use-conflicts";
import type { FormOf } from "@/components/fields/form";
import { exactTime } from "@/components/format";
import { t } from "@/lib/base/languages/texts";
import {
  badDisplayIdText,
  badLinkText,
  displayIdTakenText,
  emptyNameText,
  noNameText,
} from "@/lib/campaigns/create-schema";
import { destinationShares, visitorsOfRule } from "@/lib/campaigns/link-rules/labels";
import type { LinkRule } from "@/lib/campaigns/link-rules/schema";
import { networkLabel } from "@/lib/campaigns/networks";
import { type CampaignPurpose, defaultPurpose, purposeLabels } from "@/lib/campaigns/purposes";
import { type Campaign, campaignChanges, type NewCampaign, newCampaign } from "@/lib/campaigns/table/schema";
import { type CampaignTemplate, templateSettingsOf } from "@/lib/campaigns/templates/schema";

type Values = z.input<typeof newCampaign>;
export type CampaignForm = FormOf<Values, NewCampaign>;

/** The form starts empty, with a campaign to change, or with one to copy. */
export type CampaignDraft = { campaign?: Campaign; copy?: boolean; template?: CampaignTemplate | null };

type Typed = { is_shortlink?: boolean | null | undefined; deeplink?: string | null | undefined };

function needsItsDeeplink({ is_shortlink, deeplink }: Typed, context: z.RefinementCtx) {
  if (is_shortlink !== false || deeplink) return;
  context.addIssue({
    code: "custom",
    path: ["deeplink"],
    message: t("This type of campaign needs a deeplink."),
  });
}

const creating = newCampaign.superRefine(needsItsDeeplink);
// A change has no display ID; everything else has the same format.
const changing = campaignChanges.superRefine(needsItsDeeplink) as unknown as typeof creating;

/** The API's messages name its fields; these are the dashboard's versions. */
const plain: Record<string, string> = {
  [noNameText]: t("Enter a campaign name."),
  [emptyNameText]: t("Enter a campaign name."),
  [badLinkText]: t("Enter a full URL, such as https://example.com/offers."),
  [badDisplayIdText]: t("Use letters, digits, hyphens and underscores, up to 64."),
  [displayIdTakenText]: t("Another campaign already uses this ID."),
};

export const campaignErrorText = (message: string): string => plain[message] ?? message;

export const campaignFormSchema = ({ campaign, copy }: CampaignDraft): z.ZodType<NewCampaign, Values> =>
  campaign && !copy ? changing : creating;

const maxName = 255;
const copied = (name: string) => `${name.slice(0, maxName - " (Copy)".length)} (Copy)`;

export function campaignValues({ campaign, copy, template }: CampaignDraft): Values {
  const known = campaign ? templateSettingsOf(campaign) : template?.settings;
  return {
    name: campaign ? (copy ? copied(campaign.name) : campaign.name) : "",
    is_shortlink: known?.is_shortlink ?? true,
    domain: known?.domain ?? null,
    custom_display_id: null,
    deeplink: known?.deeplink ?? "",
    open_in_app: known?.open_in_app ?? false,
    link_for_desktop_users: known?.link_for_desktop_users ?? "",
    ios_web_redirect: known?.ios_web_redirect ?? "",
    android_web_redirect: known?.android_web_redirect ?? "",
    store_listing_ids: known?.store_listing_ids ?? [],
    network: known?.network ?? null,
    purpose: known?.purpose ?? defaultPurpose,
    // A campaign of the ad network belongs to one campaign only, so a copy has none.
    network_campaign_id: copy ? "" : (campaign?.network_campaign_id ?? ""),
    network_account_id: known?.network_account_id ?? null,
    web_to_app: known?.web_to_app ?? false,
    affiliate_id: known?.affiliate_id ?? null,
    social_title: known?.social_title ?? "",
    social_text: known?.social_text ?? "",
    social_image: known?.social_image ?? "",
    ended_links: known?.ended_links ?? null,
    link_rules: known?.link_rules ?? [],
    tags: known?.tags ?? [],
    starts_at: campaign?.starts_at ?? null,
    ends_at: campaign?.ends_at ?? null,
    click_limit: known?.click_limit ?? null,
    reengagement_days: known?.reengagement_days ?? null,
  };
}

/** The settings of a template, by the form's field names. */
export function templateSettingNames(template: CampaignTemplate): string[] {
  const values = campaignValues({ template });
  return (Object.keys(values) as CampaignSetting[])
    .filter((field) => isSettingFilled(field, values[field]) || (field === "is_shortlink" && !values[field]))
    .map(campaignSettingLabel);
}

export type CampaignSetting = keyof Values;

const untouched = campaignValues({});

/** True if a setting differs from a new campaign's empty value. */
export const isSettingFilled = (name: CampaignSetting, value: unknown) =>
  value != null && JSON.stringify(value) !== JSON.stringify(untouched[name]);

/** `everyone: A 50%, B 50%`, or the rule's destination. */
export const linkRuleText = (rule: LinkRule) =>
  `${visitorsOfRule(rule)}: ${rule.destinations.length > 1 ? destinationShares(rule) : (rule.destinations[0]?.url ?? t("the campaign's own destinations"))}`;

/** `listings`: the names of the project's store listings. */
export function campaignSettingText(
  field: string,
  value: unknown,
  listings: ReadonlyMap<string, string>,
): string {
  if (field === "is_shortlink") return value === false ? t("Deeplink") : t("Short link");
  if (field === "domain" && !value) return t("Primary domain");
  if (field === "ended_links") return value ? plainText(endedLabel(String(value))) : t("Project default");
  if (field === "purpose") return purposeLabels[value as CampaignPurpose];
  if (field === "network" && typeof value === "string") return networkLabel(value);
  if (field.endsWith("s_at") && typeof value === "string") return exactTime(new Date(value));
  if (field === "link_rules") return plainText((value as LinkRule[]).map(linkRuleText));
  if (Array.isArray(value)) return plainText(value.map((id) => listings.get(id) ?? id));
  return plainText(value);
}
