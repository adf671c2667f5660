import { isUuid, newId, timeOfId } from "@/lib/base/ids";
import { cairnParameters } from "@/lib/traffic/links/params";
import type { LinkRequest } from "@/lib/traffic/visits/request";

/** A retry within ten minutes is the same visit. */
const sameVisitMs = 10 * 60_000;

/** The ID of the visit that the request repeats, else a new one. */
export function visitIdOf({ now }: LinkRequest, query: URLSearchParams): string {
  const earlier = query.get(cairnParameters.visit);
  if (earlier === null || !isUuid(earlier)) return newId(now);
  const age = now.getTime() - timeOfId(earlier);
  return age >= 0 && age < sameVisitMs ? earlier.toLowerCase() : newId(now);
}

/**
 * The same link. It is relative and has only a query, because browsers treat a path with two slashes as another host.
 */
export function retryLink({ rawQuery }: LinkRequest, more = ""): string {
  const query = rawQuery.replace(new RegExp(`&?${cairnParameters.visit}=[^&]*`), "");
  return `?${[query, more].filter((part) => part !== "").join("&")}`;
}

export const retryLinkOfVisit = (request: LinkRequest, id: string) =>
  retryLink(request, `${cairnParameters.visit}=${id}`);
