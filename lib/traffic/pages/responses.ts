/** The responses for visitors of links, as values. */

import { env } from "@/lib/base/env";
import { linkBase } from "@/lib/base/web/hosts";
import { sharePreviewOf } from "@/lib/campaigns/social-card";
import type { VisitorPlatform } from "@/lib/platform/user-agent";
import {
  type ClickDestination,
  destinationOfEnded,
  type EndedVisitor,
  isStoreTarget,
  type RedirectTarget,
  type StoreLinks,
} from "@/lib/traffic/links/rules";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { type LinkHost, type LinkTarget, storesOfSite } from "@/lib/traffic/links/sites";
import { visitorBrandOf } from "@/lib/traffic/pages/brand";
import { cardPage, getAppPage, helpPage, type LinkChoice, openPage } from "@/lib/traffic/pages/page";

export type LinkAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
};

/** Must not be cached, because each visit has to be counted. */
const redirect = (location: string): LinkAnswer => ({
  status: 302,
  headers: {
    location,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer-when-downgrade",
    "x-robots-tag": "noindex",
  },
  body: null,
});

/** A transparent image of one pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

export const pixelAnswer = (status: number): LinkAnswer => ({
  status,
  headers: { "content-type": "image/gif", "cache-control": "no-store" },
  body: gif,
});

export const textAnswer = (
  status: number,
  body: string,
  headers: Record<string, string> = {},
): LinkAnswer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  body,
});

/** The response for a visitor of a campaign's link. */
export function linkAnswer(
  destination: ClickDestination,
  target: LinkTarget,
  site: LinkHost,
  platform: VisitorPlatform,
  /** The address in the code for a phone. */
  link: () => string,
  /** The text that an iPhone's user may copy for the app with a tap. */
  copied: string | null = null,
): LinkAnswer {
  if (destination.kind === "get_app")
    return getAppPage({
      brand: visitorBrandOf(site, platform),
      link: link(),
      ways: storesAsWays(destination.stores),
    });
  if (destination.kind === "redirect" && !leadsBack(destination, site)) return redirect(destination.url);
  if (destination.kind === "open_app" && platform !== "DESKTOP") {
    const { app, otherwise } = destination;
    return openPage({
      brand: visitorBrandOf(site, platform),
      platform,
      app,
      packageName: packageOf(target.stores.android),
      next: otherwise && { url: otherwise.url, isStore: isStoreTarget(otherwise) },
      website: target.destinations.website ?? target.website,
      copied,
    });
  }
  return helpPage({
    status: 200,
    brand: visitorBrandOf(site, platform),
    title: site.name,
    text: "This link has no page for your device.",
    ways: storesAsWays(target.stores),
  });
}

/** A deep link may be on a link host: phones open the app there, but a browser would be redirected in a circle. */
const leadsBack = (target: RedirectTarget, site: LinkHost) =>
  target.via === "deeplink" && site.hosts.has(new URL(target.url).hostname);

const packageOf = (store: string | null) => (store === null ? null : new URL(store).searchParams.get("id"));

const storesAsWays = (stores: StoreLinks): LinkChoice[] => [
  ...(stores.ios === null ? [] : [{ label: "Get it on the App Store", url: stores.ios }]),
  ...(stores.android === null ? [] : [{ label: "Get it on Google Play", url: stores.android }]),
];

export type UnresolvedLink = "root" | "unknown" | "inactive" | "deleted";

const responses: Record<UnresolvedLink, { status: number; text: string }> = {
  root: { status: 200, text: "Links of this app begin with this address." },
  unknown: { status: 404, text: "This link doesn't exist. It may have been mistyped or cut off." },
  inactive: { status: 404, text: "This link is no longer active." },
  deleted: { status: 410, text: "This link was deleted." },
};

/**
 * The response without an active campaign: the project's setting for ended links, or the stores if there is no
 * campaign. Without any destination, a page explains that. A browser on a desktop gets the page instead of a store.
 */
export function answerWithout(
  lost: UnresolvedLink,
  site: LinkHost,
  visitor: EndedVisitor,
  to = "store",
): LinkAnswer {
  const { platform } = visitor;
  const stores = storesOfSite(site);
  const destination = destinationOfEnded(visitor, to, stores, site.website);
  if (destination.kind === "redirect") return redirect(destination.url);
  const { status, text } = responses[lost];
  return helpPage({
    status,
    brand: visitorBrandOf(site, platform),
    title: site.name,
    text,
    ways: storesAsWays(stores),
  });
}

/** The card for chat and social apps. It does not contain the campaign's internal name. */
export function answerForPreview(
  row: LinkedCampaignRow,
  site: LinkHost,
  host: string,
  destination: ClickDestination,
): LinkAnswer {
  return cardPage(
    sharePreviewOf(
      { title: row.social_title, text: row.social_text, image: row.social_image },
      { siteName: site.name, url: `${linkBase(host, env.APP_URL)}/${row.display_id}` },
    ),
    destination.kind === "redirect" ? destination.url : null,
  );
}

/** The response if the destination cannot be looked up now. */
export const answerUnavailable = (retry: string): LinkAnswer =>
  helpPage({
    status: 503,
    brand: { name: "One moment", color: null, icon: null, pictures: [], rating: null },
    title: "One moment, please",
    text: "This link can't be opened right now. Please try again in a moment.",
    ways: [{ label: "Try again", url: retry }],
    headers: { "retry-after": "5" },
  });
