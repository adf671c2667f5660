import { type Endpoint, endpointOf, type Method, methods, notFound } from "@/lib/platform/http/endpoint";
import { Router } from "@/lib/platform/http/router";
import { type WebHandler, webHandlerOf } from "@/lib/platform/http/web";

/** Routes by their path, relative to the path that the table is mounted at. */
export type RouteTable = Record<string, Endpoint["routes"]>;

export const endpointsOf = (base: string, table: RouteTable): Endpoint[] =>
  Object.entries(table).map(([path, routes]) => endpointOf(base + path, routes));

/** The exports of a catch-all `route.ts`: one handler for every method of every route of the table. */
export function mountRoutes(base: string, table: RouteTable): Record<Method, WebHandler> {
  const router = new Router(endpointsOf(base, table));
  const handler = webHandlerOf((path) => {
    const found = router.find(path);
    return found
      ? { path: found.endpoint.path, params: found.params, answer: found.endpoint.answer }
      : { path: "unknown", params: {}, answer: async () => notFound() };
  });
  return Object.fromEntries(methods.map((method) => [method, handler])) as Record<Method, WebHandler>;
}
