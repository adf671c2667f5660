/**
 * Visits whose link cannot be looked up because the database is away. They are stored as they arrived, and become
 * clicks when the database is back. Of the address only the part that a click keeps is stored.
 */

import { isUuid, newId, timeOf } from "@/lib/base/ids";
import { campaignIn } from "@/lib/traffic/clicks/named";
import { ownParameters } from "@/lib/traffic/clicks/params";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import { siteOf } from "@/lib/traffic/clicks/sites";
import { clickTaken, viewTaken, visitOriginOf } from "@/lib/traffic/clicks/taken";
import { type Visit, visitorOf } from "@/lib/traffic/clicks/visit";

export type KeptVisit = {
  visit: string;
  at: Date | string;
  method: string;
  host: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  address_key: string | null;
  address_list: string | null;
  country: string | null;
};

/** The headers that describe the visitor and the browser. */
const telling = [
  "user-agent",
  "referer",
  "accept-language",
  "sec-ch-ua-platform",
  "sec-ch-ua-platform-version",
  "sec-ch-ua-model",
  "sec-purpose",
  "purpose",
  "x-purpose",
  "x-moz",
];

export const isKept = (row: ClickRow | KeptVisit): row is KeptVisit => "visit" in row;

/** A retry within ten minutes is the same visit. */
const sameVisitMs = 10 * 60_000;

export function idOf(visit: Visit, query: URLSearchParams): string {
  const before = query.get(ownParameters.visit);
  if (before === null || !isUuid(before)) return newId(visit.now);
  const age = visit.now.getTime() - timeOf(before);
  return age >= 0 && age < sameVisitMs ? before.toLowerCase() : newId(visit.now);
}

export async function keptVisit(visit: Visit): Promise<KeptVisit> {
  const query = new URLSearchParams(visit.rawQuery);
  const place = await visitOriginOf(visit, visitorOf(visit, query));
  const headers = telling.flatMap((name) => {
    const value = visit.header(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    visit: idOf(visit, query),
    at: visit.now,
    method: visit.method,
    host: visit.host,
    path: visit.path,
    query: visit.rawQuery,
    headers: Object.fromEntries(headers),
    address_key: place.addressKey,
    address_list: place.addressList,
    country: place.country,
  };
}

/** Null when the link is unknown. `now` and `tick` are the time of the look-up, by two clocks. */
export async function clickOfKept(kept: KeptVisit, now: Date, tick: number): Promise<ClickRow | null> {
  const site = await siteOf(kept.host, tick);
  if (!site) return null;
  const at = new Date(kept.at);
  const { method, host, path, query: rawQuery, headers } = kept;
  const header = (name: string) => headers[name] ?? null;
  const visit: Visit = { method, host, path, rawQuery, header, address: "", now: at, tick };
  const query = new URLSearchParams(rawQuery);
  const visitor = visitorOf(visit, query);
  const named = await campaignIn(site, visit, query, visitor);
  if (named.kind === "no view" || named.campaign === null) return null;
  const place = { addressKey: kept.address_key, addressList: kept.address_list, country: kept.country };
  const then = tick - (now.getTime() - at.getTime());
  const seen = { id: kept.visit, at, tick: then, rawQuery, query, visitor, place };
  return named.kind === "view"
    ? viewTaken(site, named.campaign, seen)
    : clickTaken(site, named.campaign, seen).row;
}
