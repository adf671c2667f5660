import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Reply } from "@/lib/platform/http/reply";

/** For smaller bodies the overhead of compression is larger than the gain. */
const minBytes = 2048;
const text = /^(text\/|application\/(json|x-ndjson|javascript|manifest\+json|openapi\+json)|image\/svg)/;

const encode = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body, { level: 6 }),
};

/**
 * The body in an encoding that the caller accepts, if it is large and text; null if it is sent unchanged. Small
 * answers, nearly all of them, are decided by one comparison. Compression runs on another thread.
 */
export function compressed(reply: Reply, accepted: string | undefined): Promise<Uint8Array> | null {
  const { body, headers } = reply;
  if (body === null || body.length < minBytes || headers["content-encoding"]) return null;
  // The response was already negotiated: encoded, or plain on purpose.
  if (/accept-encoding/i.test(headers.vary ?? "")) return null;
  if (!text.test(headers["content-type"] ?? "")) return null;
  headers.vary = headers.vary ? `${headers.vary}, accept-encoding` : "accept-encoding";
  const encoding = preferred(accepted ?? "");
  if (!encoding) return null;
  headers["content-encoding"] = encoding;
  return encode[encoding](typeof body === "string" ? Buffer.from(body) : body);
}

/** Chooses between the two encodings on offer (RFC 9110 §12.5.3); a weight of zero excludes one. */
export function preferred(accepted: string): keyof typeof encode | null {
  const offered = new Map<string, boolean>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...rest] = part.split(";").map((word) => word.trim());
    offered.set(name, !rest.some((word) => /^q=0(\.0{0,3})?$/.test(word)));
  }
  const accepts = (name: string) => offered.get(name) ?? offered.get("*") ?? false;
  if (accepts("br")) return "br";
  return accepts("gzip") ? "gzip" : null;
}
