/** Where a visitor of a tracked link goes. Pure; shown in the campaign's form too. */

import { isWebAddress } from "@/lib/base/web-address";
import type { Platform } from "@/lib/platform/user-agent";
import { withoutDeviceIds } from "@/lib/traffic/clicks/handed-on";

export type Visitor = {
  platform: Platform;
  /** Inside another app's own browser, which does not hand links over to apps. */
  inApp: boolean;
  /** The query of the followed link. */
  params: readonly (readonly [name: string, value: string])[];
  /** Handed to Google Play, which gives it to the app. Null when the click is none of a person. */
  clickId: string | null;
};

export type Destinations = {
  displayId: string;
  network: string | null;
  deeplink: string | null;
  website: string | null;
  androidWebRedirect: string | null;
  iosWebRedirect: string | null;
  openInApp: boolean;
};

/** The addresses of the pages in the stores: the campaign's listings, else the project's. */
export type Stores = { ios: string | null; android: string | null };

export const vias = [
  "redirect",
  "app_store",
  "play_store",
  "website",
  "project_website",
  "deeplink",
  "ended",
] as const;
export type Via = (typeof vias)[number];

export type Place = { url: string; via: Via };

export type Destination =
  | ({ kind: "redirect" } & Place)
  /** A page that tries to open the app, where its address is known, and leads on when it is not there. */
  | { kind: "open_app"; app: string | null; otherwise: Place | null }
  | { kind: "nowhere" };

/** The first place there is, in the order for the visitor's platform. Every target is one that a member entered. */
export function destinationFor(
  visitor: Visitor,
  campaign: Destinations,
  stores: Stores,
  projectWebsite: string | null,
): Destination {
  const place = firstOf(chainFor(visitor, campaign, stores, projectWebsite));
  const deeplink = campaign.deeplink === null ? null : withParameters(campaign.deeplink, visitor.params);
  const isPhone = visitor.platform !== "DESKTOP";
  if (deeplink !== null && isPhone && (campaign.openInApp || visitor.inApp)) {
    return { kind: "open_app", app: deeplink, otherwise: place };
  }
  // Browsers inside apps show a store's web page, where nothing can be installed; a tap leads out of them.
  if (place && isPhone && visitor.inApp && isStore(place)) {
    return { kind: "open_app", app: null, otherwise: place };
  }
  if (place) return { kind: "redirect", ...place };
  if (deeplink === null) return { kind: "nowhere" };
  // Only a page may open an app's scheme: a redirect to one fails without a word where the app is missing.
  if (isWeb(deeplink)) return { kind: "redirect", url: inHeader(deeplink), via: "deeplink" };
  return isPhone ? { kind: "open_app", app: deeplink, otherwise: null } : { kind: "nowhere" };
}

/** The places in question on the visitor's platform, the first one first. */
export function chainFor(
  visitor: Visitor,
  campaign: Destinations,
  stores: Stores,
  projectWebsite: string | null,
): { via: Via; url: string | null }[] {
  const { ios, android } = stores;
  const appStore = { via: "app_store" as const, url: ios };
  const website = { via: "website" as const, url: campaign.website };
  const projects = {
    via: "project_website" as const,
    url: projectWebsite && deferredTo(projectWebsite, campaign.deeplink),
  };
  const playStore = {
    via: "play_store" as const,
    url: android === null || visitor.platform === "IOS" ? null : playLink(android, visitor, campaign),
  };
  switch (visitor.platform) {
    case "IOS":
      return [{ via: "redirect", url: campaign.iosWebRedirect }, appStore, website, projects];
    case "ANDROID":
      return [{ via: "redirect", url: campaign.androidWebRedirect }, playStore, website, projects];
    case "DESKTOP":
      return [website, projects, appStore, playStore];
  }
}

/** What is known of somebody who follows no live campaign. */
const noCampaign: Destinations = {
  displayId: "",
  network: null,
  deeplink: null,
  website: null,
  androidWebRedirect: null,
  iosWebRedirect: null,
  openInApp: false,
};

/**
 * The places for those who follow the link of a campaign that is over, or of none. `to` is one of the words for it, or
 * an address. With none of them set a page says what became of the link.
 */
export function chainOfEnded(
  platform: Platform,
  to: string,
  stores: Stores,
  projectWebsite: string | null,
): { via: Via; url: string | null }[] {
  const visitor = { platform, inApp: false, params: [], clickId: null };
  const chain = chainFor(visitor, noCampaign, stores, projectWebsite).filter(
    ({ via }) => via !== "redirect" && via !== "website",
  );
  if (to === "page") return [];
  if (to === "store") return chain;
  return to === "website"
    ? chain.filter(({ via }) => via === "project_website")
    : [{ via: "ended", url: isWebAddress(to) ? to : null }];
}

export function destinationOfEnded(
  platform: Platform,
  to: string,
  stores: Stores,
  projectWebsite: string | null,
): Destination {
  const place = firstOf(chainOfEnded(platform, to, stores, projectWebsite));
  return place ? { kind: "redirect", ...place } : { kind: "nowhere" };
}

