/** Names of hosts and addresses. Pure; runs in the browser too. */

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Normalizes a host to its stored form: lower case, punycode, without port and final dot. Null for a text that is not a
 * DNS name, such as IP addresses in any spelling and `localhost`.
 */
export function normalizeHost(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/[/?#].*$/, "");
  // URL would split the text at these characters, or decode them.
  if (bare === "" || bare.length > 300 || /[@%\\\s]/.test(bare) || !URL.canParse(`http://${bare}`))
    return null;
  const host = new URL(`http://${bare}`).hostname.replace(/\.$/, "");
  const labels = host.split(".");
  const last = labels.at(-1) ?? "";
  // URL writes every spelling of an IPv4 address as four numbers, and an IPv6 one in brackets.
  if (host.length > 253 || labels.length < 2 || /^\d+$/.test(last)) return null;
  return labels.every((part) => label.test(part)) ? host : null;
}

/** These names resolve to the caller's own machine without DNS, so links on them work at once on that machine. */
export const isLocalHost = (host: string) => host.endsWith(".localhost");

/** The beginning of links on a host: a domain is served over https, a local name on the server's own port. */
export function linkBase(host: string, appUrl: string): string {
  if (!isLocalHost(host)) return `https://${host}`;
  const { port } = new URL(appUrl);
  return `http://${host}${port === "" ? "" : `:${port}`}`;
}

const maxSlug = 40;

/** A name in a form for addresses and DNS labels. It begins with a letter, so that it cannot be mistaken for an ID. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxSlug)
    .replace(/^-+|-+$/g, "");
  if (slug === "") return "app";
  return /^[a-z]/.test(slug) ? slug : `app-${slug}`;
}
