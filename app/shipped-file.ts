import { createHash } from "node:crypto";

type Shipped = { type: string; read: () => Promise<Uint8Array> };

const ready = new Map<string, Promise<{ body: Uint8Array; tag: string }>>();

/**
 * A file that comes with this version of the server, for anybody on any site. It is read once; browsers ask again after
 * an hour, and get it anew only if it is another.
 */
export async function shippedFile(request: Request, { type, read }: Shipped): Promise<Response> {
  const { pathname } = new URL(request.url);
  let file = ready.get(pathname);
  if (!file) {
    file = read().then((body) => ({
      body,
      tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    }));
    ready.set(pathname, file);
    // A file that could not be read is tried again.
    file.catch(() => ready.delete(pathname));
  }
  const { body, tag } = await file;
  const headers = {
    "content-type": type,
    etag: tag,
    "cache-control": "public, max-age=3600",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  };
  if (request.headers.get("if-none-match") === tag) return new Response(null, { status: 304, headers });
  return new Response(Buffer.from(body), { headers });
}
