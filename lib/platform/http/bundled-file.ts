import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { preferred } from "@/lib/platform/http/compress";
import type { Reply } from "@/lib/platform/http/reply";

type Shipped = { type: string; read: () => Promise<Uint8Array> };
/** The cached version and the accepted encodings of the caller. */
export type CallerCache = { ifNoneMatch: string | null; acceptEncoding: string | null };
type NodeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What the caller of a Node request has and accepts. */
export const callerCacheOf = (headers: NodeHeaders): CallerCache => ({
  ifNoneMatch: [headers["if-none-match"] ?? []].flat().join(",") || null,
  acceptEncoding: [headers["accept-encoding"] ?? []].flat().join(",") || null,
});

/** An encoded body with its own tag, because caches must not mix up encodings (RFC 9110 §8.8.1). */
export type EncodedFile = { body: Uint8Array; tag: string; encoding?: "br" | "gzip" };

const ready = new Map<string, Promise<EncodedFile[]>>();

/**
 * A file that is part of this version of the server, public for any site. It is read and compressed once. Browsers
 * check it after an hour, and receive it again only if it changed.
 */
export async function shippedFile(name: string, { type, read }: Shipped, known: CallerCache): Promise<Reply> {
  let file = ready.get(name);
  if (!file) {
    file = read().then((body) => encodedFiles(body, type.startsWith("text/")));
    ready.set(name, file);
    // After a failed read, the next call tries again.
    file.catch(() => ready.delete(name));
  }
  return encodedFileReply(
    await file,
    {
      "content-type": type,
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    },
    known,
  );
}

/** The variant that the caller reads, or a 304 if the caller has it. */
export function encodedFileReply(
  variants: EncodedFile[],
  given: Record<string, string>,
  { ifNoneMatch, acceptEncoding }: CallerCache,
): Reply {
  const chosen = preferred(acceptEncoding ?? "") ?? undefined;
  const { body, tag, encoding } = variants.find((each) => each.encoding === chosen) ?? variants[0]!;
  const vary = [...(given.vary ? [given.vary] : []), ...(variants.length > 1 ? ["Accept-Encoding"] : [])];
  const headers = { ...given, etag: tag, ...(vary.length > 0 ? { vary: vary.join(", ") } : {}) };
  if (isKnown(ifNoneMatch, tag)) return { status: 304, headers, body: null };
  return {
    status: 200,
    headers: { ...headers, ...(encoding ? { "content-encoding": encoding } : {}) },
    body,
  };
}

/** Compresses the file once. */
export async function encodedFiles(body: Uint8Array, isText: boolean): Promise<EncodedFile[]> {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const plain: EncodedFile = { body, tag: `"${hash}"` };
  if (!isText) return [plain];
  return [
    plain,
    { body: await promisify(brotliCompress)(body), tag: `"${hash}-br"`, encoding: "br" },
    { body: await promisify(gzip)(body, { level: 9 }), tag: `"${hash}-gzip"`, encoding: "gzip" },
  ];
}

/** A proxy that compresses may have weakened the tag; the bytes behind it are the same. */
const isKnown = (header: string | null, tag: string): boolean =>
  (header ?? "").split(",").some((each) => [tag, "*"].includes(each.trim().replace(/^W\//, "")));
