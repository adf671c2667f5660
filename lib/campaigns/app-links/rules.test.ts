import { describe, expect, test } from "vitest";
import { type AppLinks, appIdsIn, appleFileCovers, linkFileText } from "@/lib/campaigns/app-links/rules";
import { appSettingsInput } from "@/lib/campaigns/app-links/schema";

const print =
  "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5";

const links: AppLinks = {
  iosApps: [
    { team_id: "ABCDE12345", bundle_id: "com.example.app" },
    { team_id: "ABCDE12345", bundle_id: "com.example.beta" },
  ],
  androidApps: [{ package_name: "com.example.app", sha256_cert_fingerprints: [print] }],
  appleFile: null,
  androidFile: null,
};
const none: AppLinks = { iosApps: [], androidApps: [], appleFile: null, androidFile: null };

describe("the files generated from the apps", () => {
  test("apple-app-site-association contains every app, and excludes some paths", () => {
    const file = JSON.parse(linkFileText("apple-app-site-association", links) ?? "");
    expect(appIdsIn("apple-app-site-association", file)).toEqual([
      "ABCDE12345.com.example.app",
      "ABCDE12345.com.example.beta",
    ]);
    expect(appleFileCovers(file, "/SUMMER")).toBe(true);
    expect(appleFileCovers(file, "/product/7")).toBe(true);
    expect(appleFileCovers(file, "/.well-known/x")).toBe(false);
    expect(appleFileCovers(file, "/api/client/init")).toBe(false);
    expect(appleFileCovers(file, "/i/SUMMER")).toBe(false);
  });

  test("assetlinks.json contains the package with its fingerprints", () => {
    expect(JSON.parse(linkFileText("assetlinks.json", links) ?? "")).toEqual([
      {
        relation: ["delegate_permission/common.handle_all_urls"],
        target: {
          namespace: "android_app",
          package_name: "com.example.app",
          sha256_cert_fingerprints: [print],
        },
      },
    ]);
  });

  test("a pasted file is served unchanged", () => {
    const pasted = '{ "applinks": {"details": []} }';
    expect(linkFileText("apple-app-site-association", { ...links, appleFile: pasted })).toBe(pasted);
    expect(linkFileText("assetlinks.json", { ...links, androidFile: "[]" })).toBe("[]");
  });

  test("without an app there is no file", () => {
    expect(linkFileText("apple-app-site-association", none)).toBeNull();
    expect(linkFileText("assetlinks.json", none)).toBeNull();
  });
});

describe("paths of Apple's file", () => {
  const file = (components: unknown[]) => ({ applinks: { details: [{ appIDs: ["A"], components }] } });

  test.each([
    [[{ "/": "/buy/*" }], "/buy/1", true],
    [[{ "/": "/buy/*" }], "/sell/1", false],
    [[{ "/": "/b?y" }], "/buy", true],
    [[{ "/": "/b?y" }], "/by", false],
    [[{ "/": "*/end" }], "/a/b/end", true],
    [[{ "/": "/no/*", exclude: true }, { "/": "*" }], "/no/1", false],
    [[{ "/": "*" }, { "/": "/no/*", exclude: true }], "/no/1", true],
    [[{ "#": "x", exclude: true }, { "/": "/*" }], "/a", true],
    [[{}], "/a", true],
    [[], "/a", false],
  ])("%j and %s: %s", (components, path, covered) => {
    expect(appleFileCovers(file(components), path)).toBe(covered);
  });

  test("the old format", () => {
    const old = { applinks: { apps: [], details: [{ appID: "A", paths: ["/old/*"] }] } };
    expect(appleFileCovers(old, "/old/1")).toBe(true);
    expect(appleFileCovers(old, "/new")).toBe(false);
    expect(appIdsIn("apple-app-site-association", old)).toEqual(["A"]);
  });

  test("matching a pattern takes linear time", () => {
    expect(appleFileCovers(file([{ "/": `${"*a".repeat(20_000)}b` }]), `/${"a".repeat(64)}`)).toBe(false);
  });

  test("any content of a file can be read without an error", () => {
    for (const value of [
      null,
      1,
      "x",
      [],
      {},
      { applinks: null },
      { applinks: { details: [null, 1, {}] } },
    ]) {
      expect(appIdsIn("apple-app-site-association", value)).toEqual([]);
      expect(appIdsIn("assetlinks.json", value)).toEqual([]);
      expect(appleFileCovers(value, "/a")).toBe(false);
    }
  });
});

describe("the form", () => {
  const problem = (input: object) => {
    const parsed = appSettingsInput.safeParse(input);
    return parsed.success ? null : parsed.error.issues[0]?.message;
  };

  test.each([
    print,
    print.toLowerCase(),
    print.replaceAll(":", ""),
    print.replaceAll(":", " "),
    `SHA256: ${print}`,
    ` sha-256:${print.toLowerCase()} `,
  ])("a fingerprint with %s is the same", (text) => {
    const parsed = appSettingsInput.parse({
      android_apps: [{ package_name: "com.example.app", sha256_cert_fingerprints: [text, print] }],
    });
    expect(parsed.android_apps[0]?.sha256_cert_fingerprints).toEqual([print]);
  });

  const app = (fingerprint: string) => ({
    android_apps: [{ package_name: "com.example.app", sha256_cert_fingerprints: [fingerprint] }],
  });

  test.each([
    ["a SHA-1 fingerprint", app("AA".repeat(20)), /SHA-1 or MD5/],
    ["a short fingerprint", app("AA:BB"), /32 pairs/],
    ["no fingerprint", { android_apps: [{ package_name: "a.b", sha256_cert_fingerprints: [] }] }, /SHA-256/],
    [
      "a package without a dot",
      { android_apps: [{ package_name: "app", sha256_cert_fingerprints: [print] }] },
      /such as com/,
    ],
    ["a team id of nine", { ios_apps: [{ team_id: "ABCDE1234", bundle_id: "a.b" }] }, /ten letters/],
    [
      "a bundle id with a space",
      { ios_apps: [{ team_id: "ABCDE12345", bundle_id: "a b.c" }] },
      /such as com/,
    ],
    ["a pasted file that is no JSON", { apple_app_site_association: "{" }, /not valid JSON/],
    ["a pasted file without applinks", { apple_app_site_association: "{}" }, /applinks/],
    ["pasted assetlinks that are no list", { assetlinks: "{}" }, /list of statements/],
    ["a pasted file that is too large", { assetlinks: `["${"x".repeat(131_072)}"]` }, /128 KB/],
  ])("%s is rejected by name", (_what, input, sentence) => {
    expect(problem(input)).toMatch(sentence);
  });

  test("blank files count as missing, and no settings at all are valid", () => {
    expect(appSettingsInput.parse({ apple_app_site_association: "  ", assetlinks: null })).toEqual({
      ios_apps: [],
      android_apps: [],
      apple_app_site_association: null,
      assetlinks: null,
    });
  });
});
