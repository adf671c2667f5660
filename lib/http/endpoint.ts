import type { Call } from "@/lib/http/call";
import { envelope, type Reply } from "@/lib/http/reply";
import type { Route } from "@/lib/http/route";
import { type WebHandler, webHandler } from "@/lib/http/web";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof methods)[number];

/** A path of the interface: what each method does there. */
export type Endpoint = {
  path: string;
  routes: Partial<Record<Method, Route>>;
  answer(call: Call): Promise<Reply>;
};

/**
 * What a `route.ts` exports: a handler for every method, so that a method the path does not know is answered in the
 * envelope too. Each handler carries the endpoint, from which the front process and the API reference are made.
 */
export function endpoint(
  path: string,
  routes: Endpoint["routes"],
): Record<Method, WebHandler & { endpoint: Endpoint }> {
  const allowed = methods.filter((method) => routes[method]);
  const cors = Object.values(routes).some((route) => route.kind.cors);

  const answer = (call: Call): Promise<Reply> =>
    routes[call.method as Method]?.answer(call) ?? Promise.resolve(answerUnnamed(call));

  /** A method that the path does not name. */
  const answerUnnamed = (call: Call): Reply => {
    if (call.method === "OPTIONS" && cors) return preflight(allowed);
    const reply = envelope(405, `Method not allowed. Use ${allowed.join(" or ")}.`, null, {
      allow: allowed.join(", "),
    });
    reply.headers["x-request-id"] = call.requestId;
    return reply;
  };

  const declared: Endpoint = { path, routes, answer };
  const handler = Object.assign(webHandler(path, answer), { endpoint: declared });
  return Object.fromEntries(methods.map((method) => [method, handler])) as ReturnType<typeof endpoint>;
}

const preflight = (allowed: string[]): Reply => ({
  status: 204,
  headers: {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": allowed.join(", "),
    "access-control-allow-headers":
      "content-type, authorization, x-key-id, x-timestamp, x-signature, idempotency-key",
    "access-control-max-age": "86400",
  },
  body: null,
});

export const notFound = (): Reply => envelope(404, "Not found.", null);
