import { isIP } from "node:net";
import { env } from "@/lib/env";
import { plainAddress } from "@/lib/http/address";

/** Without the port. */
export const hostname = (host: string) => host.replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();

/**
 * Where the dashboard is served: the configured address, this machine's own names, and bare addresses, so that a
 * server without a name can be set up. Never on any other name: that may be a customer's.
 */
export function isAppHost(host: string): boolean {
  const name = hostname(host);
  return name === appHost() || name === "localhost" || isIP(plainAddress(name)) !== 0;
}

let parsed = { url: "", host: "" };

/** Asked with every request. */
function appHost(): string {
  if (parsed.url !== env.APP_URL) parsed = { url: env.APP_URL, host: new URL(env.APP_URL).hostname };
  return parsed.host;
}
