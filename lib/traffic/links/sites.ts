/** The data for links, cached in memory because every click needs it. */

import { withDeadline } from "@/lib/base/deadline";
import type { ProjectId } from "@/lib/base/ids";
import { isDestination } from "@/lib/base/web/web-address";
import { type LinkVisitor, prepareRules } from "@/lib/campaigns/link-rules/rules";
import { Batcher } from "@/lib/platform/batch";
import { type CachedEntry, StaleCache } from "@/lib/platform/stale-cache";
import { isEndedLinkName } from "@/lib/projects/ended-links";
import type { CustomClick, CustomPublishers } from "@/lib/traffic/links/params";
import {
  type CampaignDestinations,
  refererPage,
  type StoreLinks,
  storeLinksOf,
} from "@/lib/traffic/links/rules";
import type { CachedServerClicks } from "@/lib/traffic/links/server-click-key";
import {
  findLinkedCampaigns,
  findSites,
  type LinkedCampaignRow,
  type LinkHostRow,
  type SiteListingRow,
} from "@/lib/traffic/links/site-queries";

/** A project's link host. */
export type LinkHost = {
  projectId: ProjectId;
  name: string;
  website: string | null;
  /** A website that is never a destination, because it is on a link host itself. */
  websiteOnLinks: string | null;
  hosts: ReadonlySet<string>;
  listings: readonly SiteListingRow[];
  /** The destination of links whose campaign has ended. */
  endedLinks: string;
  /** The colour of its pages; absent in a file of an earlier version. */
  color?: string | null;
  /** Its websites with Cairn's script; absent in a file of an earlier version. */
  origins?: readonly string[] | null;
  /** A tap on an iPhone's link page copies the link for the app; absent in a file of an earlier version. */
  clipboard?: boolean;
  /** The campaign of links without one; absent in a file of an earlier version. */
  defaultCampaign?: string | null;
  /** The click IDs of its custom networks; absent in a file of an earlier version. */
  customClicks?: readonly CustomClick[] | null;
  /** The publisher parameters of its custom networks; absent in a file of an earlier version. */
  customPublishers?: CustomPublishers | null;
  /** The keys and limits of networks' servers, by network; absent in a file of an earlier version. */
  serverClicks?: Readonly<Record<string, CachedServerClicks>> | null;
  /** The block list has IP ranges, which are loaded only then; absent in a file of an earlier version. */
  blocksAddresses?: boolean;
  /**
   * Set if the project moves, or has moved, to another instance; `links` is the address of its links on that instance.
   */
  frozen?: { links: string | null } | null;
};

/** A change takes effect within a second; without the database the last state is used for a day. */
export const linkCacheTimes = { freshMs: 1_000, staleMs: 24 * 60 * 60_000, timeoutMs: 250 };

/** A hanging statement must not delay later lookups. */
const answerMs = 5_000;

/** Simultaneous lookups of many hosts share one statement. */
const siteLookUps = new Batcher<string, LinkHostRow | null>({
  name: "sites",
  run: (hosts) => withDeadline(findSites(hosts), answerMs),
});

const sites = new StaleCache<LinkHost>({
  ...linkCacheTimes,
  // One or two hosts for each of 20,000 projects, at about a kilobyte.
  maxKeys: 30_000,
  async load(host) {
    const row = await siteLookUps.add(host);
    if (!row) return null;
    const hosts = new Set(row.hosts);
    const website = refererPage(row.website, hosts);
    return {
      projectId: row.project_id,
      name: row.name,
      website,
      websiteOnLinks: website === null ? row.website : null,
      hosts,
      endedLinks: row.ended_links,
      color: row.link_color,
      origins: row.origins,
      clipboard: row.clipboard,
      defaultCampaign: row.default_campaign,
      customClicks: row.custom_clicks,
      customPublishers: row.custom_publishers,
      serverClicks: row.server_clicks,
      blocksAddresses: row.blocks_addresses,
      frozen: row.frozen ? { links: row.moved_links } : null,
      listings: row.listings,
    };
  },
});

