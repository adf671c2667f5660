import { Refusal } from "@/lib/base/refusal";
import type { Call } from "@/lib/platform/http/call";
import { type Reply, withCors } from "@/lib/platform/http/reply";
import { type Route, refusalReply } from "@/lib/platform/http/route";
import { type WebHandler, webHandler } from "@/lib/platform/http/web";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof methods)[number];

/** A path of the interface with the route of each method. */
export type Endpoint = {
  path: string;
  routes: Partial<Record<Method, Route>>;
  answer(call: Call): Promise<Reply>;
};

/**
 * The exports of a `route.ts`: a handler for every method, so that a method the path does not support is answered in
 * the envelope too. Each handler carries the endpoint, from which the front process and the API reference are made.
 */
export function endpoint(
  path: string,
  routes: Endpoint["routes"],
): Record<Method, WebHandler & { endpoint: Endpoint }> {
  const declared = endpointOf(path, routes);
  const handler = Object.assign(webHandler(path, declared.answer), { endpoint: declared });
  return Object.fromEntries(methods.map((method) => [method, handler])) as ReturnType<typeof endpoint>;
}

/** The endpoint as a value, for callers that look it up by its path. */
export function endpointOf(path: string, routes: Endpoint["routes"]): Endpoint {
  const allowed = methods.filter((method) => routes[method]);
  const cors = Object.values(routes).some((route) => route.kind.cors);

  const answer = (call: Call): Promise<Reply> =>
    routes[call.method as Method]?.answer(call) ?? Promise.resolve(answerUnnamed(call));

  /** Answers a method that the path does not declare. */
  const answerUnnamed = (call: Call): Reply => {
    const reply =
      call.method === "OPTIONS" && cors
        ? preflight(allowed, call.header("access-control-request-headers"))
        : methodNotAllowed(allowed);
    reply.headers["x-request-id"] = call.requestId;
    return cors ? withCors(reply) : reply;
  };

  return { path, routes, answer };
}

/**
 * Pages of any origin may send any headers, because tools for traces and errors add their own. That is safe: cookies
 * are ignored here, and the credential is in the body.
 */
const preflight = (allowed: string[], requested: string | null): Reply => ({
  status: 204,
  headers: {
    "access-control-allow-methods": allowed.join(", "),
    "access-control-allow-headers":
      requested && /^[\w\-!#$%&'*+.^`|~, ]{1,1024}$/.test(requested) ? requested : defaultHeaders,
    "access-control-max-age": "86400",
    vary: "access-control-request-headers",
  },
  body: null,
});

const defaultHeaders =
  "content-type, authorization, x-key-id, x-timestamp, x-signature, x-signature-version, idempotency-key";

export const methodNotAllowed = (allowed: readonly string[]): Reply =>
  refusalReply(
    new Refusal("method_not_allowed", `Method not allowed. Use ${allowed.join(" or ")}.`, {
      headers: { allow: allowed.join(", ") },
    }),
  );

export const notFound = (): Reply => refusalReply(new Refusal("not_found", "Not found."));
