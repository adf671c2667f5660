import { env } from "@/lib/base/env";
import { isLoopback } from "@/lib/platform/http/address";
import type { Call } from "@/lib/platform/http/call";

/**
 * Called on this machine, and not through a proxy on it. Where proxies are known, the address is that of their caller;
 * otherwise one betrays itself by what it adds.
 */
export function isAppHostCall(call: Call): boolean {
  const isForwarded = ["x-forwarded-for", "forwarded", "via"].some((name) => call.header(name) !== null);
  return isLoopback(call.address) && (env.TRUSTED_PROXY_HOPS > 0 || !isForwarded);
}
