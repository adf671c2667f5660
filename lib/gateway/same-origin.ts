import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import type { Call } from "@/lib/platform/http/call";

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A browser sends the session's cookie along with whatever another site makes it send. It also says where the
 * request came from, and that cannot be forged by a page: only our own pages may change anything. A program that
 * says neither is not a browser, and nobody can make it send a cookie it was not given.
 */
export function refuseOtherOrigins(call: Call): void {
  if (harmless.has(call.method)) return;
  const site = call.header("sec-fetch-site");
  const origin = call.header("origin");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign();
  if (origin !== null && !isOurs(origin, visitedHost(call))) throw foreign();
}

/** As the front process saw it; without one, as Next did. */
const visitedHost = (call: Call) => call.header("x-forwarded-host") ?? call.header("host") ?? "";

function isOurs(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host.toLowerCase() || from.origin === new URL(env.APP_URL).origin;
}

export const otherSite = "This request came from another site.";
const foreign = () => new Refusal(403, otherSite);
