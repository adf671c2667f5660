import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { env } from "@/lib/base/env";
import type { DeliveryVerdict, HttpAnswer, OutgoingRequest } from "@/lib/outbound/mapping/kind";
import { keepAliveCalls } from "@/lib/platform/keep-alive-calls";
import { isPublicAddress, SafeFetchError, type SafeFetchProblem } from "@/lib/platform/safe-fetch";

export type PostResult = { answer: HttpAnswer } | { failed: DeliveryVerdict };
export type Post = (outgoing: OutgoingRequest, now: Date) => Promise<PostResult>;

export const problemTexts: Record<SafeFetchProblem, string> = {
  unresolved: "Its host name doesn't resolve.",
  refused_address: "Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW.",
  timeout: "It did not respond within 10 seconds.",
  tls: "Its certificate is not valid.",
  unreachable: "It can't be reached.",
  too_large: "Its response is too large.",
};

/**
 * A separate DNS client: the system's has few threads for all lookups. One dead name server would delay every other
 * lookup.
 */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

async function resolve(host: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const failed = found.find((each) => each.status === "rejected");
  if (addresses.length === 0 && failed) throw failed.reason;
  return addresses;
}

/** Which addresses a member's host may have. */
export const guardOf = ({ protocol, host, hostname, port }: URL) => {
  const at = port || (protocol === "https:" ? "443" : "80");
  // Internal names may be known only to the system, for example from its hosts file.
  if ([host, `${hostname}:${at}`].some((name) => env.OUTBOUND_ALLOW.includes(name)))
    return { allows: () => true };
  const allows = (address: string) =>
    isPublicAddress(address) || env.OUTBOUND_ALLOW.includes(`${address}:${at}`);
  return { resolve, allows };
};

/** True if the address's own host is always refused. DNS names are resolved and checked for each connection. */
export function isRefusedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const { allows } = guardOf(url);
  if (/^(.*\.)?localhost$/.test(host)) return !allows("127.0.0.1");
  return isIP(host) !== 0 && !allows(host);
}

export const refusedAddress = problemTexts.refused_address;

const call = keepAliveCalls(guardOf, 10_000);

/** Makes one call. Every response counts as an answer; without one, the call is retried later. */
export const post: Post = async (outgoing, now) => {
  try {
    return { answer: { ...(await call(outgoing)), at: now } };
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    const why = problemTexts[error.problem];
    const code = error.code ?? error.problem;
    return { failed: { is: "retry", code, why, afterMs: null } };
  }
};
