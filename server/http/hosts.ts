import { isIP } from "node:net";
import { env } from "@/lib/base/env";
import { plainAddress } from "@/lib/platform/http/address";

/** The host without its port, in lower case. */
export const hostname = (host: string) => host.replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();

/**
 * Serves the dashboard on the configured address, this machine's own names, and bare IP addresses. So a server without
 * a name can be set up. Other names may be a customer's and never serve it.
 */
export function isAppHost(host: string): boolean {
  const name = hostname(host);
  return name === appHost() || name === "localhost" || isIP(plainAddress(name)) !== 0;
}

/** Sites load the script from any address of the server. No link has this path, because IDs have no dots. */
export const isOnEveryHost = (path: string): boolean => path === "/cairn.js";

/**
 * The operator's own endpoints are on the dashboard's hosts, and on names without a dot. Containers and probes reach
 * the server by such names, which cannot be a customer's.
 */
export const isCairnHost = (host: string): boolean => isAppHost(host) || !hostname(host).includes(".");

/**
 * HSTS is only sent if the operator chose https, and only for the dashboard's address. A customer may use the domain
 * without https tomorrow, and browsers could then not reach it until the header expires.
 */
export const httpsOnly = (host: string): string | null =>
  env.APP_URL.startsWith("https:") && hostname(host) === appHost() ? "max-age=31536000" : null;

let parsed = { url: "", host: "" };

/** Cached, because it is needed with every request. */
function appHost(): string {
  if (parsed.url !== env.APP_URL) parsed = { url: env.APP_URL, host: new URL(env.APP_URL).hostname };
  return parsed.host;
}
