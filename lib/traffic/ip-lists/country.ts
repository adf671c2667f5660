/**
 * In which country an address is. A trusted proxy that knows says so in a header; else a table tells, which is read
 * when the first address is asked for. Of addresses nothing is kept but the keyed hash of their network.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { Reader } from "mmdb-lib";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";

/** Believed only where proxies are. */
const headers = ["cf-ipcountry", "x-vercel-ip-country", "cloudfront-viewer-country", "x-country-code"];

/** What the proxy says. */
export function countryIn(call: { header(name: string): string | null }): string | null {
  if (env.TRUSTED_PROXY_HOPS === 0) return null;
  for (const name of headers) {
    const code = codeIn(call.header(name));
    if (code !== null) return code;
  }
  return null;
}

/** XX stands for "not known", T1 for the Tor network. */
const codeIn = (text: unknown): string | null => {
  const code = typeof text === "string" ? text.trim().toUpperCase() : "";
  return /^[A-Z]{2}$/.test(code) && code !== "XX" && code !== "ZZ" ? code : null;
};

/** As the table that comes with the program has it, and as those of MaxMind and others have it. */
type Entry = { country_code?: unknown; country?: unknown } | null;
type Table = Reader<never>;

let table: Table | null | Promise<Table | null> | undefined;

/** Networks asked for of late; an empty text where the table knows none. */
const countries = new LRUCache<string, string>({ max: 50_000 });

const packaged = ["node_modules", "@ip-location-db", "dbip-country-mmdb", "dbip-country.mmdb"];

/**
 * What the table says; without a promise where that is at hand. `key` is the address's keyed hash; without one it is
 * nobody's home.
 */
export function countryOf(address: string, key: string | null): string | null | Promise<string | null> {
  if (key === null) return null;
  const known = countries.get(key);
  if (known !== undefined) return known || null;
  if (table === undefined) table = load();
  return table instanceof Promise
    ? table.then((loaded) => look(loaded, address, key))
    : look(table, address, key);
}

async function load(): Promise<Table | null> {
  const file = env.COUNTRY_DATABASE;
  let loaded: Table | null = null;
  try {
    if (file !== null) loaded = new Reader<never>(await readFile(file ?? join(process.cwd(), ...packaged)));
  } catch (error) {
    log().warn({ file, ...describeError(error) }, "the table of countries cannot be read: COUNTRY_DATABASE");
  }
  table = loaded;
  return loaded;
}

function look(loaded: Table | null, address: string, key: string): string | null {
  let code: string | null = null;
  try {
    const entry = loaded?.get(plain(address)) as Entry | undefined;
    const inner =
      typeof entry?.country === "object" ? (entry.country as { iso_code?: unknown } | null) : null;
    code = codeIn(entry?.country_code) ?? codeIn(inner?.iso_code) ?? codeIn(entry?.country);
  } catch {
    // No address, or a table of IPv4 alone.
  }
  countries.set(key, code ?? "");
  return code;
}

/** An IPv4 address that an IPv6 one carries stands in the table by itself. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");

/** When the table in use was made; null without one. */
export async function countryTableMadeAt(): Promise<Date | null> {
  table ??= load();
  return (await table)?.metadata.buildEpoch ?? null;
}
