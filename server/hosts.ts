import { isIP } from "node:net";
import { env } from "@/lib/base/env";
import { plainAddress } from "@/lib/platform/http/address";

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

/**
 * Where the operator's own endpoints are: the dashboard's hosts, and names without a dot, by which containers and
 * probes reach the server and which are no customer's.
 */
export const isOwnHost = (host: string): boolean => isAppHost(host) || !hostname(host).includes(".");

/**
 * Browsers are told to come by https only where the operator has decided on it: to the address of the dashboard. A
 * customer's domain may serve something else tomorrow, and would be out of reach for as long as it was told.
 */
export const httpsOnly = (host: string): string | null =>
  env.APP_URL.startsWith("https:") && hostname(host) === appHost() ? "max-age=31536000" : null;

let parsed = { url: "", host: "" };

/** Asked with every request. */
function appHost(): string {
  if (parsed.url !== env.APP_URL) parsed = { url: env.APP_URL, host: new URL(env.APP_URL).hostname };
  return parsed.host;
}
