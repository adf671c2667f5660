import { t } from "@/lib/base/languages/texts";

/** A campaign's settings have the same names in its form, in templates and in the audit log. */
const labels: Record<string, string> = {
  name: t("Name"),
  is_shortlink: t("Type"),
  domain: t("Domain"),
  deeplink: t("Deeplink"),
  open_in_app: t("Open in app if installed"),
  link_for_desktop_users: t("Website"),
  ios_web_redirect: t("iPhone URL (overrides the App Store)"),
  android_web_redirect: t("Android URL (overrides Google Play)"),
  store_listing_ids: t("Store listings"),
  ended_links: t("Ended links"),
  network: t("Ad network"),
  network_campaign_id: t("Network campaign ID"),
  network_account_id: t("Ad account"),
  web_to_app: t("Web to app"),
  affiliate_id: t("Affiliate"),
  purpose: t("Purpose"),
  social_title: t("Title"),
  social_text: t("Text"),
  link_rules: t("Rules and A/B tests"),
  tags: t("Tags"),
  starts_at: t("Starts"),
  ends_at: t("Ends"),
  click_limit: t("Click limit"),
  reengagement_days: t("Re-engagement window (days)"),
  social_image: t("Image"),
};

export const campaignSettingLabel = (field: string) => labels[field] ?? field;
