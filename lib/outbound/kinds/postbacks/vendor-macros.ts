/**
 * Placeholders of other attribution services in postback URLs. Cairn stores its own macros instead, so that a template
 * from another service can be pasted. Pure.
 */
import { macros } from "@/lib/outbound/kinds/postbacks/macros";

/** By the placeholder, with underscores instead of hyphens. Each vendor's documentation names them. */
const ours: Readonly<Record<string, string>> = {
  // Adjust: {gps_adid}, {adid}, {campaign_name}, {created_at} …
  gps_adid: "gaid",
  adid: "install_id",
  campaign_name: "campaign",
  adgroup_name: "ad_set",
  creative_name: "creative",
  created_at: "timestamp",
  installed_at: "timestamp",
  revenue_float: "revenue",
  reporting_revenue: "revenue",
  country: "ip_country",
  os_name: "platform",
  app_name: "app_id",
  bundle_id: "app_id",
  random_user_id: "install_id",
  rejection_reason: "reject_reason",
  publisher_parameter: "pub_id",
  ad_revenue_network: "ad_network",
  ad_revenue_placement: "ad_placement",
  ad_revenue_unit: "ad_unit",
  ad_impressions_count: "impressions",
  // AppsFlyer: (click-id), (advertising-id), (install-unix-ts), (monetary) …
  advertiserid: "gaid",
  android_advertising_id: "gaid",
  ios_ifa: "idfa",
  ios_idfa: "idfa",
  idfv_id: "idfv",
  appsflyer_id: "install_id",
  appsflyer_device_id: "install_id",
  country_code: "ip_country",
  geo: "ip_country",
  mapped_event_name: "event_name",
  monetary: "revenue",
  event_revenue: "revenue",
  event_revenue_currency: "currency",
  install_unix_ts: "timestamp",
  install_ts: "timestamp",
  event_time: "timestamp",
  click_ts: "click_time",
  click_unix_ts: "click_time",
  siteid: "pub_id",
  site_id: "pub_id",
  publisher_id: "pub_id",
  sub_param_1: "sub1",
  sub_param_2: "sub2",
  sub_param_3: "sub3",
  sub_param_4: "sub4",
  sub_param_5: "sub5",
};

/** Cairn's macro for a placeholder of any of them, or for its own name; null if it is unknown. */
export const macroOfVendor = (name: string): string | null => {
  const plain = name.toLowerCase().replaceAll("-", "_");
  if (Object.hasOwn(macros, plain)) return plain;
  return Object.hasOwn(ours, plain) ? (ours[plain] ?? null) : null;
};

/** A placeholder in parentheses is the whole value of a parameter or a part of the path. */
const inParentheses = /(?<=[=/])\(([A-Za-z][A-Za-z0-9_-]*)\)(?=[&/?]|$)/g;
const inBraces = /\{([A-Za-z][A-Za-z0-9_-]*)\}/g;

const replacedInBraces = (template: string) =>
  template.replaceAll(inBraces, (whole, name: string) => {
    const known = macroOfVendor(name);
    return known === null ? whole : `{${known}}`;
  });

/** The template with Cairn's macros. An unknown placeholder stays, in braces, and is then reported as unknown. */
export const withOwnMacros = (template: string): string =>
  replacedInBraces(
    template.replaceAll(
      inParentheses,
      (_, name: string) => `{${macroOfVendor(name) ?? name.replaceAll("-", "_")}}`,
    ),
  );

/** JSON has parentheses in other meanings, so only placeholders in braces are replaced. */
export const withOwnMacrosInJson = (template: string): string => replacedInBraces(template);

/** All placeholders with Cairn's macro, for the documentation. */
export const vendorMacros: readonly (readonly [placeholder: string, own: string])[] = Object.entries(ours);

/** All accepted placeholders, for suggestions. */
export const knownMacros: readonly string[] = [...Object.keys(macros), ...Object.keys(ours)];
