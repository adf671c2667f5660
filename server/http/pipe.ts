import {
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { callTimeoutMs, env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { tracer } from "@/lib/base/traces/tracing";
import { isStopping } from "@/lib/platform/health/stopping";
import { sendReply } from "@/lib/platform/http/node";
import { refusalReply } from "@/lib/platform/http/route";
import { projectHeader } from "@/lib/platform/http/web";

/** The answer sets `project`. */
export type ForwardedCall = { requestId: string; address: string; host: string; project?: number };
type Headers = Record<string, string | string[]>;

/** These describe one connection and must not be forwarded (RFC 9110 §7.6.1). */
const hopByHop = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Headers in which servers pass on facts about the caller. Only the front may set them, so the caller's own are
 * dropped.
 */
const serverHeaders =
  /^(x-forwarded-|x-middleware-|x-cairn-|x-nextjs-|x-invoke-|forwarded$|x-real-ip$|x-matched-path$|x-now-)/;

/**
 * In bytes. Next searches this header for names of bots, with a pattern whose time grows with the square of the length.
 * Names of bots and browsers are within the first 512.
 */
const maxUserAgent = 512;

/** Next repeats cookies and addresses in its answer, where they need more room than in the request. */
const maxAnswerHeaders = 64 * 1024;

/** For these methods a body has no meaning (RFC 9110 §9.3), and programs differ in whether they read one. */
const withoutBody = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Forwards a request to Next as it arrived, except for forwarded headers, which are rewritten.
 *
 * Two programs that read the same bytes must agree on where a request ends. Otherwise one may take for a body what the
 * other takes for another caller's next request (RFC 9112 §11.2). The guards, by section of RFC 9112:
 *
 * - §6.3: Node's parser has refused a length beside chunks, two lengths, and codings that do not end in `chunked`. The
 *   remaining requests have their body size in exactly one way.
 * - §6.1, §6.2: Next gets the size in the same way, as chunks or as a length, whatever the method. The client library
 *   does not choose, because for some methods it writes a body without any framing.
 * - §6.3: a request without either has no body, and is forwarded without one.
 * - A body is refused for methods that give it no meaning.
 * - §9.3: a connection to Next carries one request and is then closed. Even if all other guards failed, an answer could
 *   only reach the caller who made the request. Next's process only answers requests with the front's secret.
 */
export class Pipe {
  private readonly target: RequestOptions;
  private readonly upgraded = new Set<Duplex>();
  private readonly secret: string;

  constructor(target: { socketPath: string }, secret: string) {
    this.target = { ...target, agent: false };
    this.secret = secret;
  }

  /** Resolves when the visitor has the whole answer, or has disconnected. */
  async forward(request: IncomingMessage, response: ServerResponse, visit: ForwardedCall): Promise<void> {
    const headers = { ...this.headers(request, visit), ...framing(request) };
    await new Promise<void>((resolve) => {
      const upstream = httpRequest({
        ...this.target,
        method: request.method,
        path: request.url,
        headers,
        timeout: callTimeoutMs(60_000),
        maxHeaderSize: maxAnswerHeaders,
      });
      upstream.on("response", (answer) => {
        const headers = Object.entries(answer.headers).filter(
          ([name]) => !hopByHop.has(name) && name !== projectHeader,
        );
        const project = Number(answer.headers[projectHeader]);
        if (project) visit.project = project;
        response.writeHead(answer.statusCode ?? 502, {
          ...Object.fromEntries(headers),
          ...(isStopping() ? { connection: "close" } : {}),
          "x-request-id": visit.requestId,
        } as never);
        pipeline(answer, response)
          .catch(() => response.destroy())
          .finally(() => {
            request.unpipe(upstream);
            upstream.destroy();
            resolve();
          });
      });
      upstream.on("timeout", () => upstream.destroy(new Error("timeout")));
      upstream.on("error", () => {
        request.unpipe(upstream);
        // An answer that has begun ends by itself, complete or not.
        if (response.headersSent) return;
        if (!response.destroyed) {
          const later = { "retry-after": "1", "x-request-id": visit.requestId };
          void sendReply(
            response,
            refusalReply(
              new Refusal("starting", "The dashboard is starting. Please try again.", { headers: later }),
            ),
          );
        }
        resolve();
      });
      // The visitor disconnected, so Next need not continue.
      response.on("close", () => {
        if (response.writableFinished) return;
        upstream.destroy();
        resolve();
      });
      request.on("error", () => upstream.destroy());
      request.pipe(upstream);
    });
  }

  /** In development only: the connection by which Next notifies a page of changes. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visit: ForwardedCall): void {
    this.upgraded.add(socket);
    socket.on("close", () => this.upgraded.delete(socket));
    // Either side may disconnect before the other has answered.
    socket.on("end", () => socket.destroy());
    socket.on("error", () => socket.destroy());
    const upstream = httpRequest({
      ...this.target,
      path: request.url,
      headers: { ...this.headers(request, visit), connection: "Upgrade", upgrade: "websocket" },
    });
    upstream.on("upgrade", (answer, other, otherHead) => {
      const lines = [`HTTP/1.1 101 ${answer.statusMessage ?? "Switching Protocols"}`];
      for (let i = 0; i < answer.rawHeaders.length; i += 2)
        lines.push(`${answer.rawHeaders[i]}: ${answer.rawHeaders[i + 1]}`);
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      if (otherHead.length > 0) socket.write(otherHead);
      if (head.length > 0) other.write(head);
      other.pipe(socket).pipe(other);
      other.on("error", () => socket.destroy());
      other.on("close", () => socket.destroy());
      socket.on("close", () => other.destroy());
    });
    upstream.on("response", () => socket.destroy());
    upstream.on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    upstream.end();
  }

  /** These connections never end by themselves, so a closing server would wait for them forever. */
  endUpgraded(): void {
    for (const socket of this.upgraded) socket.destroy();
  }

  private headers(request: IncomingMessage, visit: ForwardedCall): Headers {
    const headers: Headers = {};
    const connection = String(request.headers.connection ?? "").toLowerCase();
    const ofThisConnection = new Set(connection.split(",").map((name) => name.trim()));
    for (const [name, value] of Object.entries(request.headers)) {
      if (value === undefined || hopByHop.has(name) || ofThisConnection.has(name) || serverHeaders.test(name))
        continue;
      headers[name] = value;
    }
    const agent = request.headers["user-agent"];
    if (agent !== undefined) headers["user-agent"] = agent.slice(0, maxUserAgent);
    const proto = env.TRUSTED_PROXY_HOPS > 0 ? String(request.headers["x-forwarded-proto"] ?? "") : "";
    headers.host = visit.host;
    headers["x-forwarded-for"] = visit.address;
    headers["x-forwarded-host"] = visit.host;
    headers["x-forwarded-proto"] =
      proto === "https" || proto === "http" ? proto : new URL(env.APP_URL).protocol.slice(0, -1);
    headers["x-request-id"] = visit.requestId;
    Object.assign(headers, tracer()?.current()?.headers);
    headers["x-cairn-front"] = this.secret;
    headers["x-cairn-address"] = visit.address;
    // Next then reads the rest of a body that it answered early, instead of cutting off the answer.
    headers.connection = "keep-alive";
    return headers;
  }
}

/** Ends the body for Next in the same way as the caller did, or sends none. */
function framing({ method = "GET", headers }: IncomingMessage): Headers {
  const chunked = headers["transfer-encoding"] !== undefined;
  const length = headers["content-length"];
  if (withoutBody.has(method)) {
    if (!chunked && (length === undefined || Number(length) === 0)) return {};
    throw new Refusal("malformed_request", `A ${method} request has no body.`);
  }
  return chunked ? { "transfer-encoding": "chunked" } : { "content-length": length ?? "0" };
}
