import { isIP } from "node:net";
import { env } from "@/lib/base/env";
import { plainAddress } from "@/lib/platform/http/address";

/** The host without its port, in lower case. */
export const hostname = (host: string) => host.replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();

/**
 * Serves the dashboard on the configured address, this machine's own names, and bare IP addresses, so that a server
 * without a name can be set up. It is never served on any other name, which may be a customer's.
 */
export function isAppHost(host: string): boolean {
  const name = hostname(host);
  return name === appHost() || name === "localhost" || isIP(plainAddress(name)) !== 0;
}

/** Sites load it from whichever of the server's addresses they know. No link is so called: ids have no dots. */
export const isOnEveryHost = (path: string): boolean => path === "/cairn.js";

/**
 * The operator's own endpoints are on the dashboard's hosts, and on names without a dot, by which containers and probes
 * reach the server and which cannot be a customer's.
 */
export const isCairnHost = (host: string): boolean => isAppHost(host) || !hostname(host).includes(".");

/**
 * HSTS is only sent where the operator chose https, and for the dashboard's address. A customer's domain may serve
 * something else tomorrow, and would be unreachable for as long as the header says.
 */
export const httpsOnly = (host: string): string | null =>
  env.APP_URL.startsWith("https:") && hostname(host) === appHost() ? "max-age=31536000" : null;

let parsed = { url: "", host: "" };

/** Cached, because it is needed with every request. */
function appHost(): string {
  if (parsed.url !== env.APP_URL) parsed = { url: env.APP_URL, host: new URL(env.APP_URL).hostname };
  return parsed.host;
}
