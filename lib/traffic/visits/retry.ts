import { isUuid, newId, timeOf } from "@/lib/base/ids";
import { cairnParameters } from "@/lib/traffic/links/params";
import type { LinkRequest } from "@/lib/traffic/visits/request";

/** A retry within ten minutes is the same visit. */
const sameVisitMs = 10 * 60_000;

/** The ID of the visit that the request repeats, else a new one. */
export function visitIdOf({ now }: LinkRequest, query: URLSearchParams): string {
  const earlier = query.get(cairnParameters.visit);
  if (earlier === null || !isUuid(earlier)) return newId(now);
  const age = now.getTime() - timeOf(earlier);
  return age >= 0 && age < sameVisitMs ? earlier.toLowerCase() : newId(now);
}

/**
 * The same link. It is relative and has only a query, because browsers treat a path with two slashes as another host.
 */
export function sameLink({ rawQuery }: LinkRequest, more = ""): string {
  const query = rawQuery.replace(new RegExp(`&?${cairnParameters.visit}=[^&]*`), "");
  return `?${[query, more].filter((part) => part !== "").join("&")}`;
}

export const sameVisit = (request: LinkRequest, id: string) =>
  sameLink(request, `${cairnParameters.visit}=${id}`);
