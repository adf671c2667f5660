import type { Endpoint } from "@/lib/platform/http/endpoint";
import { pathMatcher } from "@/lib/platform/http/path";

/** Finds the endpoint of a path: exact paths by a look-up, paths with parameters by trying each pattern. */
export class Router {
  private readonly exact = new Map<string, Endpoint>();
  private readonly patterns: { endpoint: Endpoint; match: ReturnType<typeof pathMatcher> }[] = [];

  constructor(endpoints: Endpoint[]) {
    for (const endpoint of endpoints) {
      if (endpoint.path.includes(":")) this.patterns.push({ endpoint, match: pathMatcher(endpoint.path) });
      else this.exact.set(endpoint.path, endpoint);
    }
    // A literal segment takes precedence over a parameter in the same place.
    const rank = ({ path }: Endpoint) => path.replace(/:[a-z_]+/g, "\uffff");
    this.patterns.sort((a, b) => (rank(a.endpoint) < rank(b.endpoint) ? -1 : 1));
  }

  find(path: string): { endpoint: Endpoint; params: Record<string, string> } | null {
    const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
    const exact = this.exact.get(plain);
    if (exact) return { endpoint: exact, params: {} };
    for (const { endpoint, match } of this.patterns) {
      const params = match(plain);
      if (params) return { endpoint, params };
    }
    return null;
  }
}
