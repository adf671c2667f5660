/**
 * Finds the country of an address. A trusted proxy may send it in a header; otherwise a table is used, which is loaded
 * for the first address. A look-up costs less than a cache of addresses would.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { Reader } from "mmdb-lib";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";

/** Used only if proxies are trusted. */
const headers = ["cf-ipcountry", "x-vercel-ip-country", "cloudfront-viewer-country", "x-country-code"];

/** The country that the proxy sends. */
export function countryIn(call: { header(name: string): string | null }): string | null {
  if (env.TRUSTED_PROXY_HOPS === 0) return null;
  for (const name of headers) {
    const code = codeIn(call.header(name));
    if (code !== null) return code;
  }
  return null;
}

/** XX means unknown, and T1 means the Tor network. */
const codeIn = (text: unknown): string | null => {
  if (typeof text !== "string") return null;
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== "XX" && code !== "ZZ" ? code : null;
};

/** An entry of the bundled table, or of MaxMind's and similar tables. */
type Entry = { country_code?: unknown; country?: unknown };
type Table = Reader<never>;

let table: Table | null | Promise<Table | null> | undefined;

/** The countries of the table's entries: millions of networks share a few hundred. */
const codes = new WeakMap<Entry, string | null>();

const packaged = ["node_modules", "@ip-location-db", "dbip-country-mmdb", "dbip-country.mmdb"];

/**
 * The country in the table, without a promise once the table is loaded. `key` is the keyed hash of the address; an
 * address without one identifies no visitor.
 */
export function countryOf(address: string, key: string | null): string | null | Promise<string | null> {
  if (key === null) return null;
  if (table === undefined) table = load();
  return table instanceof Promise ? table.then((loaded) => lookup(loaded, address)) : lookup(table, address);
}

async function load(): Promise<Table | null> {
  const file = env.COUNTRY_DATABASE;
  let loaded: Table | null = null;
  try {
    if (file !== null) {
      const content = await readFile(file ?? join(process.cwd(), ...packaged));
      loaded = new Reader<never>(content, { cache: new LRUCache<string | number, Entry>({ max: 10_000 }) });
    }
  } catch (error) {
    log().warn({ file, ...describeError(error) }, "the country database (COUNTRY_DATABASE) can't be read");
  }
  table = loaded;
  return loaded;
}

function lookup(loaded: Table | null, address: string): string | null {
  try {
    const entry = loaded?.get(plain(address)) as Entry | null | undefined;
    if (!entry) return null;
    let code = codes.get(entry);
    if (code === undefined) {
      const inner =
        typeof entry.country === "object" ? (entry.country as { iso_code?: unknown } | null) : null;
      code = codeIn(entry.country_code) ?? codeIn(inner?.iso_code) ?? codeIn(entry.country);
      codes.set(entry, code);
    }
    return code;
  } catch {
    // The text is not an address, or the table has only IPv4.
    return null;
  }
}

/** The table has only IPv4 addresses in their own format. */
const plain = (address: string) =>
  address.includes(":") ? address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "") : address;

/** The build time of the table in use; null without one. */
export async function countryTableMadeAt(): Promise<Date | null> {
  table ??= load();
  return (await table)?.metadata.buildEpoch ?? null;
}
