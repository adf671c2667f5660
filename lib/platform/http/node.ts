import type { IncomingMessage, ServerResponse } from "node:http";
import { now } from "@/db/clock";
import { env } from "@/lib/base/env";
import { callerAddress } from "@/lib/platform/http/address";
import { bodyTooLarge, joinBytes, refuseEncoding } from "@/lib/platform/http/body";
import type { Call } from "@/lib/platform/http/call";
import { compressed } from "@/lib/platform/http/compress";
import type { Reply } from "@/lib/platform/http/reply";

export function nodeCall(request: IncomingMessage, params: Record<string, string>, requestId: string): Call {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const rawQuery = mark === -1 ? "" : target.slice(mark + 1);
  let query: URLSearchParams | undefined;
  return {
    method: request.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    params,
    get query() {
      query ??= new URLSearchParams(rawQuery);
      return query;
    },
    rawQuery,
    header: (name) => {
      const value = request.headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
    },
    address: socketAddress(request),
    requestId,
    bytes: (limit) => bodyBytes(request, limit),
    now: now(),
    tick: performance.now(),
  };
}

/** The body; rejected if it is compressed or larger than the limit. */
export async function bodyBytes(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  refuseEncoding(request.headers["content-encoding"] ?? null);
  return readBody(request, limit);
}

/** Uses events, because iterating over the stream costs more than parsing its content. */
function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.reject(bodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    let size = 0;
    const addPart = (part: Uint8Array) => {
      parts.push(part);
      size += part.byteLength;
      if (size <= limit) return;
      request.off("data", addPart).pause();
      reject(bodyTooLarge(limit));
    };
    request
      .on("data", addPart)
      .on("end", () => resolve(joinBytes(parts)))
      .on("error", reject)
      .on("close", () => {
        if (!request.complete) reject(new Error("The request ended before its body did."));
      });
  });
}

/** Beyond this size or time the connection is closed; a client that still sends could have read the answer long ago. */
const maxDiscarded = 64 * 1024 * 1024;
const maxDiscardingMs = 10_000;

/**
 * Reads and discards an unread body, so that the connection can be reused. A client that sends everything before it
 * reads then finds its answer instead of a broken connection.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), maxDiscardingMs);
  let left = maxDiscarded;
  request
    .on("data", (part: Uint8Array) => {
      left -= part.byteLength;
      if (left < 0) request.destroy();
    })
    .on("close", () => clearTimeout(timer));
  request.resume();
}

export function socketAddress(request: IncomingMessage): string {
  const forwarded = request.headers["x-forwarded-for"];
  return callerAddress(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? null),
    env.TRUSTED_PROXY_HOPS,
  );
}

export async function sendReply(response: ServerResponse, reply: Reply, head = false): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = reply.status;
  response.setHeader("x-content-type-options", "nosniff");
  const smaller = head ? null : compressed(reply, response.req.headers["accept-encoding"]);
  if (smaller) return write(response, reply, await smaller, head);
  write(response, reply, reply.body, head);
}

function write(response: ServerResponse, reply: Reply, body: Reply["body"], head: boolean): void {
  if (response.destroyed) return;
  const { status, headers, cookies } = reply;
  const length = body === null ? 0 : typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  if (status !== 204 && status !== 304) headers["content-length"] = String(length);
  response.writeHead(status, cookies ? { ...headers, "set-cookie": cookies } : headers);
  if (body === null || head) response.end();
  else response.end(body);
}
