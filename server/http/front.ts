import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";
import { tracer } from "@/lib/base/traces/tracing";
import { isStarting } from "@/lib/platform/health/starting";
import { isStopping } from "@/lib/platform/health/stopping";
import { callAttributes } from "@/lib/platform/http/call-span";
import { methodNotAllowed, notFound } from "@/lib/platform/http/endpoint";
import { isTooLongForPage, refuseMalformed, targetTooLong } from "@/lib/platform/http/malformed";
import { discardRest, nodeCall, sendReply, socketAddress } from "@/lib/platform/http/node";
import { type Reply, withCors } from "@/lib/platform/http/reply";
import { requestIdOf } from "@/lib/platform/http/request-id";
import { failedReply, refusalReply, unavailableReply } from "@/lib/platform/http/route";
import type { Router } from "@/lib/platform/http/router";
import { observe } from "@/lib/platform/metrics";
import { isReferencePath, type referenceSite } from "@/lib/reference/site";
import { helpPage } from "@/lib/traffic/pages/page";
import { applePostbackRouter } from "@/server/http/apple-postbacks";
import { httpsOnly, isCairnHost, isOnEveryHost } from "@/server/http/hosts";
import { languageOfPath, languageScript } from "@/server/http/language-script";
import type { ForwardedCall, Pipe } from "@/server/http/pipe";
import { webScript } from "@/server/http/web-script";

/** Sets the project once it is known, and whether a network's server sent the request. */
export type LinkHandler = (
  request: IncomingMessage,
  context: { project?: number; isServerClick?: boolean },
) => Promise<Reply | null>;

type Options = {
  router: Router;
  /** Answers a request on a project's host; null for another host. */
  links: LinkHandler;
  isAppHost(host: string): boolean;
  pipe: Pipe;
  /** Answers the paths of the API reference on the dashboard's host, from memory. */
  reference?: ReturnType<typeof referenceSite>;
  /** In development, Next notifies pages of changes over a web socket. No other request is ever upgraded from HTTP. */
  webSockets?: boolean;
};

/**
 * The public port. Frequent paths are answered here, and Next answers all others in another process. So a page that
 * renders slowly never delays a click.
 */
