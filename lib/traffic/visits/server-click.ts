/**
 * Clicks and views that a network's server reports for a device: `/t/{network}/{campaign}?…` on a link host. The
 * response is JSON without a redirect.
 */
import { isIP } from "node:net";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { networkCodeOf, networkNamed, normalizedNetworkName } from "@/lib/campaigns/networks";
import { displayIdForm } from "@/lib/campaigns/rules";
import { limiter } from "@/lib/platform/limits/limiter";
import type { Bucket } from "@/lib/platform/limits/rate-limit";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { cairnParameters, readParams } from "@/lib/traffic/links/params";
import {
  isServerClickKey,
  isServerClickSignature,
  validServerClickKeys,
} from "@/lib/traffic/links/server-click-key";
import type { LinkedCampaignRow } from "@/lib/traffic/links/site-queries";
import { type LinkHost, linkedCampaign } from "@/lib/traffic/links/sites";
import type { LinkAnswer } from "@/lib/traffic/pages/responses";
import { serverClickLimits } from "@/lib/traffic/server-clicks/schema";
import { resolveClick, viewRow } from "@/lib/traffic/visits/destination";
import { findVisitOrigin, type VisitOrigin } from "@/lib/traffic/visits/origin";
import type { ClickRecorder } from "@/lib/traffic/visits/record";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import { readServerParameters, type ServerParameters } from "@/lib/traffic/visits/server-parameters";
import { type Visit, visitOf } from "@/lib/traffic/visits/visit";

/**
 * Calls per second of one network in one project. A network that sends more, or an outsider who knows its URL, uses up
 * only this network's calls.
 */
export const networkCallBucket = (
  project: ProjectId,
  network: string,
  count: number = serverClickLimits.usual,
): Bucket => ({
  key: `network:${project}:${network}`,
  limit: { count, windowMs: 1_000 },
});

/** Parameters about the device, which are read and not stored as sent. */
const deviceParameters = ["ip", "ua", "language", "os", "type", "key", "signature"] as const;

const form = /^\/t\/([^/]{1,120})\/([^/]{1,64})\/?$/;

/** Null if the path belongs to a link, which may begin in the same way. */
export async function answerToServerClick(
  site: LinkHost,
  request: LinkRequest,
  recorder: ClickRecorder,
): Promise<LinkAnswer | null> {
  const [, sentNetwork = "", displayId = ""] = form.exec(request.path) ?? [];
  const network = decoded(sentNetwork);
  const code = network === null ? null : networkCodeOf(network);
  if (code === null) return null;
  const campaign = displayIdForm.test(displayId) ? await linkedCampaign(site, displayId, request.tick) : null;
  request.serverClickNetwork = code;
  const isOurs =
    campaign?.network != null && normalizedNetworkName(campaign.network) === normalizedNetworkName(code);
  if (!isOurs) {
    // Another path with these three parts may be a deep link.
    if (!networkNamed(code) && campaign === null) return null;
    return json(404, campaign ? "The campaign does not belong to this network." : "Campaign not found!");
  }
  if (request.method !== "GET" && request.method !== "POST")
    return json(405, "Use GET or POST.", null, { allow: "GET, POST" });
  const { calls_per_second: limit = null } = site.serverClicks?.[campaign.network!] ?? {};
  const calls = networkCallBucket(site.projectId, campaign.network!, limit ?? serverClickLimits.usual);
  if ((await limiter().take([calls], request.tick)).full)
    return json(429, "Rate limit exceeded. Please try again later.", null, { "retry-after": "1" });
  return takeServerClick(site, request, campaign, recorder);
}

