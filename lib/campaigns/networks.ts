/**
 * The ad networks, one entry each, with all of their differences. Click detection, filters, report flags, pickers and
 * the parameters for ad platforms use this table.
 */

import { inAppNetworks } from "@/lib/campaigns/in-app-networks";
import { adParameters, defaultCounts, type Network, networkDefaults } from "@/lib/campaigns/network";

export type { Network };

export const networks: readonly Network[] = [
  {
    ...networkDefaults,
    code: "GOOGLE",
    label: "Google Ads",
    alsoNamed: ["google_ads", "adwords"],
    flag: "google",
    flagsWebToApp: true,
    clickIds: ["gclid", "gbraid", "wbraid", "gad_campaignid"],
    campaignIds: ["gad_campaignid", "campaignid", "campaign_id", "utm_id"],
    utmSources: ["google", "googleads", "adwords", "youtube"],
    referrers: ["googleadservices.com", "googlesyndication.com", "doubleclick.net", "youtube.com"],
    macros: {
      campaign_id: "{campaignid}",
      ad_set_id: "{adgroupid}",
      ad_id: "{creative}",
      keyword_id: "{targetid}",
      keyword: "{keyword}",
      placement: "{placement}",
    },
    tcfVendor: 755,
    clickDays: 30,
    counts: { clickDays: 30, viewDays: 1 },
  },
  {
    ...networkDefaults,
    code: "META",
    label: "Meta",
    alsoNamed: ["facebook", "instagram"],
    flag: "meta",
    flagsWebToApp: true,
    clickIds: ["fbclid"],
    utmSources: [
      "facebook",
      "fb",
      "instagram",
      "ig",
      "meta",
      "messenger",
      "apps.facebook.com",
      "apps.instagram.com",
    ],
    referrers: ["facebook.com", "instagram.com", "fb.com", "fb.me", "messenger.com", "threads.net"],
    macros: {
      campaign_id: "{{campaign.id}}",
      campaign_name: "{{campaign.name}}",
      ad_set_id: "{{adset.id}}",
      ad_set_name: "{{adset.name}}",
      ad_id: "{{ad.id}}",
      ad_name: "{{ad.name}}",
      placement: "{{placement}}",
      publisher_platform: "{{site_source_name}}",
    },
    clickDays: 30,
  },
  {
    ...networkDefaults,
    code: "TIKTOK",
    label: "TikTok",
    flag: "tiktok",
    clickIds: ["ttclid"],
    utmSources: ["tiktok", "tiktokads"],
    referrers: ["tiktok.com"],
    macros: {
      campaign_id: "__CAMPAIGN_ID__",
      campaign_name: "__CAMPAIGN_NAME__",
      ad_set_id: "__AID__",
      ad_set_name: "__AID_NAME__",
      ad_id: "__CID__",
      ad_name: "__CID_NAME__",
      placement: "__PLACEMENT__",
      clickid: "__CALLBACK_PARAM__",
      gaid: "__GAID__",
      idfa: "__IDFA__",
    },
  },
  {
    ...networkDefaults,
    code: "APPLE_SEARCH_ADS",
    label: "Apple Ads",
    alsoNamed: ["apple", "apple_ads", "asa"],
    // Its ads have no links, and `apple` alone also means other Apple sources.
    utmSources: ["apple_search_ads"],
    counts: { clickDays: 30, viewDays: 1 },
  },
  {
    ...networkDefaults,
    code: "SNAPCHAT",
    label: "Snapchat",
    alsoNamed: ["snap"],
    flag: "snapchat",
    clickIds: ["sccid"],
    utmSources: ["snapchat", "snap"],
    referrers: ["snapchat.com"],
    counts: { clickDays: 28, viewDays: 1 },
    macros: {
      campaign_id: "{{campaign.id}}",
      campaign_name: "{{campaign.name}}",
      ad_set_id: "{{adSet.id}}",
      ad_set_name: "{{adSet.name}}",
      ad_id: "{{ad.id}}",
      ad_name: "{{creative.name}}",
      publisher_platform: "{{site_source_name}}",
    },
  },
  {
    ...networkDefaults,
    code: "LINKEDIN",
    label: "LinkedIn",
    flag: "linkedin",
    tcfVendor: 804,
    clickIds: ["li_fat_id"],
    utmSources: ["linkedin"],
    referrers: ["linkedin.com", "lnkd.in"],
    counts: { clickDays: 30, viewDays: 7 },
    // LinkedIn's campaign group equals a campaign elsewhere, and its campaign an ad set.
    macros: {
      campaign_id: "{{CAMPAIGN_GROUP_ID}}",
      campaign_name: "{{CAMPAIGN_GROUP_NAME}}",
      ad_set_id: "{{CAMPAIGN_ID}}",
      ad_set_name: "{{CAMPAIGN_NAME}}",
      ad_id: "{{CREATIVE_ID}}",
    },
  },
  {
    ...networkDefaults,
    code: "MICROSOFT",
    label: "Microsoft Advertising",
    alsoNamed: ["bing", "microsoft_ads"],
    clickIds: ["msclkid"],
    utmSources: ["bing", "microsoft"],
    referrers: ["bing.com", "msn.com"],
    macros: { campaign_id: "{CampaignID}", ad_set_id: "{AdGroupID}", keyword_id: "{TargetId}" },
  },
  {
    ...networkDefaults,
    code: "X",
    label: "X",
    alsoNamed: ["twitter"],
    clickIds: ["twclid"],
    // People write single letters in tests, so `x` is not in the list.
    utmSources: ["twitter", "twitter_ads", "x_ads", "x.com"],
    referrers: ["x.com", "twitter.com", "t.co"],
  },
  {
    ...networkDefaults,
    code: "REDDIT",
    label: "Reddit",
    clickIds: ["rdt_cid"],
    utmSources: ["reddit"],
    referrers: ["reddit.com"],
    macros: { campaign_id: "{{CAMPAIGN_ID}}" },
  },
  {
    ...networkDefaults,
    code: "PINTEREST",
    label: "Pinterest",
    clickIds: ["epik"],
    utmSources: ["pinterest"],
    referrers: ["pinterest.com", "pin.it"],
    macros: { campaign_id: "{campaignid}", ad_set_id: "{adgroupid}", ad_id: "{adid}" },
  },
  ...inAppNetworks,
  { ...networkDefaults, code: "SANDBOX_ADS", label: "Sandbox Ads", utmSources: ["sandbox_ads"] },
];

