/** What the names and hosts of a project must be like. Pure; runs in the browser too. */

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The host of links in the one form it is stored and compared in: lower case, punycode, without port and final dot.
 * Null for what is no name of DNS; an address (in any of its spellings) and this machine's own name are none.
 */
export function normalizeHost(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/, "");
  // A URL would take these apart, or decode them.
  if (bare === "" || bare.length > 300 || /[@%\\\s]/.test(bare) || !URL.canParse(`http://${bare}`))
    return null;
  const host = new URL(`http://${bare}`).hostname.replace(/\.$/, "");
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  // URL writes every spelling of an IPv4 address as four numbers, and one of IPv6 in brackets.
  if (host.length > 253 || labels.length < 2 || /^\d+$/.test(last)) return null;
  return labels.every((part) => label.test(part)) ? host : null;
}

/** These resolve to the machine that asks, without DNS: links on them work at once, on that machine. */
export const isLocalHost = (host: string) => host.endsWith(".localhost");

/** Where the links of a host begin: a domain is served over https, a local name on the port of the server itself. */
export function linkBase(host: string, appUrl: string): string {
  if (!isLocalHost(host)) return `https://${host}`;
  const { port } = new URL(appUrl);
  return `http://${host}${port === "" ? "" : `:${port}`}`;
}

const mostSlug = 40;

/** A name as a part of addresses and a label of DNS. Begins with a letter, so that it is never taken for an id. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, mostSlug)
    .replace(/^-+|-+$/g, "");
  if (slug === "") return "app";
  return /^[a-z]/.test(slug) ? slug : `app-${slug}`;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

export const isCurrency = (code: string) => currencies.has(code);
