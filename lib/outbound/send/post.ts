import { Resolver } from "node:dns/promises";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { env } from "@/lib/base/env";
import type { Answered, Outgoing, Verdict } from "@/lib/outbound/kind";
import { isPublicAddress, SafeFetchError, type SafeFetchProblem, safeFetch } from "@/lib/platform/safe-fetch";

const timeoutMs = 10_000;
const settings = { keepAlive: true, maxSockets: 16, maxFreeSockets: 16, timeout: 60_000 };
const agents = { http: new HttpAgent(settings), https: new HttpsAgent(settings) };

export type Posted = { answer: Answered } | { failed: Verdict };
export type Post = (outgoing: Outgoing, now: Date) => Promise<Posted>;

const words: Record<SafeFetchProblem, string> = {
  unresolved: "Its host name leads nowhere.",
  refused_address:
    "Its host is in a private network. Whoever runs the server can allow it by OUTBOUND_ALLOW.",
  timeout: "It did not answer within 10 seconds.",
  tls: "Its certificate is not valid.",
  unreachable: "It cannot be reached.",
  too_large: "Its answer is too large.",
};

/**
 * Names are asked for by a client of its own: the system's has a few threads for all names, and those of one dead name
 * server would keep everybody else's waiting.
 */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

async function resolve(host: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const failed = found.find((each) => each.status === "rejected");
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
}

/** One call. Whatever it is answered is an answer; without one it is tried again later. */
export const post: Post = async ({ method, url, headers, body }, now) => {
  const { hostname, host, port, protocol } = new URL(url);
  const at = port || (protocol === "https:" ? "443" : "80");
  const names = [host, `${hostname}:${at}`];
  // Names in the house may be known to the system alone, as those in its hosts file are.
  const isOurs = names.some((name) => env.OUTBOUND_ALLOW.includes(name));
  const isAllowed = (address: string) =>
    isOurs || isPublicAddress(address) || env.OUTBOUND_ALLOW.includes(`${address}:${at}`);
  const call = (kept?: typeof agents) =>
    safeFetch(url, {
      method,
      headers,
      body,
      timeoutMs,
      allows: isAllowed,
      mayCut: true,
      ...(isOurs ? {} : { resolve }),
      ...(kept ? { agents: kept } : {}),
    });
  try {
    const answer = await call(agents).catch((error) => {
      // A connection that was kept may have been closed at the other end in the same moment.
      if (error instanceof SafeFetchError && /^(ECONNRESET|EPIPE)$/.test(error.code ?? "")) return call();
      throw error;
    });
    const { status, headers, body: text } = answer;
    return { answer: { status, headers, body: text, at: now } };
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    const why = words[error.problem];
    const code = error.code ?? error.problem;
    return { failed: { is: "retry", code, why, afterMs: null } };
  }
};