export function createFront(options: Options): Server {
  const { webSockets = false } = options;
  const latest = new WeakMap<Duplex, Exchange>();
  const server = createServer(
    {
      // An offer of another protocol (such as h2c) may be ignored, and is answered in HTTP/1.1.
      shouldUpgradeCallback: (request) => webSockets && isWebSocket(request),
      // Checked every few seconds, so a client that sends a byte at a time is disconnected within half a minute.
      requestTimeout: 25_000,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      latest.set(request.socket, { request, response });
      void handle(options, request, response);
    },
  );
  if (webSockets) {
    server.on("upgrade", (request, socket: Duplex, head: Buffer) => {
      const host = hostOf(request);
      const visit = { requestId: idOf(request), address: socketAddress(request), host };
      if (isWebSocket(request) && options.isAppHost(host)) options.pipe.upgrade(request, socket, head, visit);
      else socket.destroy();
    });
  }
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return socket.destroy();
    // Invalid bytes after a request that is not answered yet. That answer is the last one. The bytes get no answer,
    // because it could be mistaken for the answer to the request.
    const due = (socket as { _httpMessage?: ServerResponse })._httpMessage;
    if (due?.req.complete) {
      due.shouldKeepAlive = false;
      return due.once("finish", () => socket.end());
    }
    if (due?.headersSent) return socket.destroy();
    // The rest of a body whose request was answered before the whole body arrived. A second answer could be mistaken
    // for the answer to a later request.
    const last = latest.get(socket);
    if (last && !last.request.complete && last.response.headersSent) return socket.end();
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

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** `route` is for logs and metrics: one of a few names, never a path. */
type RequestContext = { requestId: string; route: string; project?: number; isServerClick?: boolean };

async function handle(options: Options, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { traceparent, tracestate } = request.headers;
  const span = tracer()?.call({ traceparent, tracestate });
  const context: RequestContext = { requestId: idOf(request), route: "page" };
  if (!span) return answer(options, request, response, context);
  await span.run(() => answer(options, request, response, context));
  span.end(callAttributes({ ...context, method: request.method ?? "GET", status: response.statusCode }));
}

async function answer(
  options: Options,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<void> {
  const started = performance.now();
  const { requestId } = context;
  const give = (reply: Reply) => {
    reply.headers["x-request-id"] = requestId;
    if (isStopping()) reply.headers.connection = "close";
    return sendReply(response, reply, request.method === "HEAD");
  };
  try {
    const reply = await findReply(options, request, response, context);
    if (reply) await give(reply);
  } catch (error) {
    await give(error instanceof Refusal ? refusalReply(error) : failedReply(error, context));
  } finally {
    const ms = performance.now() - started;
    observe(context.route, request.method ?? "GET", response.statusCode, ms);
    replyOf(context, request, response, ms);
    discardRest(request);
  }
}

function replyOf(
  context: RequestContext,
  { method }: IncomingMessage,
  { statusCode: status }: ServerResponse,
  ms: number,
): void {
  if (env.LOG_REQUESTS === "off" || (env.LOG_REQUESTS === "errors" && status < 500)) return;
  // The stored click already records a followed link, so the line has level debug.
  const isLink = context.route === "link" || context.route === "server click";
  const level = isLink && status < 500 ? "debug" : "info";
  if (!log().isLevelEnabled(level)) return;
  const { requestId, project, route } = context;
  log()[level]({ requestId, project, method, route, status, ms: Math.round(ms * 10) / 10 });
}

/** Null when Next has answered the request. */
async function findReply(
  options: Options,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<Reply | null> {
  const named = (route: string, reply: Reply) => {
    context.route = route;
    return reply;
  };
  const { requestId } = context;
  dropOrigin(request);
  cutUserAgent(request);
  const malformed = refuseMalformed(request);
  if (malformed) return named("malformed", malformed);
  const host = hostOf(request);
  const strict = httpsOnly(host);
  if (strict) response.setHeader("strict-transport-security", strict);
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const postback = applePostbackRouter.find(path);
  if (postback) {
    context.route = postback.endpoint.path;
    const call = nodeCall(request, {}, requestId);
    try {
      return await postback.endpoint.answer(call);
    } finally {
      context.project = call.project;
    }
  }
  const isApi = path.startsWith("/api/") || path === "/mcp";
  // A customer's domain answers only apps, servers and websites: our health and dashboard are not public there.
  if (isApi && !/^\/api\/(client|v1|web)/.test(path) && !isCairnHost(host))
    return named("unknown host", notFound());
  const found = isApi || path === "/api" ? options.router.find(path) : null;
  if (found) {
    context.route = found.endpoint.path;
    if (isStarting() && !answersWithoutDatabase.test(found.endpoint.path)) {
      return path.startsWith("/api/client") ? withCors(unavailableReply()) : unavailableReply();
    }
    const call = nodeCall(request, found.params, requestId);
    try {
      return await found.endpoint.answer(call);
    } finally {
      context.project = call.project;
    }
  }
  if (path.startsWith("/api/client")) return named("unknown", withCors(notFound()));
  if (path.startsWith("/api/v1")) return named("unknown", notFound());
  if (!pageMethods.includes(request.method ?? "")) return named("unknown", methodNotAllowed(pageMethods));
  if (isOnEveryHost(path))
    return named("script", isRead(request) ? await webScript(request) : methodNotAllowed(["GET", "HEAD"]));
  const language = isCairnHost(host) && isRead(request) ? languageOfPath(path) : null;
  if (language) return named("language", await languageScript(language, request));
  if (!isApi) {
    const link = await options.links(request, context);
    if (link) return named(context.isServerClick ? "server click" : "link", link);
    if (!options.isAppHost(host)) return named("unknown host", unknownHost());
  }
  if (!isApi && isTooLongForPage(url)) return named("malformed", targetTooLong());
  if (options.reference && isReferencePath(path))
    return named("reference", await options.reference(nodeCall(request, {}, requestId)));
  if (isStarting()) return isApi ? unavailableReply() : waitingPage();
  const visit: ForwardedCall = { requestId, address: socketAddress(request), host };
  await options.pipe.forward(request, response, visit);
  context.project = visit.project;
  return null;
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

const answersWithoutDatabase = /^\/api\/(health|metrics|openapi\.json)/;

/** The methods that pages and links accept. Endpoints declare their own. */
const pageMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const idOf = ({ headers }: IncomingMessage) =>
  requestIdOf(headers["x-request-id"], env.TRUSTED_PROXY_HOPS > 0);

const isWebSocket = (request: IncomingMessage) => request.headers.upgrade?.toLowerCase() === "websocket";

/** The length that a click stores. Patterns that look for a browser's name take longer for longer texts. */
const maxUserAgent = 1_024;

function cutUserAgent({ headers }: IncomingMessage): void {
  const whole = headers["user-agent"];
  if (whole !== undefined && whole.length > maxUserAgent)
    headers["user-agent"] = whole.slice(0, maxUserAgent);
}

/** Some proxies send a whole URL. Its host is then used, and the rest is the path. */
function dropOrigin(request: IncomingMessage): void {
  const [, host, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? "") ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
}

const hostOf = (request: IncomingMessage) => (request.headers.host ?? "").toLowerCase();

const waitingPage = (): Reply =>
  helpPage({
    status: 503,
    brand: { name: "Cairn", color: null, icon: null, pictures: [], rating: null },
    title: "One moment, please",
    text: "Cairn is waiting for its database.",
    ways: [{ label: "Try again", url: "" }],
    headers: { "retry-after": "5" },
  });

const unknownHost = (): Reply => ({
  status: 404,
  headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  body: "Cairn does not serve this host name.\n",
});
