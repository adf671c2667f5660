/** Routes for the operator's own programs, and public ones. */

import { timingSafeEqual } from "node:crypto";
import { hashOfSecret } from "@/lib/accounts/access/credentials";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { routeDefaults } from "@/lib/gateway/route-defaults";
import { isLoopback } from "@/lib/platform/http/address";
import type { Call } from "@/lib/platform/http/call";
import type { RouteKind } from "@/lib/platform/http/route";

/** Hashes are compared, because they have equal lengths, in constant time. */
const isSame = (sent: string, secret: string) => timingSafeEqual(hashOfSecret(sent), hashOfSecret(secret));

const bearer = (call: Call) => call.header("authorization")?.replace(/^Bearer\s+/i, "");

/**
 * True for a call on this machine that did not pass through a proxy on it. With configured proxies, the address is
 * their caller's address; an unknown proxy is recognized by the headers it adds.
 */
function isAppHostCall(call: Call): boolean {
  const isForwarded = ["x-forwarded-for", "forwarded", "via"].some((name) => call.header(name) !== null);
  return isLoopback(call.address) && (env.TRUSTED_PROXY_HOPS > 0 || !isForwarded);
}

export const cronRoute: RouteKind<null> = {
  ...routeDefaults,
  name: "cron",
  security: "cron",
  deadlineMs: 60_000,
  answers: { 401: "The cron secret is missing or invalid." },
  admit(call) {
    const sent = bearer(call) ?? call.header("x-cron-secret") ?? "";
    if (!env.CRON_SECRET || !isSame(sent, env.CRON_SECRET)) {
      throw new Refusal("cron_secret_invalid", "The cron secret is missing or invalid.");
    }
    return { caller: null };
  },
};

/** Requires the token. Without one, only programs on this machine are answered. */
export const metricsRoute: RouteKind<null> = {
  ...routeDefaults,
  name: "metrics",
  security: "metrics",
  answers: { 401: "The metrics token is missing or invalid." },
  admit(call) {
    const isAllowed = env.METRICS_TOKEN ? isSame(bearer(call) ?? "", env.METRICS_TOKEN) : isAppHostCall(call);
    if (!isAllowed) {
      throw new Refusal("metrics_token_invalid", "The metrics token is missing or invalid.");
    }
    return { caller: null };
  },
};

/** Anyone may call; the endpoint must answer only public data. */
export const publicRoute: RouteKind<null> = {
  ...routeDefaults,
  name: "public",
  security: null,
  admit: () => ({ caller: null }),
};
