import type { z } from "zod";
import type { AttributedUserRow } from "@/lib/reporting/attributed-users/queries";
import type { attributedUser, deviceData } from "@/lib/reporting/attributed-users/schema";

type Campaign = { display_id: string; name: string };

const channels = ["GOOGLE", "META", "TIKTOK"] as const;

/** `link` is the campaign's own link, for an install that was reported without one. */
export function presentUser(
  row: AttributedUserRow,
  campaign: Campaign,
  link: string,
): z.output<typeof attributedUser> {
  const { user_id: id, details } = row;
  const readable = (name: "name" | "email" | "phone") =>
    row[name] ?? (typeof details[name] === "string" ? details[name] : null);
  return {
    attributed_at: row.attributed_at.toISOString(),
    // The API documents these three values. A client that parses them as an enumeration would fail on another.
    ad_channel: channels.find((channel) => channel === row.network) ?? null,
    campaign_display_id: campaign.display_id,
    campaign_name: campaign.name,
    link: row.link ?? (link || null),
    installed_at: row.installed_at?.toISOString() ?? null,
    store_click_at: row.clicked_at?.toISOString() ?? null,
    meta_ad_id: row.meta_ad_id ?? "",
    ad_creative_id: row.creative_id ?? "",
    ad_creative_name: row.creative_name ?? "",
    ad_set_id: row.ad_set_id ?? "",
    ad_set_name: row.ad_set_name ?? "",
    publisher_platform: row.publisher_platform,
    platform_position: row.platform_position,
    user_data: {
      ...details,
      ...(row.customer_created_at && { customer_created_at: row.customer_created_at.toISOString() }),
      ...(row.is_first_time !== null && { is_first_time_customer: row.is_first_time }),
      id,
      name: readable("name"),
      email: readable("email"),
      phone: readable("phone"),
      device_data: presentDevice(row.device_data ?? {}),
    },
  };
}

/** These fields are always present, even if the app did not send them. */
const texts = [
  "brand",
  "base_os",
  "version",
  "build_id",
  "bundle_id",
  "device_id",
  "android_id",
  "device_name",
  "device_type",
  "build_number",
  "connectivity",
  "manufacturer",
  "application_name",
] as const;

function presentDevice(sent: Record<string, unknown>): z.output<typeof deviceData> {
  const known = Object.fromEntries(texts.map((key) => [key, asText(sent[key])]));
  const level = Number(sent.api_level ?? 0);
  const documented = { ...known, api_level: Number.isFinite(level) ? level : 0 };
  return { ...sent, ...documented } as z.output<typeof deviceData>;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
