import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import type { Call } from "@/lib/platform/http/call";

const harmless = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses changes that another site makes a browser send with the session's cookie. Browsers also send the origin of a
 * request, which a page cannot forge: only our own pages may make changes. A program without either header is not a
 * browser, and only has cookies that it was given.
 */
export function refuseOtherOrigins(call: Call): void {
  if (harmless.has(call.method)) return;
  const site = call.header("sec-fetch-site");
  const origin = call.header("origin");
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign();
  if (origin !== null && !isOurs(origin, visitedHost(call))) throw foreign();
}

/** The host as the front process received it; without a front, as Next did. */
const visitedHost = (call: Call) => call.header("x-forwarded-host") ?? call.header("host") ?? "";

function isOurs(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return from.host === host.toLowerCase() || from.origin === new URL(env.APP_URL).origin;
}

export const otherSiteText = "This request came from another site.";
const foreign = () => new Refusal("cross_site_request", otherSiteText);
