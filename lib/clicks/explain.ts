/** What following a link would do, told instead of done. */
import { type Agent, describeAgent } from "@/lib/clicks/agent";
import { knownOfNetwork } from "@/lib/clicks/network-links";
import { type NetworkClick, networkClickIn, networkOf, paramsOf, readParams } from "@/lib/clicks/params";
import type { CampaignRow } from "@/lib/clicks/queries";
import { chainFor, type Destination, destinationFor, type Via, withParameters } from "@/lib/clicks/rules";
import { anyTarget, campaignOf, type Site, siteOf, targetOf } from "@/lib/clicks/sites";
import { testMark } from "@/lib/clicks/test-mark";
import { untoldName } from "@/lib/networks";

export type Explained = {
  campaign: Pick<CampaignRow, "id" | "display_id" | "active" | "deleted"> | null;
  agent: Agent;
  destination: Destination;
  chain: { via: Via; url: string | null; chosen: boolean }[];
  why: string[];
  recorded: {
    counted: boolean;
    network: string | null;
    read: ReturnType<typeof readParams>;
    deeplink: string | null;
  } | null;
  testMark: string | null;
};

/** Null when the host is no project's. */
export async function explain(
  host: string,
  displayId: string,
  query: URLSearchParams,
  userAgent: string,
  { now, tick }: { now: Date; tick: number },
): Promise<Explained | null> {
  const site = await siteOf(host, tick);
  if (!site) return null;
  const params = paramsOf(query);
  const named = displayId === "" ? null : await campaignOf(site, displayId, tick);
  const click = named === null ? networkClickIn(params) : null;
  const ofNetwork = click && (await knownOfNetwork(site, click));
  const campaign = named ?? (ofNetwork === null ? null : await campaignOf(site, ofNetwork, tick));
  const agent = describeAgent({ userAgent, platform: null, platformVersion: null, model: null });
  const isLive = campaign?.active === true && !campaign.deleted;
  const target = isLive ? targetOf(campaign, site) : anyTarget(site);
  const visitor = {
    platform: agent.platform,
    inApp: isLive && agent.inApp !== null,
    params: isLive ? params : [],
    clickId: null,
  };
  const destination = destinationFor(visitor, target.destinations, target.stores, target.website);
  const chain = chainFor(visitor, target.destinations, target.stores, target.website);
  const first = chain.findIndex(({ url }) => url !== null);
  const { deeplink } = target.destinations;
  return {
    campaign,
    agent,
    destination,
    chain: chain.map((place, i) => ({ ...place, chosen: i === first })),
    why: [
      ...(click ? [ofClickId(click, campaign)] : []),
      ...reasons(campaign, isLive, agent, destination, site).slice(click && !campaign ? 1 : 0),
    ],
    recorded: campaign && {
      counted: isLive,
      network: networkOf(campaign.network, params, ""),
      read: readParams(params),
      deeplink: deeplink === null ? null : withParameters(deeplink, params),
    },
    testMark: isLive ? testMark(site.projectId, campaign.display_id, now) : null,
  };
}

/** What becomes of a link that names no campaign, but has a network's id of a click. */
const ofClickId = ({ network }: NetworkClick, campaign: Explained["campaign"]) =>
  campaign === null
    ? `The link names no campaign, but has a click id of ${network.label}: the first such click makes the campaign “${untoldName(network)}”, for it and those that follow.`
    : `The link names no campaign, but has a click id of ${network.label}: the click is counted for the campaign ${campaign.display_id}.`;

const platformNames = { IOS: "iOS", ANDROID: "Android", DESKTOP: "a desktop" };

const viaNames: Record<Via, string> = {
  redirect: "The campaign's own address for the platform is set, and stands before the store.",
  app_store: "The app's page in the App Store.",
  play_store: "The app's page on Google Play, with the click's id in the referrer.",
  website: "The campaign's website.",
  project_website: "The project's website.",
  deeplink: "Nothing else is set, so the campaign's deeplink is opened as a page of the web.",
};

function reasons(
  campaign: CampaignRow | null,
  isLive: boolean,
  agent: Agent,
  destination: Destination,
  site: Site,
): string[] {
  const why: string[] = [];
  if (campaign === null) why.push("The link names no campaign of the project: nothing is recorded.");
  else if (campaign.deleted) why.push("The campaign was deleted: its clicks are kept, but not counted.");
  else if (!isLive) why.push("The campaign is not active: its clicks are kept, but not counted.");
  why.push(
    `The visitor is on ${platformNames[agent.platform]}${agent.inApp ? `, inside ${agent.inApp}` : ""}.`,
  );
  if (destination.kind === "open_app") {
    why.push(
      destination.app === null
        ? "Browsers inside apps do not lead into a store by themselves: a page does, with a tap."
        : agent.inApp !== null
          ? "Browsers inside apps do not open other apps by themselves: a page tries the app first."
          : "The campaign opens the app: a page tries it first.",
    );
  }
  const place =
    destination.kind === "redirect"
      ? destination
      : destination.kind === "open_app"
        ? destination.otherwise
        : null;
  why.push(place ? viaNames[place.via] : nothingSet(agent, site));
  if (agent.maybeIpad) {
    why.push(
      "Safari on an iPad calls itself a Mac: where the two lead elsewhere, a small page asks which it is.",
    );
  }
  return why;
}

const nothingSet = (agent: Agent, site: Site) =>
  `${site.name} has neither a store listing nor a website for ${platformNames[agent.platform]}: a page says so.`;
