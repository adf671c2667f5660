import { LRUCache } from "lru-cache";
import { isPrefetch, isScanner, type NotCounted } from "@/lib/platform/automata";
import { type Agent, describeAgent } from "@/lib/platform/user-agent";
import { ownParameters, type Param, paramsOf, referrerHostOf } from "@/lib/traffic/clicks/params";
import { countryIn } from "@/lib/traffic/ip-lists/country";

/** A request on a host of links, as a value. */
export type Visit = {
  method: string;
  /** Lower case, without port. */
  host: string;
  /** As sent, without the query. */
  path: string;
  rawQuery: string;
  header(name: string): string | null;
  address: string;
  /** The database's time. */
  now: Date;
  /** Milliseconds of a clock that never jumps. */
  tick: number;
  /** Whose host it is, from when that is known on: for logs. */
  project?: number;
};

export type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array | null };

/** Who follows a link, from where, with what. */
export type Visitor = {
  agent: Agent;
  userAgent: string;
  /** Why this is no person; who asks counts before what is asked for. */
  automaton: NotCounted | null;
  language: string | null;
  country: string | null;
  referrer: string | null;
  referrerHost: string;
  params: readonly Param[];
};

const mostAgentText = 1024;

/** Most visitors' browsers are the same few thousand. */
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
  // It gives the version of a Mac that it is not.
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
