import { linkBase } from "@/lib/accounts/projects/rules";
import { isHeld } from "@/lib/base/database-failure";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { linkFile } from "@/lib/campaigns/links/files";
import { hostProof, proofPath } from "@/lib/campaigns/links/host-proof";
import { qrMark } from "@/lib/ledger/qr-mark";
import type { VisitorPlatform } from "@/lib/platform/user-agent";
import {
  answerForPreview,
  answerOf,
  answerUnknowable,
  answerWithout,
  pixel,
  plain,
} from "@/lib/traffic/clicks/answers";
import { brandOf } from "@/lib/traffic/clicks/brand";
import { forgetFollower } from "@/lib/traffic/clicks/duplicates";
import { appIcon } from "@/lib/traffic/clicks/icon";
import { idOf, keptVisit } from "@/lib/traffic/clicks/later";
import { campaignIn } from "@/lib/traffic/clicks/named";
import { devicePage } from "@/lib/traffic/clicks/page";
import { ownParameters } from "@/lib/traffic/clicks/params";
import { mostInCode } from "@/lib/traffic/clicks/qr-path";
import type { Keep } from "@/lib/traffic/clicks/record";
import { destinationFor } from "@/lib/traffic/clicks/rules";
import type { LinkedCampaignRow } from "@/lib/traffic/clicks/site-queries";
import { endedLinkOf, type Site, siteOf, type Target, targetOf } from "@/lib/traffic/clicks/sites";
import {
  campaignState,
  clickTaken,
  type Seen,
  type VisitOrigin,
  viewTaken,
  visitOriginOf,
} from "@/lib/traffic/clicks/taken";
import { type LinkAnswer, type Visit, type Visitor, visitorOf } from "@/lib/traffic/clicks/visit";

/**
 * Answers a request on a project's host; null for another host. The visit is stored before the answer, in the database
 * or in the spool; where neither takes it, it is counted as lost.
 */
export async function follow(visit: Visit, keep: Keep): Promise<LinkAnswer | null> {
  try {
    const found = siteOf(visit.host, visit.tick);
    const site = found instanceof Promise ? await found : found;
    if (site) visit.project = site.projectId;
    return site && (await answerOn(site, visit, keep));
  } catch (error) {
    log().warn(describeError(error), "a link cannot be followed");
    return answerLater(visit, keep);
  }
}

/** The link is looked up later from the stored visit. A retry until then counts as the same visit. */
async function answerLater(visit: Visit, keep: Keep): Promise<LinkAnswer> {
  if (visit.method !== "GET" && visit.method !== "HEAD") return answerUnknowable(again(visit));
  const aside = besides(visit.path, visit.host);
  if (aside) return aside;
  try {
    const kept = await keptVisit(visit);
    await keep.visit(kept);
    return answerUnknowable(again(visit, `${ownParameters.visit}=${kept.visit}`));
  } catch {
    return answerUnknowable(again(visit));
  }
}

const allow = { allow: "GET, HEAD, OPTIONS" };

async function answerOn(site: Site, visit: Visit, keep: Keep): Promise<LinkAnswer> {
  const { method, path } = visit;
  if (method === "OPTIONS") return { status: 204, headers: allow, body: null };
  if (method !== "GET" && method !== "HEAD") return plain(405, "Use GET.\n", allow);
  const aside =
    besides(path, visit.host) ??
    linkFile(site.projectId, path, visit.tick) ??
    appIcon(site.projectId, path, visit.tick);
  if (aside) return aside;
  if (site.held) return answerMoving(site.held.links, visit);

  const query = new URLSearchParams(visit.rawQuery);
  const visitor = visitorOf(visit, query);
  const named = await campaignIn(site, visit, query, visitor);
  if (named.kind === "view") return view(site, named.campaign, visit, visitor, query, keep);
  if (named.kind === "no view") return pixel(404);
  const { campaign, displayId } = named;
  return campaign
    ? click(site, campaign, visit, visitor, query, keep)
    : answerWithout(displayId === "" ? "root" : "unknown", site, visitor.agent.platform);
}

/**
 * Nothing is stored here any more. While the project moves, the visitor tries again; afterwards the other instance
 * takes the click. No browser remembers the way there, which ends when the host itself leads there.
 */
function answerMoving(links: string | null, visit: Visit): LinkAnswer {
  if (links === null) return answerUnknowable(again(visit));
  const location = `${links}${visit.path}${visit.rawQuery === "" ? "" : `?${visit.rawQuery}`}`;
  return { status: 308, headers: { location, "cache-control": "no-store" }, body: null };
}

