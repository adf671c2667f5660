import { LRUCache } from "lru-cache";
import { isPrefetch, isScanner, type NotCounted } from "@/lib/platform/automata";
import { type Agent, describeAgent } from "@/lib/platform/user-agent";
import { ownParameters, type Param, paramsOf, referrerHostOf } from "@/lib/traffic/clicks/params";
import { countryIn } from "@/lib/traffic/ip-lists/country";

/** A request on a host of links, as a value. */
export type Visit = {
  method: string;
  /** In lower case and without a port. */
  host: string;
  /** The path as it was sent, without the query. */
  path: string;
  rawQuery: string;
  header(name: string): string | null;
  address: string;
  /** The database's time. */
  now: Date;
  /** Milliseconds of a monotonic clock. */
  tick: number;
  /** The project of the host, for logs; set once it is known. */
  project?: number;
};

export type LinkAnswer = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
};

/** The visitor, with address and browser. */
export type Visitor = {
  agent: Agent;
  userAgent: string;
  /** The reason why this is no person. What the browser says takes precedence over what it requests. */
  automaton: NotCounted | null;
  /** Asks for a page, as browsers do when somebody follows a link. */
  asksForPage: boolean;
  language: string | null;
  country: string | null;
  referrer: string | null;
  referrerHost: string;
  params: readonly Param[];
};

const mostAgentText = 1024;

/** Most visitors have one of a few thousand user agents. */
const agents = new LRUCache<string, Agent>({ max: 10_000 });

function agentOf(visit: Visit, userAgent: string): Agent {
  const platform = visit.header("sec-ch-ua-platform");
  const platformVersion = visit.header("sec-ch-ua-platform-version");
  const model = visit.header("sec-ch-ua-model");
  const key = `${userAgent}\n${platform ?? ""}\n${platformVersion ?? ""}\n${model ?? ""}`;
  let agent = agents.get(key);
  if (!agent) {
    agent = describeAgent({ userAgent, platform, platformVersion, model });
    agents.set(key, agent);
  }
  return agent;
}

export function visitorOf(visit: Visit, query: URLSearchParams): Visitor {
  const userAgent = (visit.header("user-agent") ?? "").slice(0, mostAgentText);
  const seen = agentOf(visit, userAgent);
  const device = seen.maybeIpad ? query.get(ownParameters.device) : null;
  const referrer = device === null ? visit.header("referer") : query.get(ownParameters.from);
  const referrerHost = referrerHostOf(referrer);
  return {
    agent: device === "ipad" ? asIpad(seen) : device === null ? seen : { ...seen, maybeIpad: false },
    userAgent,
    automaton: automatonOf(visit, seen, referrerHost),
    asksForPage: (visit.header("accept") ?? "").includes("text/html"),
    language: languageIn(visit.header("accept-language")),
    country: countryIn(visit),
    referrer,
    referrerHost,
    params: paramsOf(query),
  };
}

const asIpad = (agent: Agent): Agent => ({
  ...agent,
  platform: "IOS",
  device: "tablet",
  os: "iPadOS",
  // The version in the user agent is that of a Mac.
  osVersion: null,
  maybeIpad: false,
});

function automatonOf(visit: Visit, agent: Agent, referrerHost: string): NotCounted | null {
  if (visit.method === "HEAD") return "head";
  if (isPrefetch(visit.header)) return "prefetch";
  return agent.automaton ?? (isScanner(referrerHost) ? "scanner" : null);
}

const languageIn = (text: string | null) =>
  /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)/.exec(text ?? "")?.[1] ?? null;
