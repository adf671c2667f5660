/** Chooses the destination of a visitor of a link. Pure; the campaign's form shows it too. */

import { isWebAddress } from "@/lib/base/web/web-address";
import { readStoreUrl } from "@/lib/campaigns/store-url";
import type { VisitorPlatform } from "@/lib/platform/user-agent";
import { withoutDeviceIds } from "@/lib/traffic/links/deeplink-params";

export type VisitorTraits = {
  platform: VisitorPlatform;
  /** The browser inside another app, which does not pass links on to apps. */
  inApp: boolean;
  /** The query of the followed link. */
  params: readonly (readonly [name: string, value: string])[];
  /** Asks for a page, as browsers do; programs that follow links mostly do not. */
  page?: boolean;
  /** The id is passed to Google Play, which passes it to the app. Null when the visitor is no person. */
  clickId: string | null;
};

export type CampaignDestinations = {
  displayId: string;
  network: string | null;
  deeplink: string | null;
  website: string | null;
  androidWebRedirect: string | null;
  iosWebRedirect: string | null;
  openInApp: boolean;
};

/** The addresses of the store pages: the campaign's listings, else the project's. */
export type Stores = { ios: string | null; android: string | null };

export const vias = [
  "rule",
  "redirect",
  "app_store",
  "play_store",
  "website",
  "project_website",
  "deeplink",
  "ended",
] as const;
export type RedirectReason = (typeof vias)[number];

export type RedirectTarget = { url: string; via: RedirectReason };

export type ClickDestination =
  | ({ kind: "redirect" } & RedirectTarget)
  /** A page that tries to open the app, if its address is known, and continues if it is not installed. */
  | { kind: "open_app"; app: string | null; otherwise: RedirectTarget | null }
  /** A page with a code to scan, because no app can be installed on a desktop. At least one store is there. */
  | { kind: "get_app"; stores: Stores }
  | { kind: "nowhere" };

/**
 * The first place that is set, in the order of the visitor's platform. Every destination was entered by a member.
 * `ruled` is the address that a rule of the campaign chose: it stands before all others.
 */
export function destinationFor(
  visitor: VisitorTraits,
  campaign: CampaignDestinations,
  stores: Stores,
  projectWebsite: string | null,
  ruled: string | null = null,
): ClickDestination {
  const target = firstOf(chainFor(visitor, campaign, stores, projectWebsite, ruled));
  const deeplink = campaign.deeplink === null ? null : withParameters(campaign.deeplink, visitor.params);
  const isPhone = visitor.platform !== "DESKTOP";
  if (deeplink !== null && isPhone && (campaign.openInApp || visitor.inApp)) {
    return { kind: "open_app", app: deeplink, otherwise: target };
  }
  // Browsers inside apps show a store's web page, where nothing can be installed; a tap leads out of them.
  if (target && isPhone && visitor.inApp && isStore(target)) {
    return { kind: "open_app", app: null, otherwise: target };
  }
  if (target && !isPhone && visitor.page && ruled === null && isStore(target)) {
    const store = (via: RedirectReason) =>
      chainFor(visitor, campaign, stores, null).find((each) => each.via === via)?.url ?? null;
    return { kind: "get_app", stores: { ios: store("app_store"), android: store("play_store") } };
  }
  if (target) return { kind: "redirect", ...target };
  if (deeplink === null) return { kind: "nowhere" };
  // Only a page may open an app's scheme, because a redirect to one fails silently where the app is missing.
  if (isWeb(deeplink)) return { kind: "redirect", url: inHeader(deeplink), via: "deeplink" };
  return isPhone ? { kind: "open_app", app: deeplink, otherwise: null } : { kind: "nowhere" };
}

/** The possible places on the visitor's platform, in order of preference. */
export function chainFor(
  visitor: VisitorTraits,
  campaign: CampaignDestinations,
  stores: Stores,
  projectWebsite: string | null,
  ruled: string | null = null,
): { via: RedirectReason; url: string | null }[] {
  const defaultChain = standardChain(visitor, campaign, stores, projectWebsite);
  return ruled === null ? defaultChain : [ruledTarget(ruled, visitor, campaign), ...defaultChain];
}

/** A store page stays one: Play is handed the click's id, and browsers inside apps get a page with a button. */
function ruledTarget(url: string, visitor: VisitorTraits, campaign: CampaignDestinations): RedirectTarget {
  const page = readStoreUrl(url);
  if ("problem" in page) return { via: "rule", url };
  if (page.platform === "IOS") return { via: "app_store", url };
  return {
    via: "play_store",
    url: visitor.platform === "IOS" ? page.url : playLink(page.url, visitor, campaign),
  };
}

