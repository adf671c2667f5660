/** The step after the kind of request: reads the visitor and the parameters. Detects bots and previews. */

import { LRUCache } from "lru-cache";
import { isPrefetch, isScanner, type UncountedReason } from "@/lib/platform/bots";
import { type DescribedAgent, describeAgent } from "@/lib/platform/user-agent";
import { countryIn } from "@/lib/traffic/ip-lists/country";
import { cairnParameters, type Param, referrerHostOf, storedParamsOf } from "@/lib/traffic/links/params";
import type { EndedVisitor } from "@/lib/traffic/links/rules";
import type { LinkHost } from "@/lib/traffic/links/sites";
import type { LinkRequest } from "@/lib/traffic/visits/request";
import { visitIdOf } from "@/lib/traffic/visits/retry";

/** A request that may be a click or a view, parsed once. Every later step takes this value. */
export type Visit = {
  request: LinkRequest;
  site: LinkHost;
  id: string;
  at: Date;
  /** The time of the visit on the monotonic clock. `request.tick` is the time of the lookups, which may be later. */
  tick: number;
  query: URLSearchParams;
  visitor: ClickVisitor;
};

export function visitOf(site: LinkHost, request: LinkRequest): Visit {
  const query = new URLSearchParams(request.rawQuery);
  const { now: at, tick } = request;
  return {
    request,
    site,
    id: visitIdOf(request, query),
    at,
    tick,
    query,
    visitor: clickVisitorOf(request, query),
  };
}

/** The visitor, with address and browser. */
export type ClickVisitor = {
  agent: DescribedAgent;
  userAgent: string;
  /** Why the visitor is not a person. HEAD and prefetch requests are detected before the user agent. */
  automaton: UncountedReason | null;
  /** The request is for a page, as from browsers that follow a link. */
  wantsPage: boolean;
  language: string | null;
  country: string | null;
  referrer: string | null;
  referrerHost: string;
  params: readonly Param[];
};

/** The visitor of a link without a destination. Programs that don't request a page, and bots, are redirected. */
export const asVisitorOfEndedLink = ({ visitor }: Visit): EndedVisitor => ({
  platform: visitor.agent.platform,
  page: visitor.wantsPage && visitor.automaton === null,
});

const maxAgentText = 1024;

/** Most visitors have one of a few thousand user agents. */
const agents = new LRUCache<string, DescribedAgent>({ max: 10_000 });

function agentOf(request: LinkRequest, userAgent: string): DescribedAgent {
  const platform = request.header("sec-ch-ua-platform");
  const platformVersion = request.header("sec-ch-ua-platform-version");
  const model = request.header("sec-ch-ua-model");
  const key = `${userAgent}\n${platform ?? ""}\n${platformVersion ?? ""}\n${model ?? ""}`;
  let agent = agents.get(key);
  if (!agent) {
    agent = describeAgent({ userAgent, platform, platformVersion, model });
    agents.set(key, agent);
  }
  return agent;
}

export function clickVisitorOf(request: LinkRequest, query: URLSearchParams): ClickVisitor {
  const userAgent = (request.header("user-agent") ?? "").slice(0, maxAgentText);
  const seen = agentOf(request, userAgent);
  const device = seen.maybeIpad ? query.get(cairnParameters.device) : null;
  const referrer = device === null ? request.header("referer") : query.get(cairnParameters.from);
  const referrerHost = referrerHostOf(referrer);
  return {
    agent: device === "ipad" ? asIpad(seen) : device === null ? seen : { ...seen, maybeIpad: false },
    userAgent,
    automaton: automatonOf(request, seen, referrerHost),
    wantsPage: (request.header("accept") ?? "").includes("text/html"),
    language: languageIn(request.header("accept-language")),
    country: countryIn(request),
    referrer,
    referrerHost,
    params: storedParamsOf(query),
  };
}

const asIpad = (agent: DescribedAgent): DescribedAgent => ({
  ...agent,
  platform: "IOS",
  device: "tablet",
  os: "iPadOS",
  // The version in the user agent is a Mac's.
  osVersion: null,
  maybeIpad: false,
});

function automatonOf(
  request: LinkRequest,
  agent: DescribedAgent,
  referrerHost: string,
): UncountedReason | null {
  if (request.method === "HEAD") return "head";
  if (isPrefetch(request.header)) return "prefetch";
  return agent.automaton ?? (isScanner(referrerHost) ? "scanner" : null);
}

const languageIn = (text: string | null) =>
  /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)/.exec(text ?? "")?.[1] ?? null;