/** Paths that browsers and crawlers request from every host. */
function besides(path: string, host: string): LinkAnswer | null {
  if (path === proofPath) return plain(200, hostProof(host), { "cache-control": "no-store" });
  if (path === "/robots.txt") return plain(200, "User-agent: *\nDisallow:\n");
  if (path === "/favicon.ico")
    return { status: 204, headers: { "cache-control": "max-age=86400" }, body: null };
  return null;
}

async function click(
  site: Site,
  campaign: LinkedCampaignRow,
  visit: Visit,
  visitor: Visitor,
  query: URLSearchParams,
  keep: Keep,
): Promise<LinkAnswer> {
  const target = targetOf(campaign, site);
  const lost = campaignState(campaign, visit.now);
  const { agent } = visitor;
  if (
    agent.maybeIpad &&
    visitor.automaton === null &&
    lost === null &&
    asksWithScripts(visit) &&
    differsOnIpad(target)
  ) {
    return devicePage(brandOf(site, "DESKTOP"), again(visit, `${ownParameters.device}=mac`));
  }

  const place = visitOriginOf(visit, visitor);
  const { row, follower, destination } = clickTaken(
    site,
    campaign,
    seenIn(visit, visitor, query, place instanceof Promise ? await place : place),
  );
  try {
    await keep.record(row);
  } catch (error) {
    if (row.not_counted === undefined) forgetFollower(follower);
    if (isHeld(error)) return answerMoving(null, visit);
    // Otherwise the click is lost, which the metrics report, and the visitor is redirected all the same.
  }
  if (lost) return answerWithout(lost, site, agent.platform, endedLinkOf(campaign, site));
  if (agent.automaton === "preview") return answerForPreview(campaign, site, visit.host, destination);
  // The click alone: what the followed link says of the ad or the visitor is not left lying on a clipboard.
  const isCarried = site.clipboard === true && agent.platform === "IOS" && agent.automaton === null;
  const copied = isCarried ? `${linkBase(visit.host, env.APP_URL)}/?cairn_click=${row.id}` : null;
  return answerOf(destination, target, site, agent.platform, () => linkOf(visit, query, campaign), copied);
}

async function view(
  site: Site,
  campaign: LinkedCampaignRow,
  visit: Visit,
  visitor: Visitor,
  query: URLSearchParams,
  keep: Keep,
): Promise<LinkAnswer> {
  const place = await visitOriginOf(visit, visitor);
  try {
    await keep.record(viewTaken(site, campaign, seenIn(visit, visitor, query, place)));
  } catch {
    return pixel(503);
  }
  return pixel(200);
}

function seenIn(visit: Visit, visitor: Visitor, query: URLSearchParams, place: VisitOrigin): Seen {
  const { now: at, tick, rawQuery } = visit;
  return { id: idOf(visit, query), at, tick, rawQuery, query, visitor, place };
}

/**
 * The followed link in its short form, for a phone that scans it: what it says of the ad comes along, and that it was
 * scanned where the ad says nothing else in that place. Of more than a camera reads only the scan is left.
 */
function linkOf({ host }: Visit, query: URLSearchParams, { display_id: id }: LinkedCampaignRow): string {
  const params = new URLSearchParams(query);
  for (const name of [ownParameters.campaign, ownParameters.device, ownParameters.from, ownParameters.visit])
    params.delete(name);
  if (!params.has(qrMark.name)) params.set(qrMark.name, qrMark.value);
  const short = `${linkBase(host, env.APP_URL)}/${id}`;
  const link = `${short}?${params}`;
  return link.length > mostInCode ? `${short}?${qrMark.name}=${qrMark.value}` : link;
}

/** A browser that opens a page for a person; programs do not send this header. */
const asksWithScripts = (visit: Visit) =>
  visit.method === "GET" && visit.header("sec-fetch-mode") === "navigate";

const differing = new WeakMap<Target, boolean>();

function differsOnIpad(target: Target): boolean {
  let differs = differing.get(target);
  if (differs === undefined) {
    const on = (platform: VisitorPlatform) =>
      destinationFor(
        { platform, inApp: false, page: true, params: [], clickId: null },
        target.destinations,
        target.stores,
        target.website,
      );
    const isRuled = target.rules.some(
      ({ platforms }) => platforms !== null && platforms.has("IOS") !== platforms.has("DESKTOP"),
    );
    differs = isRuled || JSON.stringify(on("IOS")) !== JSON.stringify(on("DESKTOP"));
    differing.set(target, differs);
  }
  return differs;
}

/**
 * The same link. It is relative and has only a query, because a path with two slashes would be another host to a
 * browser.
 */
function again({ rawQuery }: Visit, more = ""): string {
  const asked = rawQuery.replace(new RegExp(`&?${ownParameters.visit}=[^&]*`), "");
  return `?${[asked, more].filter((part) => part !== "").join("&")}`;
}
