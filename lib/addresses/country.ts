import { env } from "@/lib/env";

/** Proxies that know where an address is say so; believed only where proxies are. */
const headers = ["cf-ipcountry", "x-vercel-ip-country", "cloudfront-viewer-country", "x-country-code"];

export function countryIn(call: { header(name: string): string | null }): string | null {
  if (env.TRUSTED_PROXY_HOPS === 0) return null;
  for (const name of headers) {
    const code = call.header(name)?.trim().toUpperCase();
    if (code !== undefined && /^[A-Z]{2}$/.test(code) && code !== "XX") return code;
  }
  return null;
}
