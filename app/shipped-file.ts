import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

type Shipped = { type: string; read: () => Promise<Uint8Array> };
/** A body as it is sent, and its own tag: caches must not mix encodings up (RFC 9110 §8.8.1). */
type Variant = { body: Uint8Array; tag: string; encoding?: "br" | "gzip" };

const ready = new Map<string, Promise<Variant[]>>();

/**
 * A file that comes with this version of the server, for anybody on any site. It is read and compressed once; browsers
 * check after an hour, and receive it again only if it changed.
 */
export async function shippedFile(request: Request, { type, read }: Shipped): Promise<Response> {
  const { pathname } = new URL(request.url);
  let file = ready.get(pathname);
  if (!file) {
    file = read().then((body) => variantsOf(body, type.startsWith("text/")));
    ready.set(pathname, file);
    // A file that could not be read is tried again.
    file.catch(() => ready.delete(pathname));
  }
  const variants = await file;
  const accepted = acceptedEncodings(request.headers.get("accept-encoding"));
  const { body, tag, encoding } = variants.find(({ encoding }) => !encoding || accepted(encoding))!;
  const headers = {
    "content-type": type,
    etag: tag,
    "cache-control": "public, max-age=3600",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    ...(variants.length > 1 ? { vary: "Accept-Encoding" } : {}),
  };
  if (isKnown(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(body), {
    headers: { ...headers, ...(encoding ? { "content-encoding": encoding } : {}) },
  });
}

/** The smallest first. */
async function variantsOf(body: Uint8Array, isText: boolean): Promise<Variant[]> {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const plain: Variant = { body, tag: `"${hash}"` };
  if (!isText) return [plain];
  return [
    { body: await promisify(brotliCompress)(body), tag: `"${hash}-br"`, encoding: "br" },
    { body: await promisify(gzip)(body, { level: 9 }), tag: `"${hash}-gzip"`, encoding: "gzip" },
    plain,
  ];
}

/** By RFC 9110 §12.5.3; without a header nothing is encoded. */
function acceptedEncodings(header: string | null): (encoding: string) => boolean {
  const weights = new Map(
    (header ?? "").split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
      const weight = parameters.find((each) => each.startsWith("q="));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
  return (encoding) => (weights.get(encoding) ?? weights.get("*") ?? 0) > 0;
}

/** A proxy that compresses may have weakened the tag; the bytes behind it are the same. */
const isKnown = (header: string | null, tag: string): boolean =>
  (header ?? "").split(",").some((each) => [tag, "*"].includes(each.trim().replace(/^W\//, "")));