export const linkHostOf = (host: string, tick: number) => sites.get(host, tick);

/** Simultaneous lookups of many campaigns share one statement. */
const lookUps = new Batcher<{ project_id: ProjectId; display_id: string }, LinkedCampaignRow | null>({
  name: "campaigns",
  run: (keys) => withDeadline(findLinkedCampaigns(keys), answerMs),
});

const campaigns = new StaleCache<LinkedCampaignRow>({
  ...linkCacheTimes,
  // One or two links per host, at one to two kilobytes.
  maxKeys: 40_000,
  load(key) {
    const space = key.indexOf(" ");
    return lookUps.add({
      project_id: Number(key.slice(0, space)) as ProjectId,
      display_id: key.slice(space + 1),
    });
  },
});

export const linkedCampaign = (site: LinkHost, displayId: string, tick: number) =>
  campaigns.get(`${site.projectId} ${displayId}`, tick);

type StoredSite = Omit<LinkHost, "hosts"> & { hosts: string[] };
export type KnownLinks = { sites: CachedEntry<StoredSite>[]; campaigns: CachedEntry<LinkedCampaignRow>[] };

/** Limits of entries that can be written quickly. */
const maxSites = 500;
const maxCampaigns = 2_000;

/** Exported for a process that starts without a database. */
export const linksKnown = (tick: number): KnownLinks => ({
  sites: [...sites.latest(maxSites, tick)].map(({ value, ...one }) => ({
    ...one,
    value: { ...value, hosts: [...value.hosts] },
  })),
  campaigns: [...campaigns.latest(maxCampaigns, tick)],
});

/** `elapsedMs` is the time since the export. */
export function rememberLinks(known: KnownLinks, elapsedMs: number, tick: number): void {
  // Added in reverse, so that the most recently used entry is again the last.
  for (const { key, value, ageMs } of known.sites.toReversed()) {
    sites.remember({ key, value: { ...value, hosts: new Set(value.hosts) }, ageMs: ageMs + elapsedMs }, tick);
  }
  for (const one of known.campaigns.toReversed())
    campaigns.remember({ ...one, ageMs: one.ageMs + elapsedMs }, tick);
}

/** The data of a campaign and its project that the rules for destinations need. */
export type LinkTarget = {
  destinations: CampaignDestinations;
  stores: StoreLinks;
  website: string | null;
  rules: readonly LinkVisitor[];
};

const targets = new WeakMap<LinkedCampaignRow, { site: LinkHost; target: LinkTarget }>();

export function linkTargetOf(row: LinkedCampaignRow, site: LinkHost): LinkTarget {
  const known = targets.get(row);
  if (known?.site === site) return known.target;
  const page = (url: string | null) => refererPage(url, site.hosts);
  const target = {
    destinations: {
      displayId: row.display_id,
      network: row.network,
      deeplink: deeplinkOf(row.deeplink),
      website: page(row.website),
      androidWebRedirect: page(row.android_web_redirect),
      iosWebRedirect: page(row.ios_web_redirect),
      openInApp: row.open_in_app,
    },
    stores: storeLinksOf(row.listings, site.listings),
    website: site.website,
    rules: prepareRules(row.link_rules ?? [], page),
  };
  targets.set(row, { site, target });
  return target;
}

/** The stores for links without an active campaign. */
export const storesOfSite = (site: LinkHost): StoreLinks => storeLinksOf([], site.listings);

/** The destination of an ended campaign's links: a named choice, or an address on another host. */
export function endedLinkOf(row: LinkedCampaignRow, site: LinkHost): string {
  const to = row.ended_links ?? site.endedLinks;
  return isEndedLinkName(to) ? to : (refererPage(to, site.hosts) ?? "page");
}

const deeplinkOf = (deeplink: string | null) =>
  deeplink !== null && isDestination(deeplink) ? deeplink : null;
