/** The description of an ad network, for the table of networks. */

/** Link parameters that may identify the clicked ad. */
export const adParameters = [
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
  "publisher_id",
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
  /** Its number in the vendor list of the TCF, in which users consent to each vendor; null if unknown. */
  tcfVendor: number | null;
  /** The default click lookback window, in days; a project may set another. */
  clickDays: number;
  /** The number of days after a click or a view in which the network itself counts an install by default. */
  counts: { clickDays: number; viewDays: number };
};

const defaultClickDays = 7;
export const defaultCounts = { clickDays: 7, viewDays: 1 };

/** The defaults of an entry. */
export const networkDefaults = {
  alsoNamed: [],
  flag: null,
  flagsWebToApp: false,
  clickIds: [],
  campaignIds: ["campaign_id", "campaignid", "utm_id"],
  utmSources: [],
  referrers: [],
  macros: {},
  tcfVendor: null,
  clickDays: defaultClickDays,
  counts: defaultCounts,
} as const;