function standardChain(
  visitor: VisitorTraits,
  campaign: CampaignDestinations,
  stores: Stores,
  projectWebsite: string | null,
): { via: RedirectReason; url: string | null }[] {
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

/** The destinations where no active campaign is found. */
const noCampaign: CampaignDestinations = {
  displayId: "",
  network: null,
  deeplink: null,
  website: null,
  androidWebRedirect: null,
  iosWebRedirect: null,
  openInApp: false,
};

/**
 * The places for links of an ended campaign, or of none. `to` is one of the named choices or an address. If none of the
 * places is set, a page explains what happened to the link.
 */
export function chainOfEnded(
  platform: VisitorPlatform,
  to: string,
  stores: Stores,
  projectWebsite: string | null,
): { via: RedirectReason; url: string | null }[] {
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
  platform: VisitorPlatform,
  to: string,
  stores: Stores,
  projectWebsite: string | null,
): ClickDestination {
  const target = firstOf(chainOfEnded(platform, to, stores, projectWebsite));
  return target ? { kind: "redirect", ...target } : { kind: "nowhere" };
}

/**
 * The address in the form of a header. A page on a host of links is left out, because it would redirect in a circle.
 */
export function webPage(url: string | null, hosts: ReadonlySet<string>): string | null {
  if (url === null || !isWebAddress(url)) return null;
  const parsed = new URL(url);
  return hosts.has(parsed.hostname) ? null : parsed.href;
}

function firstOf(chain: { via: RedirectReason; url: string | null }[]): RedirectTarget | null {
  for (const { via, url } of chain) if (url !== null) return { via, url };
  return null;
}

/** True if the destination passes through a Google Play page that is given the click's id. */
export const carriesReferrer = (to: ClickDestination): boolean =>
  (to.kind === "redirect" ? to.via : to.kind === "open_app" ? to.otherwise?.via : null) === "play_store";

/**
 * The project's own website gets the click ID, which our script passes on to the store. Other sites do not, because
 * they don't expect the parameter.
 */
export function knownOnSite(
  to: ClickDestination,
  origins: readonly string[],
  clickId: string,
): ClickDestination {
  if (to.kind !== "redirect" || isStore(to) || origins.length === 0) return to;
  if (!URL.canParse(to.url) || !origins.includes(new URL(to.url).origin)) return to;
  const [address = "", fragment] = to.url.split(/#(.*)/s);
  const joined = `${address}${address.includes("?") ? "&" : "?"}cairn_click=${clickId}`;
  return { ...to, url: fragment === undefined ? joined : `${joined}#${fragment}` };
}

export const isStore = (target: RedirectTarget) => target.via === "app_store" || target.via === "play_store";

const isWeb = (link: string) => /^https?:\/\//i.test(link);

/** A header holds only Latin-1, so the address is encoded as browsers do it. */
const inHeader = (link: string) => (URL.canParse(link) ? new URL(link).href : link);

/**
 * Every SDK in the app can read the referrer, so it contains no personal data; and it is short, because Play truncates
 * long ones.
 */
const maxReferrer = 500;
const maxValue = 100;

/** Play passes the referrer to the app: the click's id, and the source in the parameters that other tools read too. */
function playLink(store: string, visitor: VisitorTraits, campaign: CampaignDestinations): string {
  if (visitor.clickId === null) return store;
  const sent = (name: string) => visitor.params.find(([one]) => one === name)?.[1];
  const utm: [string, string][] = [
    ["utm_source", sent("utm_source") || (campaign.network?.toLowerCase() ?? "cairn")],
    ["utm_medium", sent("utm_medium") || "link"],
    ["utm_campaign", sent("utm_campaign") || campaign.displayId],
    ["utm_content", sent("utm_content") ?? ""],
    ["utm_term", sent("utm_term") ?? ""],
  ];
  // Inside the parameter it is encoded once more, and that length counts.
  let referrer = `cairn_click%3D${visitor.clickId}`;
  for (const [name, value] of utm) {
    if (value === "") continue;
    const longer = `${referrer}%26${name}%3D${encodeURIComponent(encodeURIComponent(beginningOf(value)))}`;
    if (longer.length <= maxReferrer) referrer = longer;
  }
  return `${withoutReferrer(store)}referrer=${referrer}`;
}

/** Does not cut a character in two. */
const beginningOf = (text: string) =>
  text.length <= maxValue
    ? text.toWellFormed()
    : [...text.slice(0, 2 * maxValue)].slice(0, maxValue).join("").toWellFormed();

/** The address with its query ready for the referrer to be appended. */
function withoutReferrer(store: string): string {
  const [address = "", query = ""] = store.replace(/#.*$/s, "").split(/\?(.*)/s);
  const pairs = query.split("&").filter((pair) => pair !== "" && !pair.startsWith("referrer="));
  return `${address}?${pairs.map((pair) => `${pair}&`).join("")}`;
}

/** The project's website, with the path of the deeplink in the app. */
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

/**
 * Adds parameters of the followed link to the deeplink, whose own parameters take precedence. Device ids are not passed
 * on.
 */
export function withParameters(deeplink: string, params: VisitorTraits["params"]): string {
  const [rest = "", fragment] = deeplink.split(/#(.*)/s);
  const [address = "", query = ""] = rest.split(/\?(.*)/s);
  const own = new Set(new URLSearchParams(query).keys());
  const added = new URLSearchParams();
  for (const [name, value] of withoutDeviceIds(params))
    if (name !== "c" && !own.has(name)) added.append(name, value);
  const joined = [query, added.toString()].filter((part) => part !== "").join("&");
  return `${address}${joined === "" ? "" : `?${joined}`}${fragment === undefined ? "" : `#${fragment}`}`;
}

export type PlatformListing = { platform: string; url: string; pageId: string | null };

/** The campaign's listings; for a platform without one, the project's first listing without a custom page. */
export function storesOf(
  ofCampaign: readonly PlatformListing[],
  ofProject: readonly PlatformListing[],
): Stores {
  const page = (platform: string) =>
    ofCampaign.find((listing) => listing.platform === platform) ??
    ofProject.find((listing) => listing.platform === platform && listing.pageId === null) ??
    null;
  return { ios: page("IOS")?.url ?? null, android: page("ANDROID")?.url ?? null };
}
