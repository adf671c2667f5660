/** Reads the parameters of a followed link. Pure. */

import { networkDefaults } from "@/lib/campaigns/network";
import { type Network, networks } from "@/lib/campaigns/networks";
import { notBrokenDownPublisher, unknownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { parseAdvertisingId } from "@/lib/traffic/links/device-ids";

/** Parameters that do not describe the ad: the campaign's own, and Cairn's additions. */
export const cairnParameters = {
  campaign: "c",
  test: "cairn_test",
  device: "cairn_device",
  from: "cairn_from",
  visit: "cairn_visit",
  web: "cairn_web",
  /** `server` if a network's server reported the click; a link cannot set it. */
  source: "cairn_source",
};
const own = new Set(Object.values(cairnParameters));

/** The format of visitor IDs from the script on a website. */
export const webIdForm = /^[A-Za-z0-9_-]{8,64}$/;

const maxParams = 100;
const maxName = 128;
const maxValue = 1024;

/** Postgres cannot store U+0000 or half a surrogate pair, and the length is limited. */
export function storableParam(text: string, max: number): string {
  const short = text.length > max ? text.slice(0, max) : text;
  const plain = short.includes("\u0000") ? short.replaceAll("\u0000", "") : short;
  return plain.isWellFormed() ? plain : plain.toWellFormed();
}

export const storableOrNull = (text: string | null, max: number) =>
  text === null || text === "" ? null : storableParam(text, max) || null;

export type Param = readonly [name: string, value: string];

/** The parameters to store: the first of each name, as sent. */
export function storedParamsOf(query: URLSearchParams): Param[] {
  const result: Param[] = [];
  const seen = new Set<string>();
  for (const [sentName, value] of query) {
    const name = storableParam(sentName, maxName);
    if (name === "" || own.has(name) || seen.has(name) || result.length >= maxParams) continue;
    seen.add(name);
    result.push([name, storableParam(value, maxValue)]);
  }
  return result;
}

/** A macro that the ad platform should have replaced, in the brackets of each platform. */
const macro = /^(\{\{.*\}\}|\{[^}]+\}|__[A-Z0-9_]+__|_[A-Z_]+_)$/;

