/**
 * Visits whose link cannot be looked up because the database is unavailable. They are stored as they arrived, and
 * become clicks when the database is available again. Only the part of the address that a click contains is stored.
 */

import { describeError, log } from "@/lib/base/log";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { linkHostOf } from "@/lib/traffic/links/sites";
import { answerUnavailable, type LinkAnswer } from "@/lib/traffic/pages/responses";
import { findVisitedCampaign } from "@/lib/traffic/visits/campaign";
import { resolveClick, viewRow } from "@/lib/traffic/visits/destination";
import { findVisitOrigin } from "@/lib/traffic/visits/origin";
import { hostFile, isReadRequest } from "@/lib/traffic/visits/other-requests";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import { retryLink, retryLinkOfVisit, visitIdOf } from "@/lib/traffic/visits/retry";
import { clickVisitorOf, visitOf } from "@/lib/traffic/visits/visit";

export type SpooledVisit = {
  visit: string;
  at: Date | string;
  method: string;
  host: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  address_key: string | null;
  address_list: string | null;
  country: string | null;
};

/** The headers that describe the visitor and the browser. */
const reporting = [
  "user-agent",
  "referer",
  "accept-language",
  "sec-ch-ua-platform",
  "sec-ch-ua-platform-version",
  "sec-ch-ua-model",
  "sec-purpose",
  "purpose",
  "x-purpose",
  "x-moz",
];

export const isSpooledVisit = (row: ClickRow | SpooledVisit): row is SpooledVisit => "visit" in row;

/** Stores the visit, whose link is looked up later. A retry until then counts as the same visit. */
export async function answerUnresolved(
  request: LinkRequest,
  recorder: { visit(visit: SpooledVisit): Promise<void> },
): Promise<LinkAnswer> {
  if (!isReadRequest(request)) return answerUnavailable(retryLink(request));
  const file = hostFile(request.path, request.host);
  if (file) return file;
  try {
    const stored = await storedVisit(request);
    await recorder.visit(stored);
    return answerUnavailable(retryLinkOfVisit(request, stored.visit));
  } catch (error) {
    log().warn(describeError(error), "a visit cannot be kept for later");
    return answerUnavailable(retryLink(request));
  }
}

async function storedVisit(request: LinkRequest): Promise<SpooledVisit> {
  const query = new URLSearchParams(request.rawQuery);
  const origin = await findVisitOrigin(null, request, clickVisitorOf(request, query));
  const headers = reporting.flatMap((name) => {
    const value = request.header(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    visit: visitIdOf(request, query),
    at: request.now,
    method: request.method,
    host: request.host,
    path: request.path,
    query: request.rawQuery,
    headers: Object.fromEntries(headers),
    address_key: origin.addressKey,
    address_list: origin.addressList,
    country: origin.country,
  };
}

/** Null if the link is unknown. `now` and `tick` are the time of the lookup, on two clocks. */
export async function clickOfSpooledVisit(
  stored: SpooledVisit,
  now: Date,
  tick: number,
): Promise<ClickRow | null> {
  const site = await linkHostOf(stored.host, tick);
  if (!site) return null;
  const at = new Date(stored.at);
  const { method, host, path, query: rawQuery, headers } = stored;
  const header = (name: string) => headers[name] ?? null;
  const request: LinkRequest = { method, host, path, rawQuery, header, address: "", now: at, tick };
  const visit = { ...visitOf(site, request), id: stored.visit, tick: tick - (now.getTime() - at.getTime()) };
  const visited = await findVisitedCampaign(visit);
  if (visited.kind === "no view" || visited.campaign === null) return null;
  const origin = {
    addressKey: stored.address_key,
    addressList: stored.address_list,
    blockEntry: null,
    country: stored.country,
  };
  return visited.kind === "view"
    ? viewRow(visit, visited.campaign, origin)
    : resolveClick(visit, visited.campaign, origin).row;
}
