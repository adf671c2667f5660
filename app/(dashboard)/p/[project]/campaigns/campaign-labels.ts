/** Settings have the same names here as in the form of a campaign. */

import { endedLabel } from "@/app/(dashboard)/ended-links";
import { plainText } from "@/app/(dashboard)/use-conflicts";
import { networkOfCode } from "@/lib/campaigns/networks";

const labels: Record<string, string> = {
  name: "Name",
  is_shortlink: "Type",
  domain: "Domain",
  deeplink: "Deeplink",
  open_in_app: "Open the app where it is installed",
  link_for_desktop_users: "Website",
  ios_web_redirect: "iPhone, instead of the store",
  android_web_redirect: "Android, instead of the store",
  store_listing_ids: "Store listings",
  ended_links: "Ended links",
  network: "Ad network",
  network_campaign_id: "Id at the network",
  network_account_id: "Ad account",
  web_to_app: "Web to app",
  affiliate_id: "Affiliate",
  social_title: "Title",
  social_text: "Text",
  social_image: "Image",
};

export const settingLabel = (field: string) => labels[field] ?? field;

/** `listings`: what the project's are called. */
export function settingText(field: string, value: unknown, listings: ReadonlyMap<string, string>): string {
  if (field === "is_shortlink") return value === false ? "Deeplink" : "Short link";
  if (field === "domain" && !value) return "The primary one";
  if (field === "ended_links") return value ? plainText(endedLabel(String(value))) : "As the project has it";
  if (field === "network" && typeof value === "string") return networkOfCode(value)?.label ?? value;
  if (Array.isArray(value)) return plainText(value.map((id) => listings.get(id) ?? id));
  return plainText(value);
}