export function isUnreplacedMacro(value: string): boolean {
  if (macro.test(value)) return true;
  if (!value.includes("%")) return false;
  try {
    return macro.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

/** The names that networks and link authors use for the same parameter, the default name first. */
export const adParameterNames = {
  adSetId: ["ad_set_id", "adset_id", "adgroup_id", "adgroupid", "ad_group_id"],
  adSetName: ["ad_set_name", "adset_name", "adgroup_name", "ad_group_name"],
  creativeId: ["ad_id", "creative_id", "ad_creative_id", "creative"],
  creativeName: ["ad_name", "creative_name", "ad_creative_name"],
  keywordId: ["keyword_id", "target_id", "targetid"],
  keywordName: ["keyword", "keyword_name", "utm_term"],
  publisherId: ["publisher_id", "pub_id", "site_id", "siteid", "af_siteid"],
} as const;
export type AdField = keyof typeof adParameterNames;
const adFields = Object.entries(adParameterNames) as [AdField, readonly string[]][];

export const advertisingIds = ["gaid", "idfa", "advertising_id", "google_advertising_id", "aaid", "ifa"];

export type AdParameters = Record<AdField, string | null>;
export type ReadParams = { ad: AdParameters; advertisingId: string | null; warnings: string[] };

const noAd: AdParameters = {
  adSetId: null,
  adSetName: null,
  creativeId: null,
  creativeName: null,
  keywordId: null,
  keywordName: null,
  publisherId: null,
};
const nothing: ReadParams = { ad: noAd, advertisingId: null, warnings: [] };

const maxWarnings = 20;
const maxId = 128;

/** Reports count by ID. An ad with only a name in the link, such as `keyword=`, is counted by its name. */
const named = [
  ["adSetId", "adSetName"],
  ["creativeId", "creativeName"],
  ["keywordId", "keywordName"],
] as const;

/** Returns the IDs and names of the ad, and their problems. An unreplaced macro is not an ID. */
export function readParams(params: readonly Param[]): ReadParams {
  if (params.length === 0) return nothing;
  const values = new Map<string, string>();
  const warnings: string[] = [];
  for (const [sent, value] of params) {
    if (value === "") continue;
    const name = sent.toLowerCase();
    if (isUnreplacedMacro(value)) {
      if (warnings.length < maxWarnings) warnings.push(`macro_unreplaced:${name}`);
    } else if (!values.has(name)) values.set(name, value);
  }
  const ad = { ...noAd };
  for (const [field, names] of adFields) {
    for (const name of names) {
      const value = values.get(name);
      if (value !== undefined) {
        ad[field] = value.slice(0, field.endsWith("Id") ? maxId : 256).toWellFormed();
        break;
      }
    }
  }
  if (ad.publisherId !== null) ad.publisherId = publisherOf(ad.publisherId);
  for (const [id, name] of named) ad[id] ??= ad[name]?.slice(0, maxId).toWellFormed() ?? null;
  return { ad, advertisingId: advertisingIdIn(values), warnings };
}

/** Values that reports and filters use for something else, and macros that a network filled with nothing. */
const notPublishers: readonly string[] = [notBrokenDownPublisher, unknownPublisher, "null", "undefined"];

/** A custom network may have its own parameter for the publisher. */
export function publisherOfClick(
  network: string | null,
  params: readonly Param[],
  { customPublishers }: { customPublishers?: CustomPublishers | null },
  read: string | null,
): string | null {
  const parameter = network === null ? undefined : customPublishers?.[network]?.toLowerCase();
  if (parameter === undefined) return read;
  const value = params.find(([name]) => name.toLowerCase() === parameter)?.[1] ?? "";
  return value === "" || isUnreplacedMacro(value) ? read : publisherOf(value);
}

const publisherOf = (value: string): string | null => {
  const id = value.trim().slice(0, maxId).toWellFormed();
  return id === "" || notPublishers.includes(id) ? null : id;
};

/** In lower case. */
function advertisingIdIn(values: Map<string, string>): string | null {
  for (const name of advertisingIds) {
    const id = parseAdvertisingId(values.get(name) ?? "");
    if (id !== null) return id;
  }
  return null;
}

/** The placement of an ad, from the parameters that Cairn offers for the ad platform. */
export type Placement = {
  adId: string | null;
  publisherPlatform: string | null;
  platformPosition: string | null;
};

export const placementNames = {
  publisherPlatform: ["publisher_platform", "site_source_name"],
  platformPosition: ["platform_position", "placement"],
} as const;

export function adPlacementOf(params: readonly Param[]): Placement {
  const values = new Map<string, string>();
  for (const [sent, value] of params) {
    const name = sent.toLowerCase();
    if (value !== "" && !isUnreplacedMacro(value) && !values.has(name)) values.set(name, value.slice(0, 256));
  }
  const first = (...names: string[]) =>
    names.map((name) => values.get(name)?.toWellFormed()).find((value) => value !== undefined) ?? null;
  return {
    adId: first("ad_id"),
    publisherPlatform: first(...placementNames.publisherPlatform),
    platformPosition: first(...placementNames.platformPosition),
  };
}

const byClickId = new Map(
  networks.flatMap((network) => network.clickIds.map((name) => [name.toLowerCase(), network] as const)),
);
const byUtmSource = new Map(
  networks.flatMap((network) => network.utmSources.map((name) => [name, network] as const)),
);
const byReferrer = new Map(
  networks.flatMap((network) => network.referrers.map((host) => [host, network] as const)),
);

/**
 * Finds the network by the campaign's own setting, else by a click ID, else by `utm_source`, else by the referring
 * host.
 */
export function adNetworkOf(
  campaignNetwork: string | null,
  params: readonly Param[],
  referrerHost: string,
  custom: readonly CustomClick[] = [],
): string | null {
  if (campaignNetwork !== null) return campaignNetwork;
  let source: Network | undefined;
  for (const [sent, value] of params) {
    if (value === "") continue;
    const name = sent.toLowerCase();
    const network = byClickId.get(name);
    if (network && !isUnreplacedMacro(value)) return network.code;
    if (name === "utm_source") source ??= byUtmSource.get(value.toLowerCase());
  }
  const ofCustom = custom.length === 0 ? null : customNetworkIn(params, custom);
  return ofCustom ?? (source ?? networkOfHost(referrerHost))?.code ?? null;
}

/** The custom network whose click ID is in the link. */
const customNetworkIn = (params: readonly Param[], custom: readonly CustomClick[]): string | null =>
  custom.find(({ parameter }) =>
    params.some(
      ([name, value]) => value !== "" && name.toLowerCase() === parameter && !isUnreplacedMacro(value),
    ),
  )?.network ?? null;

/** A custom network, and the link parameter that only this network appends, in lower case. */
export type CustomClick = { network: string; parameter: string };

/** The parameters of custom networks with the publisher, by network. */
export type CustomPublishers = Readonly<Record<string, string>>;

/** A click from a network, with the network's campaign ID if known. */
export type NetworkClick = { network: string; campaignId: string | null };

/** Finds the network by the click ID that it appended. */
export function networkClickIn(
  params: readonly Param[],
  custom: readonly CustomClick[] = [],
): NetworkClick | null {
  const values = new Map<string, string>();
  for (const [sent, value] of params) {
    const name = sent.toLowerCase();
    if (value !== "" && !isUnreplacedMacro(value) && !values.has(name)) values.set(name, value);
  }
  const builtIn = networks.find(({ clickIds }) => clickIds.some((name) => values.has(name)));
  const network = builtIn?.code ?? custom.find(({ parameter }) => values.has(parameter))?.network;
  if (network === undefined) return null;
  const named = (builtIn ?? networkDefaults).campaignIds.find((name) => values.has(name));
  return {
    network,
    campaignId: named === undefined ? null : values.get(named)!.slice(0, 128).toWellFormed(),
  };
}

function networkOfHost(host: string): Network | undefined {
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const network = byReferrer.get(rest);
    if (network) return network;
  }
  return undefined;
}

/** The host of the page with the link; apps use `android-app://com.example`. */
export function referrerHostOf(referrer: string | null): string {
  if (!referrer || !URL.canParse(referrer)) return "";
  const url = new URL(referrer);
  return url.protocol === "http:" || url.protocol === "https:" ? url.hostname : "";
}
