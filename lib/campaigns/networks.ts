/**
 * The ad networks, one entry each, with all of their differences. Click detection, filters, report flags, pickers and
 * the parameters for ad platforms use this table.
 */

/** Link parameters that may identify the clicked ad. */
const adParameters = [
  "campaign_id",
  "campaign_name",
  "ad_set_id",
  "ad_set_name",
  "ad_id",
  "ad_name",
  "keyword_id",
  "keyword",
  "placement",
  "publisher_platform",
  "clickid",
  "gaid",
  "idfa",
] as const;
type AdParameter = (typeof adParameters)[number];

export type Network = {
  code: string;
  label: string;
  /** Further spellings accepted in `channel` and `network`, besides the code. */
  alsoNamed: readonly string[];
  /** The boolean field of a report row that is true for the network's campaigns. */
  flag: string | null;
  /** The row has a second field, which is true for campaigns with a web page before the app. */
  flagsWebToApp: boolean;
  /** Parameters that only this network appends to links; compared case-insensitively. */
  clickIds: readonly string[];
  /** The parameters that may contain the network's campaign ID, the most reliable first. */
  campaignIds: readonly string[];
  utmSources: readonly string[];
  /** Referring hosts of the network's clicks, including all subdomains. */
  referrers: readonly string[];
  /** The macros that the network replaces with these values when an ad is clicked. */
  macros: Partial<Record<AdParameter, string>>;
  /** The default click lookback window, in days; a project may set another. */
  clickDays: number;
  /** The number of days after a click or a view in which the network itself counts an install by default. */
  counts: { clickDays: number; viewDays: number };
};

const defaultClickDays = 7;
const defaultCounts = { clickDays: 7, viewDays: 1 };

const plain = {
  alsoNamed: [],
  flag: null,
  flagsWebToApp: false,
  clickIds: [],
  campaignIds: ["campaign_id", "campaignid", "utm_id"],
  utmSources: [],
  referrers: [],
  macros: {},
  clickDays: defaultClickDays,
  counts: defaultCounts,
} as const;

export const networks: readonly Network[] = [
  {
    ...plain,
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
    clickDays: 30,
    counts: { clickDays: 30, viewDays: 1 },
  },
  {
    ...plain,
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
    ...plain,
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
    ...plain,
    code: "APPLE_SEARCH_ADS",
    label: "Apple Ads",
    alsoNamed: ["apple", "apple_ads", "asa"],
    // Its ads have no links, and `apple` alone also means other Apple sources.
    utmSources: ["apple_search_ads"],
    counts: { clickDays: 30, viewDays: 1 },
  },
  {
    ...plain,
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
    ...plain,
    code: "LINKEDIN",
    label: "LinkedIn",
    flag: "linkedin",
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
    ...plain,
    code: "MICROSOFT",
    label: "Microsoft Advertising",
    alsoNamed: ["bing", "microsoft_ads"],
    clickIds: ["msclkid"],
    utmSources: ["bing", "microsoft"],
    referrers: ["bing.com", "msn.com"],
    macros: { campaign_id: "{CampaignID}", ad_set_id: "{AdGroupID}", keyword_id: "{TargetId}" },
  },
  {
    ...plain,
    code: "X",
    label: "X",
    alsoNamed: ["twitter"],
    clickIds: ["twclid"],
    // People write single letters in tests, so `x` is not in the list.
    utmSources: ["twitter", "twitter_ads", "x_ads", "x.com"],
    referrers: ["x.com", "twitter.com", "t.co"],
  },
  {
    ...plain,
    code: "REDDIT",
    label: "Reddit",
    clickIds: ["rdt_cid"],
    utmSources: ["reddit"],
    referrers: ["reddit.com"],
    macros: { campaign_id: "{{CAMPAIGN_ID}}" },
  },
  {
    ...plain,
    code: "PINTEREST",
    label: "Pinterest",
    clickIds: ["epik"],
    utmSources: ["pinterest"],
    referrers: ["pinterest.com", "pin.it"],
    macros: { campaign_id: "{campaignid}", ad_set_id: "{adgroupid}", ad_id: "{adid}" },
  },
  { ...plain, code: "SANDBOX_ADS", label: "Sandbox Ads", utmSources: ["sandbox_ads"] },
];

/** Networks offered in pickers. Sandbox Ads is only for API tests, but existing uses are recognized. */
export const offeredNetworks: readonly Network[] = networks.filter(({ code }) => code !== "SANDBOX_ADS");

/** Normalizes `channel`, `network` and affiliates for comparison: case is ignored, and underscores equal spaces. */
const spelling = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

const byName = new Map(
  networks.flatMap((network) =>
    [network.code, ...network.alsoNamed].map((name) => [spelling(name), network] as const),
  ),
);

/** The value of a name in the `channel` filter; affiliates with the same value are one affiliate. */
export const spelledAsChannel = (name: string) => name.toLowerCase().replaceAll(" ", "_");

export const networkNamed = (name: string): Network | null => byName.get(spelling(name)) ?? null;

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

/** The name of a network; an unknown code is returned unchanged. */
export const networkLabel = (code: string | null) =>
  code === null ? null : (networkOfCode(code)?.label ?? code);

/** The network value of campaigns without a network. */
export const noNetwork = "none";

/** The placeholder campaign for a network's clicks without a known campaign. */
export const unnamedCampaign = "unknown";
export const unnamedCampaignLabel = ({ label }: Network) => `${label}, campaign unknown`;

/** The parameters to append to a campaign's link in the ad platform; empty if the network has no macros. */
export function urlParameters(network: Network): string {
  return adParameters
    .flatMap((name) => (network.macros[name] === undefined ? [] : [`${name}=${network.macros[name]}`]))
    .join("&");
}
