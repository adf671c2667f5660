import { addressKey } from "@/lib/access/address-key";
import { countryOf } from "@/lib/addresses/country";
import { addressListOf } from "@/lib/addresses/lists";
import { displayIdForm } from "@/lib/campaigns/rules";
import {
  answerForPreview,
  answerOf,
  answerUnkept,
  answerUnknowable,
  answerWithout,
  pixel,
  plain,
} from "@/lib/clicks/answers";
import { type Click, clickRow } from "@/lib/clicks/click";
import { forgetFollower, isDuplicate } from "@/lib/clicks/duplicates";
import { campaignOfNetwork } from "@/lib/clicks/network-links";
import { devicePage } from "@/lib/clicks/page";
import { ownParameters, readParams } from "@/lib/clicks/params";
import type { CampaignRow } from "@/lib/clicks/queries";
import type { RecordClick } from "@/lib/clicks/record";
import { carriesReferrer, destinationFor, type Platform } from "@/lib/clicks/rules";
import { campaignOf, endedLinkOf, type Site, siteOf, type Target, targetOf } from "@/lib/clicks/sites";
import { isTestMark } from "@/lib/clicks/test-mark";
import { type Answer, type Visit, type Visitor, visitorOf } from "@/lib/clicks/visit";
import { newId } from "@/lib/ids";
import { linkFile } from "@/lib/links/files";
import { hostProof, proofPath } from "@/lib/links/host-proof";
import { describeError, log } from "@/lib/log";

/**
 * Answers a request on a project's host; null when the host is none. What is answered was kept before: committed,
 * or in the spool.
 */
export async function follow(visit: Visit, record: RecordClick): Promise<Answer | null> {
  try {
    const found = siteOf(visit.host, visit.tick);
    const site = found instanceof Promise ? await found : found;
    return site && (await answerOn(site, visit, record));
  } catch (error) {
    log().warn(describeError(error), "a link cannot be followed");
    return answerUnknowable(again(visit));
  }
}

const allow = { allow: "GET, HEAD, OPTIONS" };

async function answerOn(site: Site, visit: Visit, record: RecordClick): Promise<Answer> {
  const { method, path } = visit;
  if (method === "OPTIONS") return { status: 204, headers: allow, body: null };
  if (method !== "GET" && method !== "HEAD") return plain(405, "Use GET.\n", allow);
  const aside = besides(path, visit.host) ?? linkFile(site.projectId, path, visit.tick);
  if (aside) return aside;

  const query = new URLSearchParams(visit.rawQuery);
  const visitor = visitorOf(visit, query);
  if (path.startsWith("/i/")) {
    const seen = await campaignNamed(bare(path.slice(2)), site, visit);
    if (seen) return view(site, seen, visit, visitor, record);
    // The path of a deeplink may begin like an impression's.
    if (!query.getAll("c").some((id) => id !== "")) return pixel(404);
  }
  const displayId = displayIdIn(path, query);
  const found = campaignNamed(displayId, site, visit);
  const named = found instanceof Promise ? await found : found;
  const campaign = named ?? (await campaignOfNetwork(site, visitor.params, visit.tick));
  return campaign
    ? click(site, campaign, visit, visitor, query, record)
    : answerWithout(displayId === "" ? "root" : "unknown", site, visitor.agent.platform);
}

const campaignNamed = (displayId: string, site: Site, visit: Visit) =>
  displayIdForm.test(displayId) ? campaignOf(site, displayId, visit.tick) : null;

/** What browsers and crawlers ask every host for. */
function besides(path: string, host: string): Answer | null {
  if (path === proofPath) return plain(200, hostProof(host), { "cache-control": "no-store" });
  if (path === "/robots.txt") return plain(200, "User-agent: *\nDisallow:\n");
  if (path === "/favicon.ico")
    return { status: 204, headers: { "cache-control": "max-age=86400" }, body: null };
  return null;
}

/** `/?c=ID`, `/ID`, or any path with `c=ID`. Empty where nothing is named. */
function displayIdIn(path: string, query: URLSearchParams): string {
  const named = query.get("c") || query.getAll("c").find((id) => id !== "");
  if (named) return named;
  return bare(path);
}

const bare = (path: string) => path.slice(1, path.endsWith("/") ? -1 : undefined);

const stateOf = (campaign: CampaignRow) =>
  campaign.deleted ? "deleted" : campaign.active ? null : "inactive";

