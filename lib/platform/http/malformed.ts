import type { IncomingMessage } from "node:http";
import { envelope, type Reply } from "@/lib/platform/http/reply";

/** A name, an IPv4 address or an IPv6 one without a zone, and perhaps a port (RFC 9110 §7.2). Empty is allowed. */
const wellFormedHost = /^(?:[a-z0-9._-]{0,255}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Requests that parse as HTTP and still could be read in two ways, or in none: answered here, so that nothing behind
 * has to wonder which host or path is meant.
 */
export function refuseMalformed(request: IncomingMessage): Reply | null {
  const { method, url = "", headers, rawHeaders } = request;
  if (hosts(rawHeaders) > 1) return envelope(400, "The Host header stands more than once.", null);
  if (!wellFormedHost.test(headers.host ?? "")) return envelope(400, "The Host header is not a host.", null);
  if (url.startsWith("/")) return null;
  // A question to the server itself (RFC 9110 §9.3.7).
  if (url === "*" && method === "OPTIONS") return { status: 204, headers: {}, body: null };
  return envelope(400, "The request's target is not a path.", null);
}

/** Node keeps the first of several and says nothing. Every other entry is a name. */
function hosts(rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
