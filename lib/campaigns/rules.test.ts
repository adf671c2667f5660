import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isDestination, isWebAddress } from "@/lib/base/web/web-address";
import { deeplinkWithCampaign, linksOf, parseCampaignLink, rawLinkParameter } from "@/lib/campaigns/rules";

describe("destinations", () => {
  test.each([
    "https://example.com",
    "http://example.com:8080/a?b=c#d",
    "HTTPS://EXAMPLE.COM/",
    "https://example.com/@name?to=a@b.example",
    "market://details?id=com.example",
    "itms-apps://apps.apple.com/app/id1",
    "myapp://a@b",
    "myapp://",
    "myapp://x?y=1#z",
    "com.example.app://open/product/1",
    "https://bücher.example/ä?ö=ü",
  ])("%s is valid", (text) => {
    expect(isDestination(text)).toBe(true);
  });

  test.each([
    "javascript:alert(1)",
    "JavaScript://%0aalert(1)",
    "data:text/html,x",
    "data://x",
    "http://a@b",
    "https://example.com:443@evil.example/",
    "https://@evil.example/",
    "https://example.com\\@evil.example/",
    "https:///evil.example",
    "https://\\evil.example",
    "intent://scan/#Intent;scheme=zxing;package=com.example;end",
    "INTENT://x",
    "content://media/external/file/1",
    "android-app://com.example",
    "view-source://example.com",
    "ms-msdt://x",
    "search-ms://query=x",
    "smb://server/share",
    "chrome://settings",
    "file:///etc/passwd",
    "blob:https://example.com/1",
    "vbscript:x",
    "vbscript://x",
    "//evil.example",
    "evil.example/path",
    "/path",
    "https://",
    "https://exa mple.com",
    "https://example.com/\r\nset-cookie: a=b",
    "https://example.com/\tx",
    "myapp://x\u0000",
    "my\u0085app://x",
    "mailto:someone@example.com",
    "",
    `https://example.com/${"x".repeat(4096)}`,
  ])("%j is rejected", (text) => {
    expect(isDestination(text)).toBe(false);
    expect(isWebAddress(text)).toBe(false);
  });

  test("a web address is http or https", () => {
    expect(isWebAddress("https://example.com/a")).toBe(true);
    expect(isWebAddress("myapp://x")).toBe(false);
  });
});

describe("the link of a deeplink campaign", () => {
  test.each([
    ["https://example.com", "https://example.com/?c=ID"],
    ["https://example.com/a?b=1", "https://example.com/a?b=1&c=ID"],
    ["https://example.com/a?c=zzz", "https://example.com/a?c=ID"],
    ["https://example.com/a?c=1&b=2&c=3&%63=4", "https://example.com/a?b=2&c=ID"],
    ["https://example.com/#/route?c=kept", "https://example.com/?c=ID#/route?c=kept"],
    ["myapp://x?y=1#z", "myapp://x?y=1&c=ID#z"],
    ["myapp://", "myapp://?c=ID"],
    ["https://example.com/?C=other", "https://example.com/?C=other&c=ID"],
  ])("%s becomes %s", (deeplink, link) => {
    expect(deeplinkWithCampaign(deeplink, "ID")).toBe(link);
  });

  test("c appears exactly once in any deeplink, and everything else stays", () => {
    const pair = fc.tuple(
      fc.constantFrom("c", "%63", "C", "cc", "a", ""),
      fc.constantFrom("", "1", "c=2", "%26c%3D3"),
    );
    fc.assert(
      fc.property(
        fc.constantFrom("https://example.com", "https://example.com/c", "myapp://c", "a.b+c://x/y"),
        fc.array(pair),
        fc.constantFrom("", "#", "#c=9", "#a?c=9"),
        (address, pairs, fragment) => {
          const query = pairs.map(([name, value]) => `${name}=${value}`).join("&");
          const link = deeplinkWithCampaign(`${address}?${query}${fragment}`, "ID");
          const [before = "", after] = link.split(/#(.*)/s);
          const sent = new URLSearchParams(query);
          const found = new URLSearchParams(before.split(/\?(.*)/s)[1]);
          expect(found.getAll("c")).toEqual(["ID"]);
          expect([...found].filter(([name]) => name !== "c")).toEqual(
            [...sent].filter(([name]) => name !== "c"),
          );
          expect(after === undefined ? "" : `#${after}`).toBe(fragment);
        },
      ),
    );
  });
});

describe("links of a campaign", () => {
  const campaign = { displayId: "ID", isShortlink: true, deeplink: null };

  test("a short link", () => {
    expect(linksOf(campaign, "https://go.example.com")).toEqual({
      link: "https://go.example.com/?c=ID",
      shareable: "https://go.example.com/ID",
    });
  });

  test("a short link with a deeplink keeps the short form", () => {
    expect(linksOf({ ...campaign, deeplink: "myapp://x" }, "https://d").link).toBe("https://d/?c=ID");
  });

  test("a deeplink campaign", () => {
    expect(linksOf({ ...campaign, isShortlink: false, deeplink: "myapp://x" }, "https://d")).toEqual({
      link: "myapp://x?c=ID",
      shareable: "https://d/ID",
    });
  });

  test("a project without a domain has no short links yet", () => {
    expect(linksOf(campaign, null)).toEqual({ link: "", shareable: "" });
  });
});

describe("reading a link", () => {
  test.each([
    ["https://go.example.com/?c=ID", "ID", "go.example.com"],
    ["https://GO.example.com./?utm_source=x&c=ID#f", "ID", "go.example.com"],
    ["https://go.example.com/ID", "ID", "go.example.com"],
    ["https://go.example.com/ID/?a=b", "ID", "go.example.com"],
    ["http://go.localhost:4400/?c=ID", "ID", "go.localhost"],
    ["go.example.com/ID", "ID", "go.example.com"],
    ["//go.example.com/?c=ID", "ID", "go.example.com"],
    [" https://go.example.com/product?c=ID ", "ID", "go.example.com"],
    ["myapp://open?c=ID", "ID", null],
  ])("%s names a campaign", (text, displayId, host) => {
    expect(parseCampaignLink(text)).toMatchObject({ displayId, host });
  });

  test.each([
    "not a url",
    "https://go.example.com/",
    "https://go.example.com/a/b",
    "https://go.example.com/?c=",
    "https://go.example.com/?c=a%20b",
    "https://",
    "myapp://open",
    "\u0000",
    "",
  ])("%j contains no campaign", (text) => {
    expect(parseCampaignLink(text)).toBeNull();
  });
});

describe("a link that was not encoded in the query", () => {
  const ours = ["page", "limit", "filter", "channel", "domain"];

  test.each([
    ["link=https://d/?c=ID", "https://d/?c=ID"],
    ["page=2&link=https://d/?utm=x&c=ID&limit=5", "https://d/?utm=x&c=ID"],
    ["link=https%3A%2F%2Fd%2F%3Fc%3DID&page=1", "https://d/?c=ID"],
    ["link=%zz", "%zz"],
    ["page=1", null],
  ])("%s", (query, link) => {
    expect(rawLinkParameter(query, ours)).toBe(link);
  });
});
