import type { IncomingMessage } from "node:http";
import { Refusal } from "@/lib/base/refusal";
import type { Reply } from "@/lib/platform/http/reply";
import { refusalReply } from "@/lib/platform/http/route";

/** A name, an IPv4 address or an IPv6 one without a zone, and perhaps a port (RFC 9110 §7.2). Empty is allowed. */
const wellFormedHost = /^(?:[a-z0-9._-]{0,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Refuses requests that parse as HTTP but are ambiguous or meaningless. So no later code has to decide which host or
 * path is meant.
 */
export function refuseMalformed(request: IncomingMessage): Reply | null {
  const { method, url = "", headers, rawHeaders } = request;
  if (hosts(rawHeaders) > 1) return malformed("The Host header is sent more than once.");
  if (!wellFormedHost.test(headers.host ?? "")) return malformed("The Host header must be a host.");
  if (url.startsWith("/")) return isTooLong(url) ? targetTooLong() : null;
  // A request about the server as a whole (RFC 9110 §9.3.7).
  if (url === "*" && method === "OPTIONS") return { status: 204, headers: {}, body: null };
  return malformed("The request's target must be a path.");
}

const malformed = (message: string): Reply => refusalReply(new Refusal("malformed_request", message));

/** In bytes. Every real path of a page, an endpoint or a link is much shorter. */
const maxPath = 2_048;
/**
 * In bytes, path and query. A tracking link carries click IDs and the names of campaign, ad set and ad, with up to nine
 * bytes per character. Networks cut their own at 2 kB or less, and proxies such as nginx refuse lines above 8 kB.
 */
const maxTarget = 8_192;
/**
 * In bytes, of a page's path and query. A page repeats them in a header of its answer, encoded again, and such a header
 * is limited to 16 kB.
 */
const maxPageTarget = 4_096;

/** Node reads the target byte by byte, so its length is its size. */
function isTooLong(url: string): boolean {
  const mark = url.indexOf("?");
  return url.length > maxTarget || (mark === -1 ? url.length : mark) > maxPath;
}

export const isTooLongForPage = (url: string): boolean => url.length > maxPageTarget;

/** RFC 9110 §15.5.15. */
export const targetTooLong = (): Reply =>
  refusalReply(new Refusal("address_too_long", "The URL is too long."));

/**
 * Node silently keeps only the first of several Host headers, so the raw list is counted; its even entries are names.
 */
function hosts(rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
