/** A campaign's settings have the same names in its form, in templates and in the audit log. */
const labels: Record<string, string> = {
  name: "Name",
  is_shortlink: "Type",
  domain: "Domain",
  deeplink: "Deeplink",
  open_in_app: "Open in app if installed",
  link_for_desktop_users: "Website",
  ios_web_redirect: "iPhone URL (overrides the App Store)",
  android_web_redirect: "Android URL (overrides Google Play)",
  store_listing_ids: "Store listings",
  ended_links: "Ended links",
  network: "Ad network",
  network_campaign_id: "Network campaign ID",
  network_account_id: "Ad account",
  web_to_app: "Web to app",
  affiliate_id: "Affiliate",
  social_title: "Title",
  social_text: "Text",
  link_rules: "Rules and A/B tests",
  tags: "Tags",
  starts_at: "Starts",
  ends_at: "Ends",
  click_limit: "Click limit",
  reengagement_days: "Re-engagement window (days)",
  social_image: "Image",
};

export const campaignSettingLabel = (field: string) => labels[field] ?? field;
