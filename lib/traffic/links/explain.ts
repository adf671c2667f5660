/** Explains the destination of a link, without recording a click. */

import { isWebAddress } from "@/lib/base/web/web-address";
import { networkLabel, unnamedCampaignLabel } from "@/lib/campaigns/networks";
import { type DescribedAgent, describeAgent } from "@/lib/platform/user-agent";
import { type ExplainedRules, explainRules, type TestedVisitor } from "@/lib/traffic/links/explain-rules";
import { knownOfNetwork } from "@/lib/traffic/links/network-links";
import {
  adNetworkOf,
  type NetworkClick,
  networkClickIn,
  publisherOfClick,
  readParams,
  storedParamsOf,
} from "@/lib/traffic/links/params";
import {
  type ClickDestination,
  destinationChain,
  destinationFor,
  destinationOfEnded,
  endedDestinationChain,
  type RedirectReason,
  refererPage,
  withParameters,
} from "@/lib/traffic/links/rules";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import {
  endedLinkOf,
  type LinkHost,
  linkedCampaign,
  linkHostOf,
  linkTargetOf,
  storesOfSite,
} from "@/lib/traffic/links/sites";
import { testMark } from "@/lib/traffic/links/test-mark";

export type ExplainedLink = {
  campaign: Pick<LinkedCampaignRow, "id" | "display_id" | "active" | "deleted" | "link_rules"> | null;
  agent: DescribedAgent;
  destination: ClickDestination;
  chain: { via: RedirectReason; url: string | null; chosen: boolean }[];
  why: string[];
  recorded: {
    counted: boolean;
    network: string | null;
    read: ReturnType<typeof readParams>;
    publisher: string | null;
    deeplink: string | null;
  } | null;
  testMark: string | null;
  /** The destinations of the matching rule, if it has several. */
  variants: ExplainedRules["variants"];
};

/** Null if the host belongs to no project. */
export async function explainLink(
  host: string,
  displayId: string,
  query: URLSearchParams,
  tested: TestedVisitor,
  { now, tick }: { now: Date; tick: number },
): Promise<ExplainedLink | null> {
  const site = await linkHostOf(host, tick);
  if (!site) return null;
  const params = storedParamsOf(query);
  const named = displayId === "" ? null : await linkedCampaign(site, displayId, tick);
  const click = named === null ? networkClickIn(params, site.customClicks ?? []) : null;
  const ofNetwork = click && (await knownOfNetwork(site, click));
  const defaultCampaign = displayId === "" && click === null ? (site.defaultCampaign ?? null) : null;
  const other = ofNetwork ?? defaultCampaign;
  const campaign = named ?? (other === null ? null : await linkedCampaign(site, other, tick));
  const agent = describeAgent({
    userAgent: tested.userAgent,
    platform: null,
    platformVersion: null,
    model: null,
  });
  const live = campaign?.active && !campaign.deleted ? campaign : null;
  const rules = live && explainRules(live, site, agent, tested);
  const { destination, chain, deeplink } = live
    ? ofLive(live, site, agent, params, rules?.url ?? null)
    : ofNone(campaign, site, agent);
  const first = chain.findIndex(({ url }) => url !== null);
  const network = campaign && adNetworkOf(campaign.network, params, "", site.customClicks ?? []);
  const read = readParams(params);
  return {
    campaign,
    agent,
    destination,
    chain: chain.map((target, i) => ({ ...target, chosen: i === first })),
    why: [
      ...(click ? [ofClickId(click, campaign)] : []),
      ...(defaultCampaign !== null && campaign
        ? [`The link has no campaign: ${campaign.display_id} is the project's default link.`]
        : []),
      ...reasons(campaign, agent, destination, site, rules?.why ?? []).slice(click && !campaign ? 1 : 0),
    ],
    variants: rules?.variants ?? [],
    recorded: campaign && {
      counted: live !== null,
      network,
      read,
      publisher: publisherOfClick(network, params, site, read.ad.publisherId),
      deeplink: deeplink === null ? null : withParameters(deeplink, params),
    },
    testMark: live && testMark(site.projectId, live.display_id, now),
  };
}

function ofLive(
  campaign: LinkedCampaignRow,
  site: LinkHost,
  agent: DescribedAgent,
  params: ReturnType<typeof storedParamsOf>,
  ruled: string | null,
) {
  const { destinations, stores, website } = linkTargetOf(campaign, site);
  const visitor = {
    platform: agent.platform,
    inApp: agent.inApp !== null,
    page: true,
    params,
    clickId: null,
  };
  return {
    destination: destinationFor(visitor, destinations, stores, website, ruled),
    chain: destinationChain(visitor, destinations, stores, website, ruled),
    deeplink: destinations.deeplink,
  };
}

function ofNone(campaign: LinkedCampaignRow | null, site: LinkHost, { platform }: DescribedAgent) {
  const to = campaign ? endedLinkOf(campaign, site) : "store";
  const stores = storesOfSite(site);
  const visitor = { platform, page: true };
  return {
    destination: destinationOfEnded(visitor, to, stores, site.website),
    chain: endedDestinationChain(visitor, to, stores, site.website),
    deeplink: null,
  };
}

