import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { notFound } from "@/lib/http/endpoint";
import { nodeCall, type Router, send, socketAddress } from "@/lib/http/node";
import type { Reply } from "@/lib/http/reply";
import { failed, refused } from "@/lib/http/route";
import { randomBase62 } from "@/lib/ids";
import { log } from "@/lib/log";
import { observe } from "@/lib/metrics";
import { Refusal } from "@/lib/refusal";
import type { Pipe } from "@/server/pipe";

export type LinkHandler = (request: IncomingMessage, requestId: string) => Promise<Reply | null>;

type Options = {
  router: Router;
  /** Answers a request on a project's host, or null when the host is none of a project's. */
  links: LinkHandler;
  isAppHost(host: string): boolean;
  pipe: Pipe;
};

const boot = randomBase62(8);
let serial = 0;

/**
 * The public port. Hot paths are answered here; everything else goes to Next, in a process of its own, so that a
 * page that renders slowly never delays a click.
 */
export function createFront(options: Options): Server {
  const server = createServer(
    {
      // Looked after every few seconds: whoever sends a byte now and then is gone within half a minute.
      requestTimeout: 25_000,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      void handle(options, request, response);
    },
  );
  server.on("upgrade", (request, socket: Duplex, head: Buffer) => {
    if (options.isAppHost(hostOf(request))) options.pipe.upgrade(request, socket, head);
    else socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return socket.destroy();
    const status =
      error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const msg = {
      431: "The request's headers are too large.",
      408: "The request took too long.",
      400: "Bad request.",
    }[status];
    const body = JSON.stringify({ msg, status, data: null });
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  return server;
}

async function handle(options: Options, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const started = performance.now();
  const requestId = `${boot}${(serial++).toString(36)}`;
  dropOrigin(request);
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  let name = "page";
  try {
    const found = path.startsWith("/api/") || path === "/api" ? options.router.find(path) : null;
    if (found) {
      name = found.endpoint.path;
      const reply = await found.endpoint.answer(nodeCall(request, found.params, requestId));
      send(response, reply, request.method === "HEAD");
    } else if (path.startsWith("/api/v1") || path.startsWith("/api/client")) {
      name = "unknown";
      send(response, withId(notFound(), requestId), request.method === "HEAD");
    } else {
      const host = hostOf(request);
      const reply = path.startsWith("/api/") ? null : await options.links(request, requestId);
      if (reply) {
        name = "link";
        send(response, withId(reply, requestId), request.method === "HEAD");
      } else if (path.startsWith("/api/") || options.isAppHost(host)) {
        await options.pipe.forward(request, response, { requestId, address: socketAddress(request), host });
      } else {
        name = "unknown host";
        send(response, withId(unknownHost(), requestId), request.method === "HEAD");
      }
    }
  } catch (error) {
    const reply = error instanceof Refusal ? refused(error) : failed(error, requestId);
    send(response, withId(reply, requestId), request.method === "HEAD");
  } finally {
    const ms = performance.now() - started;
    observe(name, request.method ?? "GET", response.statusCode, ms);
    // A followed link is told by the click that is stored.
    const level = name === "link" ? "debug" : "info";
    if (log().isLevelEnabled(level)) {
      log()[level]({
        requestId,
        method: request.method,
        route: name,
        status: response.statusCode,
        ms: Math.round(ms * 10) / 10,
      });
    }
    // A body nobody read must not keep the connection busy.
    if (!request.complete) request.resume();
  }
}

/** Some proxies ask for a whole address. Its host is then the one that counts, and the rest is the path. */
function dropOrigin(request: IncomingMessage): void {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? "") ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
}

const hostOf = (request: IncomingMessage) => (request.headers.host ?? "").toLowerCase();

function withId(reply: Reply, requestId: string): Reply {
  reply.headers["x-request-id"] = requestId;
  return reply;
}

const unknownHost = (): Reply => ({
  status: 404,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "Nothing is served here under this name.\n",
});
