/** Named settings for new campaigns. Runs in the browser too. */
import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { type Campaign, newCampaign } from "@/lib/campaigns/table/schema";

/** Every setting that campaigns can share, without names, IDs and dates. */
export const templateSettings = newCampaign.omit({
  name: true,
  active: true,
  custom_display_id: true,
  network_campaign_id: true,
  starts_at: true,
  ends_at: true,
});
export type TemplateSettings = z.output<typeof templateSettings>;

export const templateSettingsOf = (campaign: Campaign): TemplateSettings => ({
  is_shortlink: campaign.is_shortlink,
  domain: campaign.own_domain,
  deeplink: campaign.deeplink,
  open_in_app: campaign.open_in_app,
  link_for_desktop_users: campaign.link_for_desktop_users,
  ios_web_redirect: campaign.ios_web_redirect,
  android_web_redirect: campaign.android_web_redirect,
  store_listing_ids: campaign.store_listings.map(({ store_listing_id: id }) => id),
  network: campaign.network,
  network_account_id: campaign.network_account_id,
  web_to_app: campaign.web_to_app,
  affiliate_id: campaign.affiliate?.id ?? null,
  social_title: campaign.social_title,
  social_text: campaign.social_text,
  social_image: campaign.social_image,
  ended_links: campaign.ended_links as TemplateSettings["ended_links"],
  link_rules: campaign.link_rules,
  click_limit: campaign.click_limit,
  reengagement_days: campaign.reengagement_days,
  purpose: campaign.purpose,
  tags: campaign.tags,
});

export const templateName = z.object({ name: requiredLine(t("Name")) });

export const templateInput = templateName.extend({
  campaign: z
    .number({ error: "Choose the campaign to save as a template." })
    .int()
    .positive()
    .meta({ description: "The ID of the campaign to save as a template." }),
  replace: z
    .boolean({ error: "replace must be a boolean." })
    .default(false)
    .meta({ description: "Whether to replace a template of the same name." }),
});
export type TemplateInput = z.output<typeof templateInput>;

/* ------------------------------------------------------------- answers -- */

const template = z.object({
  id: z.number().int(),
  name: z.string(),
  /** References that were removed from the project are left out. */
  settings: templateSettings,
  update_at: timestamp,
});
export type CampaignTemplate = z.output<typeof template>;

export const templateList = z.object({ templates: z.array(template) });
export const oneTemplate = z.object({ template });

export const templateNameTakenText = t("A template with this name already exists.");
export const tooManyTemplatesText = t("A project has at most 200 templates. Delete some first.");
