/** The step after the host: handles requests that are not visits. */

import { linkFile } from "@/lib/campaigns/app-links/files";
import { hostProof, hostProofPath } from "@/lib/campaigns/app-links/host-proof";
import type { LinkHost } from "@/lib/traffic/links/sites";
import { appImage } from "@/lib/traffic/pages/icon";
import { answerUnavailable, type LinkAnswer, textAnswer } from "@/lib/traffic/pages/responses";
import { isKnownFrozen } from "@/lib/traffic/visits/in-progress";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import { retryLink } from "@/lib/traffic/visits/retry";

const allow = { allow: "GET, HEAD, OPTIONS" };

/** The response to a request that is neither a click nor a view; null if it may be one. */
export function answerOtherRequest(
  site: LinkHost,
  request: LinkRequest,
): LinkAnswer | Promise<LinkAnswer> | null {
  const { method, path, host, tick } = request;
  if (method === "OPTIONS") return { status: 204, headers: allow, body: null };
  if (!isReadRequest(request)) return textAnswer(405, "Use GET.\n", allow);
  return (
    hostFile(path, host) ??
    linkFile(site.projectId, path, tick) ??
    appImage(site.projectId, path, tick) ??
    (site.frozen || isKnownFrozen(site.projectId)
      ? answerFromElsewhere(site.frozen?.links ?? null, request)
      : null)
  );
}

export const isReadRequest = ({ method }: LinkRequest) => method === "GET" || method === "HEAD";

/** Paths that browsers and crawlers request from every host. */
export function hostFile(path: string, host: string): LinkAnswer | null {
  if (path === hostProofPath) return textAnswer(200, hostProof(host), { "cache-control": "no-store" });
  if (path === "/robots.txt") return textAnswer(200, "User-agent: *\nDisallow:\n");
  if (path === "/favicon.ico")
    return { status: 204, headers: { "cache-control": "max-age=86400" }, body: null };
  return null;
}

/**
 * This instance no longer stores clicks of the project. During the migration the visitor retries; afterwards the other
 * instance handles the click. Browsers must not cache the redirect, which ends when the host itself moves.
 */
export function answerFromElsewhere(links: string | null, request: LinkRequest): LinkAnswer {
  if (links === null) return answerUnavailable(retryLink(request));
  const location = `${links}${request.path}${request.rawQuery === "" ? "" : `?${request.rawQuery}`}`;
  return { status: 308, headers: { location, "cache-control": "no-store" }, body: null };
}