/** Explains a link without a campaign but with a network's click ID. */
const ofClickId = ({ network }: NetworkClick, campaign: ExplainedLink["campaign"]) =>
  campaign === null
    ? `The link has no campaign, but a click ID of ${networkLabel(network)}: the first such click makes the campaign “${unnamedCampaignLabel(network)}”, for it and those that follow.`
    : `The link has no campaign, but a click ID of ${networkLabel(network)}: the click is counted for the campaign ${campaign.display_id}.`;

const platformNames = { IOS: "iOS", ANDROID: "Android", DESKTOP: "a desktop" };

const viaNames: Record<RedirectReason, string> = {
  rule: "The rule's destination takes precedence.",
  redirect: "The campaign has its own URL for the platform, which takes precedence over the store.",
  app_store: "The app's page in the App Store.",
  play_store: "The app's page on Google Play, with the click ID in the referrer.",
  website: "The campaign's website.",
  project_website: "The project's website.",
  deeplink: "No other destination is set, so the campaign's deeplink opens as a web page.",
  ended: "The URL for ended links.",
};

function reasons(
  campaign: LinkedCampaignRow | null,
  agent: DescribedAgent,
  destination: ClickDestination,
  site: LinkHost,
  ofRules: readonly string[],
): string[] {
  const why: string[] = [];
  const over = campaign && (campaign.deleted || !campaign.active) ? campaign : null;
  if (campaign === null) why.push("The link has no campaign of the project. The click is not recorded.");
  else if (over)
    why.push(
      `The campaign ${over.deleted ? "was deleted" : "is not active"}: its clicks are kept, but not counted.`,
      endedText(over, site),
    );
  why.push(
    `The visitor is on ${platformNames[agent.platform]}${agent.inApp ? `, inside ${agent.inApp}` : ""}.`,
  );
  why.push(...ofRules);
  if (destination.kind === "open_app") {
    why.push(
      destination.app === null
        ? "In-app browsers don't open a store automatically. A page opens it with a tap."
        : agent.inApp !== null
          ? "In-app browsers don't open other apps automatically. A page tries the app first."
          : "The campaign opens the app: a page tries it first.",
    );
  }
  const target =
    destination.kind === "redirect"
      ? destination
      : destination.kind === "open_app"
        ? destination.otherwise
        : null;
  if (destination.kind === "get_app")
    why.push(
      "Apps can't be installed on a desktop, and no website is set. A page shows the link as a QR code, and the stores. Programs that don't request a page are redirected to the store.",
    );
  else if (target) why.push(viaNames[target.via]);
  else if (!over || endedLinkOf(over, site) === "store")
    why.push(nothingSet(agent, site, campaign === null || over !== null));
  else if (endedLinkOf(over, site) === "website")
    why.push(`${site.name} has no website. A page explains it.`);
  why.push(...leftOut(campaign, site));
  if (agent.maybeIpad) {
    why.push(
      "Safari on an iPad identifies as a Mac. If their destinations differ, a small page detects the device.",
    );
  }
  return why;
}

/** Configured addresses that are never a destination. */
function leftOut(campaign: LinkedCampaignRow | null, site: LinkHost): string[] {
  const live = campaign?.active && !campaign.deleted ? campaign : null;
  const given: [string, string | null | undefined][] = [
    ["The campaign's website", live?.website],
    ["The campaign's page for iPhones", live?.ios_web_redirect],
    ["The campaign's page for Android", live?.android_web_redirect],
    ...(live?.link_rules ?? []).flatMap(({ destinations }, i) =>
      destinations.map(({ url }): [string, string | null] => [`A destination of rule ${i + 1}`, url]),
    ),
    ["The project's website", site.websiteOnLinks],
  ];
  return given
    .filter(([, url]) => url && isWebAddress(url) && refererPage(url, site.hosts) === null)
    .map(([what]) => `${what} is on a link domain and would redirect in a circle, so links don't use it.`);
}

function endedText(campaign: LinkedCampaignRow, site: LinkHost): string {
  const who = campaign.ended_links === null ? "The project" : "The campaign";
  const chosen = campaign.ended_links ?? site.endedLinks;
  const to = endedLinkOf(campaign, site);
  if (to === "page" && chosen !== "page")
    return `${who} sends its ended links to ${chosen}, which is on a link domain and would redirect in a circle. A page shows that the link has ended.`;
  const where: Record<string, string> = {
    page: "shows a page for ended links",
    website: "sends ended links to the project's website",
    store: "sends ended links to the app's page in the store",
  };
  return `${who} ${where[to] ?? "sends ended links to an address"}.`;
}

const nothingSet = (agent: DescribedAgent, site: LinkHost, lacksLink: boolean) =>
  lacksLink && agent.platform === "DESKTOP" && Object.values(storesOfSite(site)).some((url) => url !== null)
    ? "Apps can't be installed on a desktop, and no website is set. A page explains it and shows the stores. Programs that don't request a page are redirected to the store."
    : `${site.name} has neither a store listing nor a website for ${platformNames[agent.platform]}. A page explains it.`;
