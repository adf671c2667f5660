/** Chooses the destination of a visitor of a link. Pure; the campaign's form shows it too. */

import { isWebAddress } from "@/lib/base/web/web-address";
import { readStoreUrl } from "@/lib/campaigns/store-url";
import type { VisitorPlatform } from "@/lib/platform/user-agent";
import { withoutDeviceIds } from "@/lib/traffic/links/deeplink-params";

export type VisitorTraits = {
  platform: VisitorPlatform;
  /** A browser inside another app, which does not open links in apps. */
  inApp: boolean;
  /** The query of the followed link. */
  params: readonly (readonly [name: string, value: string])[];
  /** The request is for a page, as from browsers; most programs that follow links send no such header. */
  page?: boolean;
  /** The click ID for Google Play, which passes it to the app. Null if the visitor is not a person. */
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
export type StoreLinks = { ios: string | null; android: string | null };

export const redirectReasons = [
  "rule",
  "redirect",
  "app_store",
  "play_store",
  "website",
  "project_website",
  "deeplink",
  "ended",
] as const;
export type RedirectReason = (typeof redirectReasons)[number];

export type RedirectTarget = { url: string; via: RedirectReason };

export type ClickDestination =
  | ({ kind: "redirect" } & RedirectTarget)
  /** A page that tries to open the app, if its address is known, and continues if the app is not installed. */
  | { kind: "open_app"; app: string | null; otherwise: RedirectTarget | null }
  /** A page with a code to scan, because apps cannot be installed on a desktop. It has at least one store. */
  | { kind: "get_app"; stores: StoreLinks }
  | { kind: "nowhere" };

/**
 * The first destination that is set, in the order for the visitor's platform. All destinations were entered by members.
 * `ruled` is the address from a matching rule of the campaign, and precedes all others.
 */
export function destinationFor(
  visitor: VisitorTraits,
  campaign: CampaignDestinations,
  stores: StoreLinks,
  projectWebsite: string | null,
  ruled: string | null = null,
): ClickDestination {
  const target = firstOf(destinationChain(visitor, campaign, stores, projectWebsite, ruled));
  const deeplink = campaign.deeplink === null ? null : withParameters(campaign.deeplink, visitor.params);
  const isPhone = visitor.platform !== "DESKTOP";
  if (deeplink !== null && isPhone && (campaign.openInApp || visitor.inApp)) {
    return { kind: "open_app", app: deeplink, otherwise: target };
  }
  // Browsers inside apps show a store's web page, which cannot install apps; a tap on a button opens the store itself.
  if (target && isPhone && visitor.inApp && isStoreTarget(target)) {
    return { kind: "open_app", app: null, otherwise: target };
  }
  if (target && !isPhone && visitor.page && ruled === null && isStoreTarget(target)) {
    const store = (via: RedirectReason) =>
      destinationChain(visitor, campaign, stores, null).find((each) => each.via === via)?.url ?? null;
    return { kind: "get_app", stores: { ios: store("app_store"), android: store("play_store") } };
  }
  if (target) return { kind: "redirect", ...target };
  if (deeplink === null) return { kind: "nowhere" };
  // Only a page may open an app's scheme, because a redirect to one fails silently if the app is not installed.
  if (isWeb(deeplink)) return { kind: "redirect", url: inHeader(deeplink), via: "deeplink" };
  return isPhone ? { kind: "open_app", app: deeplink, otherwise: null } : { kind: "nowhere" };
}

/** The possible destinations on the visitor's platform, in order of preference. */
export function destinationChain(
  visitor: VisitorTraits,
  campaign: CampaignDestinations,
  stores: StoreLinks,
  projectWebsite: string | null,
  ruled: string | null = null,
): { via: RedirectReason; url: string | null }[] {
  const defaultChain = standardChain(visitor, campaign, stores, projectWebsite);
  return ruled === null ? defaultChain : [ruledTarget(ruled, visitor, campaign), ...defaultChain];
}

/** A rule's store page also gets the click ID for Play; browsers inside apps get a page with a button. */
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
  stores: StoreLinks,
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

/** The destinations if there is no active campaign. */
const noCampaign: CampaignDestinations = {
  displayId: "",
  network: null,
  deeplink: null,
  website: null,
  androidWebRedirect: null,
  iosWebRedirect: null,
  openInApp: false,
};

/** `page`: a browser that can show a page. Programs are only redirected. */
export type EndedVisitor = Pick<VisitorTraits, "platform" | "page">;

/**
 * The destinations for links of an ended campaign, or without a campaign. `to` is a named choice or an address. If no
 * destination is set, a page explains what happened to the link. Browsers on a desktop get that page instead of a store.
 */
export function endedDestinationChain(
  { platform, page }: EndedVisitor,
  to: string,
  stores: StoreLinks,
  projectWebsite: string | null,
): { via: RedirectReason; url: string | null }[] {
  const visitor = { platform, inApp: false, params: [], clickId: null };
  const chain = destinationChain(visitor, noCampaign, stores, projectWebsite).filter(
    ({ via }) =>
      !(
        via === "redirect" ||
        via === "website" ||
        (page && platform === "DESKTOP" && isStoreTarget({ via }))
      ),
  );
  if (to === "page") return [];
  if (to === "store") return chain;
  return to === "website"
    ? chain.filter(({ via }) => via === "project_website")
    : [{ via: "ended", url: isWebAddress(to) ? to : null }];
}

export function destinationOfEnded(
  visitor: EndedVisitor,
  to: string,
  stores: StoreLinks,
  projectWebsite: string | null,
): ClickDestination {
  const target = firstOf(endedDestinationChain(visitor, to, stores, projectWebsite));
  return target ? { kind: "redirect", ...target } : { kind: "nowhere" };
}

/** The address in header format. A page on a link host is left out, because it would redirect in a circle. */
export function refererPage(url: string | null, hosts: ReadonlySet<string>): string | null {
  if (url === null || !isWebAddress(url)) return null;
  const parsed = new URL(url);
  return hosts.has(parsed.hostname) ? null : parsed.href;
}

function firstOf(chain: { via: RedirectReason; url: string | null }[]): RedirectTarget | null {
  for (const { via, url } of chain) if (url !== null) return { via, url };
  return null;
}

/** True if the destination passes through a Google Play page that gets the click ID. */
export const carriesReferrer = (to: ClickDestination): boolean =>
  (to.kind === "redirect" ? to.via : to.kind === "open_app" ? to.otherwise?.via : null) === "play_store";

/**
 * Adds the click ID for the project's own website, whose script passes it to the store. Other sites do not get it,
 * because they don't expect the parameter.
 */
export function knownOnSite(
  to: ClickDestination,
  origins: readonly string[],
  clickId: string,
): ClickDestination {
  if (to.kind !== "redirect" || isStoreTarget(to) || origins.length === 0) return to;
  if (!URL.canParse(to.url) || !origins.includes(new URL(to.url).origin)) return to;
  const [address = "", fragment] = to.url.split(/#(.*)/s);
  const joined = `${address}${address.includes("?") ? "&" : "?"}cairn_click=${clickId}`;
  return { ...to, url: fragment === undefined ? joined : `${joined}#${fragment}` };
}

export const isStoreTarget = ({ via }: Pick<RedirectTarget, "via">) =>
  via === "app_store" || via === "play_store";

const isWeb = (link: string) => /^https?:\/\//i.test(link);

/** A header can contain only Latin-1, so the address is encoded as in browsers. */
const inHeader = (link: string) => (URL.canParse(link) ? new URL(link).href : link);

/**
 * Every SDK in the app can read the referrer, so it contains no personal data. It is short, because Play truncates long
 * ones.
 */
const maxReferrer = 500;
const maxValue = 100;

/** Play passes the referrer to the app: the click ID, and the source in parameters that other tools read too. */
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
  // Inside the parameter it is encoded again, and the encoded length counts.
  let referrer = `cairn_click%3D${visitor.clickId}`;
  for (const [name, value] of utm) {
    if (value === "") continue;
    const longer = `${referrer}%26${name}%3D${encodeURIComponent(encodeURIComponent(beginningOf(value)))}`;
    if (longer.length <= maxReferrer) referrer = longer;
  }
  return `${withoutReferrer(store)}referrer=${referrer}`;
}

/** Never cuts a character in two. */
const beginningOf = (text: string) =>
  text.length <= maxValue
    ? text.toWellFormed()
    : [...text.slice(0, 2 * maxValue)].slice(0, maxValue).join("").toWellFormed();

/** The address with a query to which the referrer can be appended. */
function withoutReferrer(store: string): string {
  const [address = "", query = ""] = store.replace(/#.*$/s, "").split(/\?(.*)/s);
  const pairs = query.split("&").filter((pair) => pair !== "" && !pair.startsWith("referrer="));
  return `${address}?${pairs.map((pair) => `${pair}&`).join("")}`;
}

/** The project's website, with the path of the deep link. */
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
 * Adds parameters of the followed link to the deep link, whose own parameters take precedence. Device IDs are not
 * passed on.
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
export function storeLinksOf(
  ofCampaign: readonly PlatformListing[],
  ofProject: readonly PlatformListing[],
): StoreLinks {
  const page = (platform: string) =>
    ofCampaign.find((listing) => listing.platform === platform) ??
    ofProject.find((listing) => listing.platform === platform && listing.pageId === null) ??
    null;
  return { ios: page("IOS")?.url ?? null, android: page("ANDROID")?.url ?? null };
}