/** Networks offered in pickers. Sandbox Ads is only for API tests, but existing uses are recognized. */
export const selectableNetworks: readonly Network[] = networks.filter(({ code }) => code !== "SANDBOX_ADS");

/** Normalizes `channel`, `network` and affiliates for comparison: case is ignored, and underscores equal spaces. */
export const normalizedNetworkName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

const byName = new Map(
  networks.flatMap((network) =>
    [network.code, ...network.alsoNamed].map((name) => [normalizedNetworkName(name), network] as const),
  ),
);

/** The value of a name in the `channel` filter; affiliates with the same value are one affiliate. */
export const spelledAsChannel = (name: string) => name.toLowerCase().replaceAll(" ", "_");

export const networkNamed = (name: string): Network | null => byName.get(normalizedNetworkName(name)) ?? null;

const byCode = new Map(networks.map((network) => [network.code, network]));

export const networkOfCode = (code: string): Network | null => byCode.get(code) ?? null;

/** A network's counting windows; the defaults if the network is unknown. */
export const networkCounts = (code: string | null): Network["counts"] =>
  (code === null ? null : networkOfCode(code))?.counts ?? defaultCounts;

/** The boolean fields of a report row for the network of its campaign. */
export const networkFlags = (code: string | null, webToApp: boolean): Record<string, boolean> =>
  Object.fromEntries(
    networks.flatMap((network) => {
      if (network.flag === null) return [];
      const isIt = network.code === code;
      const own: [string, boolean] = [network.flag, isIt];
      return network.flagsWebToApp ? [own, [`${network.flag}_web_to_app`, isIt && webToApp]] : [own];
    }),
  );

/** The form of a custom network's name. */
const customName = /^[\p{L}\p{N}](?: ?[\p{L}\p{N}.+&-]){0,38} ?[\p{L}\p{N}]$/u;

/** The code of a custom network is its name with underscores instead of spaces, so that any text can show the name. */
export function customCodeOf(name: string): string | null {
  const spaced = name.trim().replaceAll(/[\s_]+/g, " ");
  return spaced.length <= 40 && customName.test(spaced) ? spaced.replaceAll(" ", "_") : null;
}

/** The code for a network's name: of a built-in network, else of a custom one, which a project may not have. */
export const networkCodeOf = (name: string): string | null => networkNamed(name)?.code ?? customCodeOf(name);

/** Link parameters in which many networks send their click ID, so they do not identify a network. */
export const sharedClickParameters: readonly string[] = [
  "click_id",
  "clickid",
  "tid",
  "transaction_id",
  "aff_click_id",
];

/** The name of a network. */
export function networkLabel(code: string): string;
export function networkLabel(code: string | null): string | null;
export function networkLabel(code: string | null): string | null {
  return code === null ? null : (networkOfCode(code)?.label ?? code.replaceAll("_", " "));
}

/** The network value of campaigns without a network. */
export const noNetworkValue = "none";

/** The placeholder campaign for a network's clicks without a known campaign. */
export const unnamedCampaign = "unknown";
export const unnamedCampaignLabel = (code: string) => `${networkLabel(code)}, campaign unknown`;

/** The parameters to append to a campaign's link in the ad platform; empty if the network has no macros. */
export function urlParameters(network: Network): string {
  return adParameters
    .flatMap((name) => (network.macros[name] === undefined ? [] : [`${name}=${network.macros[name]}`]))
    .join("&");
}
