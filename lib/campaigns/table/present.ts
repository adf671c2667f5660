import { networkOfCode, urlParameters } from "@/lib/campaigns/networks";
import { linksOfRow } from "@/lib/campaigns/present";
import type { CampaignDetailRow } from "@/lib/campaigns/table/queries";
import type { Campaign } from "@/lib/campaigns/table/schema";

export function presentCampaign(row: CampaignDetailRow): Campaign {
  const { link, shareable } = linksOfRow(row);
  const network = row.network === null ? null : networkOfCode(row.network);
  return {
    id: row.id,
    display_id: row.display_id,
    name: row.name,
    active: row.active,
    default_link: row.is_default,
    is_shortlink: row.is_shortlink,
    link,
    shareable_link: shareable,
    domain: row.host,
    own_domain: row.own_host,
    deeplink: row.deeplink,
    link_for_desktop_users: row.website,
    android_web_redirect: row.android_web_redirect,
    ios_web_redirect: row.ios_web_redirect,
    store_listings: row.store_listings,
    network: row.network,
    network_campaign_id: row.network_campaign_id,
    network_account_id: row.network_account_id,
    web_to_app: row.web_to_app,
    url_parameters: network ? urlParameters(network) : (row.network_parameters ?? ""),
    affiliate: row.affiliate,
    open_in_app: row.open_in_app,
    social_title: row.social_title,
    social_text: row.social_text,
    social_image: row.social_image,
    ended_links: row.ended_links,
    link_rules: row.link_rules,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    click_limit: row.click_limit,
    reengagement_days: row.reengagement_days,
    purpose: row.purpose,
    state: row.state,
    tags: row.tags,
    attributed_users: row.attributed_users,
    created_at: row.created_at.toISOString(),
    update_at: row.updated_at.toISOString(),
  };
}