/** In the form a header may hold. A page on a host of links would lead back there, round and round. */
export function webPage(url: string | null, hosts: ReadonlySet<string>): string | null {
  if (url === null || !isWebAddress(url)) return null;
  const parsed = new URL(url);
  return hosts.has(parsed.hostname) ? null : parsed.href;
}

function firstOf(chain: { via: Via; url: string | null }[]): Place | null {
  for (const { via, url } of chain) if (url !== null) return { via, url };
  return null;
}

/** Whether whoever is sent there comes by a page of Google Play that was told the click's id. */
export const carriesReferrer = (to: Destination): boolean =>
  (to.kind === "redirect" ? to.via : to.kind === "open_app" ? to.otherwise?.via : null) === "play_store";

export const isStore = (place: Place) => place.via === "app_store" || place.via === "play_store";

const isWeb = (link: string) => /^https?:\/\//i.test(link);

/** A header holds no letters beyond Latin-1; what a browser makes of them can stand there. */
const inHeader = (link: string) => (URL.canParse(link) ? new URL(link).href : link);

/** What every SDK in the app may read, so nothing of a person; and short, for Play cuts what is long. */
const mostReferrer = 500;
const mostValue = 100;

/** Play hands the referrer to the app: the click's id, and where it came from in the words that others read too. */
function playLink(store: string, visitor: Visitor, campaign: Destinations): string {
  if (visitor.clickId === null) return store;
  const sent = (name: string) => visitor.params.find(([one]) => one === name)?.[1];
  const utm: [string, string][] = [
    ["utm_source", sent("utm_source") || (campaign.network?.toLowerCase() ?? "cairn")],
    ["utm_medium", sent("utm_medium") || "link"],
    ["utm_campaign", sent("utm_campaign") || campaign.displayId],
    ["utm_content", sent("utm_content") ?? ""],
    ["utm_term", sent("utm_term") ?? ""],
  ];
  // Inside the parameter it is encoded once more; its length there is what counts.
  let referrer = `cairn_click%3D${visitor.clickId}`;
  for (const [name, value] of utm) {
    if (value === "") continue;
    const longer = `${referrer}%26${name}%3D${encodeURIComponent(encodeURIComponent(beginningOf(value)))}`;
    if (longer.length <= mostReferrer) referrer = longer;
  }
  return `${withoutReferrer(store)}referrer=${referrer}`;
}

/** Not through the middle of a character. */
const beginningOf = (text: string) =>
  text.length <= mostValue
    ? text.toWellFormed()
    : [...text.slice(0, 2 * mostValue)].slice(0, mostValue).join("").toWellFormed();

/** Up to where the referrer is written. */
function withoutReferrer(store: string): string {
  const [address = "", query = ""] = store.replace(/#.*$/s, "").split(/\?(.*)/s);
  const kept = query.split("&").filter((pair) => pair !== "" && !pair.startsWith("referrer="));
  return `${address}?${kept.map((pair) => `${pair}&`).join("")}`;
}

/** The project's website, at the path that the deeplink has in the app. */
function deferredTo(website: string, deeplink: string | null): string {
  if (deeplink === null) return website;
  const [address = "", query = ""] = deeplink.replace(/#.*$/s, "").split(/\?(.*)/s);
  const inApp = isWeb(address)
    ? address.replace(/^https?:\/\/[^/]*/i, "")
    : address.replace(/^[^:]*:\/\//, "/");
  const path = `/${inApp.replace(/^\/+/, "")}`;
  if (path === "/" && query === "") return website;
  const url = new URL(website);
  url.pathname = `${url.pathname.replace(/\/$/, "")}${path}`;
  url.search = query;
  return url.href;
}

/** What the deeplink says itself wins over what the followed link says. No id of a device is handed on. */
export function withParameters(deeplink: string, params: Visitor["params"]): string {
  const [rest = "", fragment] = deeplink.split(/#(.*)/s);
  const [address = "", query = ""] = rest.split(/\?(.*)/s);
  const own = new Set(new URLSearchParams(query).keys());
  const added = new URLSearchParams();
  for (const [name, value] of withoutDeviceIds(params))
    if (name !== "c" && !own.has(name)) added.append(name, value);
  const joined = [query, added.toString()].filter((part) => part !== "").join("&");
  return `${address}${joined === "" ? "" : `?${joined}`}${fragment === undefined ? "" : `#${fragment}`}`;
}

export type Listing = { platform: string; url: string; pageId: string | null };

/** The campaign's listings; where it has none for a platform, the project's first one of the app's own page. */
export function storesOf(ofCampaign: readonly Listing[], ofProject: readonly Listing[]): Stores {
  const page = (platform: string) =>
    ofCampaign.find((listing) => listing.platform === platform) ??
    ofProject.find((listing) => listing.platform === platform && listing.pageId === null) ??
    null;
  return { ios: page("IOS")?.url ?? null, android: page("ANDROID")?.url ?? null };
}
