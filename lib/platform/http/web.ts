import { now } from "@/db/clock";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { startTracing, tracer } from "@/lib/base/traces/tracing";
import { callerAddress } from "@/lib/platform/http/address";
import { readBody, refuseEncoding } from "@/lib/platform/http/body";
import type { Call } from "@/lib/platform/http/call";
import { callAttributes } from "@/lib/platform/http/call-span";
import { pathMatcher } from "@/lib/platform/http/path";
import type { Reply } from "@/lib/platform/http/reply";
import { failedReply, refusalReply } from "@/lib/platform/http/route";

/** The header with a call's project from Next's process to the front. */
export const projectHeader = "x-cairn-project";

export type WebHandler = (request: Request) => Promise<Response>;

/** The adapter for Next, or any host with the Request and Response of the web. */
export function webHandler(path: string, answer: (call: Call) => Promise<Reply>): WebHandler {
  const match = pathMatcher(path);
  return webHandlerOf((sent) => ({ path, params: match(sent) ?? {}, answer }));
}

type Found = { path: string; params: Record<string, string>; answer: (call: Call) => Promise<Reply> };

/** An adapter for a function that finds the endpoint by the path; an invalid path is rejected. */
export function webHandlerOf(find: (path: string) => Found): WebHandler {
  const handle = async (
    request: Request,
    context: { requestId: string; route: string; project?: number },
  ): Promise<Response> => {
    try {
      const { path, params, answer } = find(new URL(request.url).pathname);
      context.route = path;
      const call = webCall(request, params, context.requestId);
      const reply = await answer(call);
      if (call.project !== undefined) {
        context.project = call.project;
        // The front uses this header for its log and removes it from the answer.
        if (isFromFront(request)) reply.headers[projectHeader] = String(call.project);
      }
      return webResponse(reply);
    } catch (error) {
      return webResponse(error instanceof Refusal ? refusalReply(error) : failedReply(error, context));
    }
  };
  return async (request) => {
    const { method, headers } = request;
    const requestInfo = { requestId: headers.get("x-request-id") ?? randomBase62(16), route: "unknown" };
    await startTracing();
    const context = { traceparent: headers.get("traceparent"), tracestate: headers.get("tracestate") };
    const span = tracer()?.call(context);
    if (!span) return handle(request, requestInfo);
    const response = await span.run(() => handle(request, requestInfo));
    span.end(callAttributes({ ...requestInfo, method, status: response.status }));
    return response;
  };
}

function webCall(request: Request, params: Record<string, string>, requestId: string): Call {
  const url = new URL(request.url);
  const header = (name: string) => request.headers.get(name);
  return {
    method: request.method,
    path: url.pathname,
    params,
    query: url.searchParams,
    rawQuery: url.search.slice(1),
    header,
    address: webCallerAddress(request),
    requestId,
    bytes: (limit) => {
      refuseEncoding(header("content-encoding"));
      return readBody(request.body ?? [], header("content-length"), limit);
    },
    now: now(),
    tick: performance.now(),
  };
}

const isFromFront = ({ headers }: Request) =>
  Boolean(env.CAIRN_FRONT_SECRET) && headers.get("x-cairn-front") === env.CAIRN_FRONT_SECRET;

/** The front passes the address on and proves itself; without the front, only trusted proxies are believed. */
export function webCallerAddress(request: Request): string {
  const { headers } = request;
  return isFromFront(request)
    ? (headers.get("x-cairn-address") ?? "")
    : callerAddress(undefined, headers.get("x-forwarded-for"), env.TRUSTED_PROXY_HOPS);
}

export function webResponse(reply: Reply): Response {
  const headers = new Headers({ "x-content-type-options": "nosniff", ...reply.headers });
  for (const cookie of reply.cookies ?? []) headers.append("set-cookie", cookie);
  return new Response(reply.body as BodyInit | null, { status: reply.status, headers });
}
