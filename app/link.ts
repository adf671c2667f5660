import { now } from "@/db/clock";
import { webCallerAddress, webHandler, webResponse } from "@/lib/platform/http/web";
import { followClick } from "@/lib/traffic/visits/follow";
import { applePostbackRouter } from "@/server/http/apple-postbacks";
import { hostname, isAppHost, isOnEveryHost } from "@/server/http/hosts";
import { type LinkServer, openLinks } from "@/server/http/links";

const shared = globalThis as { cairnLinks?: LinkServer };

/**
 * Handles links on project hosts, and Apple's postbacks on any host, if Next runs without the front process. Null for
 * pages of the dashboard.
 */
export async function answerLink(request: Request): Promise<Response | null> {
  const host = hostname(request.headers.get("host") ?? "");
  const url = new URL(request.url);
  const postback = applePostbackRouter.find(url.pathname);
  if (postback) return webHandler(postback.endpoint.path, postback.endpoint.answer)(request);
  if (host === "" || isAppHost(host) || isOnEveryHost(url.pathname)) return null;
  shared.cairnLinks ??= openLinks({ mustSpool: false });
  const answer = await followClick(
    {
      method: request.method,
      host,
      path: url.pathname,
      rawQuery: url.search.slice(1),
      header: (name) => request.headers.get(name),
      address: webCallerAddress(request),
      now: now(),
      tick: performance.now(),
    },
    shared.cairnLinks,
  );
  if (answer) return webResponse(request.method === "HEAD" ? { ...answer, body: null } : answer);
  return new Response("Cairn does not serve this host name.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