async function click(
  site: Site,
  campaign: CampaignRow,
  visit: Visit,
  visitor: Visitor,
  query: URLSearchParams,
  record: RecordClick,
): Promise<Answer> {
  const target = targetOf(campaign, site);
  const lost = stateOf(campaign);
  const left = visitor.automaton ?? lost;
  const { agent } = visitor;
  if (agent.maybeIpad && left === null && asksWithScripts(visit) && differsOnIpad(target)) {
    return devicePage(site.name, again(visit, `${ownParameters.device}=mac`));
  }

  const id = newId(visit.now);
  const read = readParams(visitor.params);
  const follower = {
    ...{ campaignId: campaign.id, advertisingId: read.advertisingId, addressKey: addressKey(visit.address) },
    ...{ userAgent: visitor.userAgent, rawQuery: visit.rawQuery },
  };
  const notCounted = left ?? (isDuplicate(follower, visit.tick) ? "duplicate" : null);
  const destination = destinationFor(
    {
      platform: agent.platform,
      inApp: agent.inApp !== null,
      params: visitor.params,
      // Whoever taps twice installs from the second page.
      clickId: left === null ? id : null,
    },
    target.destinations,
    target.stores,
    target.website,
  );
  const mark = query.get(ownParameters.test);
  const place = placeOf(visit, visitor, follower.addressKey);
  const row = clickRow({
    id,
    at: visit.now,
    kind: "click",
    projectId: site.projectId,
    campaignId: campaign.id,
    campaignNetwork: campaign.network,
    notCounted,
    isTest: mark !== null && isTestMark(mark, site.projectId, campaign.display_id, visit.now),
    noReferrer: agent.platform === "ANDROID" && !carriesReferrer(destination),
    visitor,
    read,
    ...(place instanceof Promise ? await place : place),
  });
  try {
    await record(row);
  } catch (error) {
    log().error(describeError(error), "a click could be kept nowhere");
    if (notCounted === null) forgetFollower(follower);
    return answerUnkept(destination, site);
  }
  if (lost) return answerWithout(lost, site, agent.platform, endedLinkOf(campaign, site));
  if (agent.automaton === "preview") return answerForPreview(campaign, site, visit.host, destination);
  return answerOf(destination, target, site, agent.platform);
}

type Place = Pick<Click, "addressKey" | "addressList" | "country">;

/** What is noted of where it came from; without a promise where nothing has to be loaded first. */
function placeOf(visit: Visit, visitor: Visitor, key: string | null): Place | Promise<Place> {
  const list = addressListOf(visit.address, visit.tick);
  const country = visitor.country ?? countryOf(visit.address, key);
  return list instanceof Promise || country instanceof Promise
    ? Promise.all([list, country]).then(([on, inside]) => ({
        addressKey: key,
        addressList: on,
        country: inside,
      }))
    : { addressKey: key, addressList: list, country };
}

/** An ad was seen, not followed. */
async function view(
  site: Site,
  campaign: CampaignRow,
  visit: Visit,
  visitor: Visitor,
  record: RecordClick,
): Promise<Answer> {
  const place = placeOf(visit, visitor, addressKey(visit.address));
  const row = clickRow({
    id: newId(visit.now),
    at: visit.now,
    kind: "view",
    projectId: site.projectId,
    campaignId: campaign.id,
    campaignNetwork: campaign.network,
    notCounted: visitor.automaton ?? stateOf(campaign),
    isTest: false,
    noReferrer: false,
    visitor,
    read: readParams(visitor.params),
    ...(place instanceof Promise ? await place : place),
  });
  try {
    await record(row);
  } catch (error) {
    log().error(describeError(error), "an impression could be kept nowhere");
    return pixel(503);
  }
  return pixel(200);
}

/** A browser that opens a page for somebody; programs do not say this. */
const asksWithScripts = (visit: Visit) =>
  visit.method === "GET" && visit.header("sec-fetch-mode") === "navigate";

const differing = new WeakMap<Target, boolean>();

function differsOnIpad(target: Target): boolean {
  let differs = differing.get(target);
  if (differs === undefined) {
    const on = (platform: Platform) =>
      destinationFor(
        { platform, inApp: false, params: [], clickId: null },
        target.destinations,
        target.stores,
        target.website,
      );
    differs = JSON.stringify(on("IOS")) !== JSON.stringify(on("DESKTOP"));
    differing.set(target, differs);
  }
  return differs;
}

/** The same link. Told by its query alone: a path of two slashes would be another host to a browser. */
const again = ({ rawQuery }: Visit, more = "") =>
  `?${[rawQuery, more].filter((part) => part !== "").join("&")}`;