async function takeServerClick(
  site: LinkHost,
  request: LinkRequest,
  campaign: LinkedCampaignRow,
  recorder: ClickRecorder,
): Promise<LinkAnswer> {
  const read = await readServerParameters(request);
  if ("status" in read) return json(read.status, read.message);
  const { query } = read;
  const problem = complaintAbout(query);
  if (problem) return json(400, problem);
  const network = campaign.network!;
  const valid = validServerClickKeys(
    site.projectId,
    network,
    site.serverClicks?.[network] ?? {},
    request.now,
  );
  const proof = proofOf(read, valid);
  if (typeof proof === "string") return json(401, proof);
  const { isSigned } = proof;
  const visit = visitOfDevice(site, request, query);
  const isView = query.get("type") === "view";
  if (!isSigned && !query.get("ip") && readParams(visit.visitor.params).advertisingId === null)
    return json(400, "Send gaid, idfa or ip: the device is unknown without one.");
  const found = await findVisitOrigin(site, visit.request, visit.visitor);
  // Anyone can send any IP address, so without the key it is not used to match installs.
  const origin: VisitOrigin = isSigned ? found : { ...found, addressKey: null };
  const row = isView ? viewRow(visit, campaign, origin) : resolveClick(visit, campaign, origin).row;
  row.params = { ...row.params, [cairnParameters.source]: "server" };
  try {
    await recorder.record(row);
  } catch (error) {
    log().warn(describeError(error), "a click from a network's server cannot be stored");
    return json(503, "The click could not be stored. Send it again.", null, { "retry-after": "1" });
  }
  return json(200, isView ? "View stored." : "Click stored.", answerOf(row));
}

/** The key or a signature with it proves that the network sent the call. A wrong one is an error, not a missing one. */
function proofOf(
  { query, signedText }: ServerParameters,
  valid: readonly string[],
): { isSigned: boolean } | string {
  const key = query.get("key");
  if (key !== null && !isServerClickKey(key, valid)) return "The key is not valid for this network.";
  const signature = query.get("signature");
  if (signature !== null && !isServerClickSignature(signature, signedText, valid))
    return "The signature is not valid for this call.";
  return { isSigned: key !== null || signature !== null };
}

const answerOf = ({ id, not_counted: reason }: ClickRow) => ({
  click_id: id,
  counted: reason === undefined,
  reason: reason ?? null,
});

function complaintAbout(query: URLSearchParams): string | null {
  // A publisher could add a second value through one of the network's macros.
  const repeated = [...deviceParameters, "gaid", "idfa"].find((name) => query.getAll(name).length > 1);
  if (repeated) return `${repeated} is sent twice.`;
  const ip = query.get("ip");
  if (ip && isIP(ip) === 0) return "ip must be an IPv4 or IPv6 address.";
  const type = query.get("type");
  if (type && type !== "click" && type !== "view") return "type must be click or view.";
  const os = query.get("os");
  if (os && !/^(android|ios)$/i.test(os)) return "os must be android or ios.";
  return os || query.get("ua") ? null : "Send ua or os: the device's system is unknown without one.";
}

/** The visit of the device: its address, browser and language are parameters, not those of the caller. */
function visitOfDevice(site: LinkHost, request: LinkRequest, query: URLSearchParams): Visit {
  const userAgent = query.get("ua");
  const headers: Record<string, string | null> = {
    "user-agent": userAgent,
    "accept-language": query.get("language"),
  };
  const stored = new URLSearchParams(query);
  for (const name of deviceParameters) stored.delete(name);
  const visit = visitOf(site, {
    ...request,
    method: "GET",
    rawQuery: stored.toString(),
    address: query.get("ip") ?? "",
    header: (name) => headers[name] ?? null,
  });
  if (userAgent) return visit;
  const platform = query.get("os")?.toLowerCase() === "ios" ? "IOS" : "ANDROID";
  const { visitor } = visit;
  return { ...visit, visitor: { ...visitor, agent: { ...visitor.agent, platform }, automaton: null } };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const json = (
  status: number,
  msg: string,
  data: unknown = null,
  headers: Record<string, string> = {},
): LinkAnswer => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  body: JSON.stringify({ msg, status, data }),
});
