import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Brand } from "@/lib/traffic/pages/brand";
import {
  cardPage,
  devicePage,
  getAppPage,
  type HtmlPage,
  helpPage,
  type OpenPage,
  openPage,
} from "@/lib/traffic/pages/page";

const shop: Brand = { name: "Shop", color: null, icon: null, pictures: [], rating: null };
const known: Brand = {
  name: "Shop",
  color: "#ffcc00",
  icon: "/.well-known/cairn/icon/sl_1.1",
  pictures: ["/.well-known/cairn/picture/sl_1.1.1"],
  rating: { stars: 4.62, people: 12_345 },
};

const opening: OpenPage = {
  brand: shop,
  platform: "ANDROID",
  app: "myapp://product/7?colour=red&ref=1",
  packageName: "com.example.app",
  next: {
    url: "https://play.google.com/store/apps/details?id=com.example.app&referrer=a%3D1",
    isStore: true,
  },
  website: "https://example.com/summer",
};

const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;

const pages: Record<string, HtmlPage> = {
  opening: openPage(opening),
  "opening on iOS": openPage({ ...opening, platform: "IOS" }),
  help: helpPage({
    status: 404,
    brand: shop,
    title: "Shop",
    text: "Gone.",
    ways: [{ label: "a", url: "https://a" }],
  }),
  "get the app": getAppPage({
    brand: known,
    link: "https://go.example.com/summer?utm_source=print",
    ways: [{ label: "Get it on Google Play", url: "https://play.google.com/store/apps/details?id=a.b" }],
  }),
  device: devicePage(shop, "?c=1&cairn_device=mac"),
  card: cardPage(
    {
      title: "Sale",
      text: "Half",
      image: "https://example.com/a.png",
      url: "https://go/1",
      siteName: "Shop",
    },
    "https://example.com",
  ),
};

const linksOf = (page: HtmlPage) =>
  [...page.body.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1]!);
const unescaped = (text: string) =>
  text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");

describe.each(Object.entries(pages))("the page: %s", (_name, page) => {
  test("is smaller than 10 KB and loads only the app's images", () => {
    expect(Buffer.byteLength(page.body)).toBeLessThan(10_240);
    const isKnown = (tag: string) =>
      [known.icon, ...known.pictures].some((path) => tag.includes(` src="${path}"`));
    const rest = page.body.replace(/<img[^>]*>/g, (tag) => (isKnown(tag) ? "" : tag));
    expect(rest).not.toMatch(/<(link|img)\b|<[^>]+\ssrc=|@import|url\(/);
  });

  test("the page runs only the script and style with a hash in its policy", () => {
    const policy = page.headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    for (const [tag, directive] of [
      ["script", "script-src"],
      ["style", "style-src"],
    ] as const) {
      const inside = [...page.body.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))].map(
        (match) => match[1]!,
      );
      for (const text of inside) {
        const hash = createHash("sha256").update(text).digest("base64");
        expect(policy).toContain(`${directive} 'sha256-${hash}'`);
      }
      if (inside.length === 0) expect(policy).not.toContain(directive);
    }
    expect(page.body).not.toMatch(/ on[a-z]+=| style=/);
  });

  test("is never cached and never indexed by search engines", () => {
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  });
});

describe("the page that opens the app", () => {
  test("without scripts every action is a link", () => {
    const links = linksOf(pages["opening on iOS"]!).map(unescaped);
    expect(links).toEqual([opening.app, opening.next?.url, opening.website]);
  });

  test("on Android the app is opened by its package, with the store as fallback", () => {
    const [open] = linksOf(pages.opening!).map(unescaped);
    expect(open).toBe(
      `intent://product/7?colour=red&ref=1#Intent;scheme=myapp;package=com.example.app;S.browser_fallback_url=${encodeURIComponent(opening.next?.url ?? "")};end`,
    );
  });

  test.each([
    ["IOS", "300", false],
    ["ANDROID", "5000", true],
  ] as const)("%s waits %s ms, and a countdown shows it: %s", (platform, wait, counts) => {
    const { body } = openPage({ ...opening, platform });
    expect(body).toContain(`data-wait="${wait}"`);
    expect(body.includes('id="count"')).toBe(counts);
  });

  test("a web address is opened by a tap, never by the script", () => {
    const { body } = openPage({ ...opening, app: "https://app.example.com/7" });
    expect(body).not.toContain("data-app");
    expect(body).toContain("intent://app.example.com/7#Intent;scheme=https;package=com.example.app");
  });

  test("without an app it links to the store", () => {
    const page = openPage({ ...opening, app: null, website: null });
    expect(linksOf(page).map(unescaped)).toEqual([opening.next?.url]);
    expect(page.body).not.toContain("data-app");
  });

  test("frames may only load the app's own scheme", () => {
    expect(pages.opening!.headers["content-security-policy"]).toContain("frame-src myapp:;");
    expect(pages["opening on iOS"]!.headers["content-security-policy"]).not.toContain("frame-src");
  });
});

test("texts from members and visitors are escaped everywhere", () => {
  const bad = [
    openPage({
      ...opening,
      brand: { ...shop, name: hostile },
      app: `myapp://${hostile}`,
      website: `https://x/${hostile}`,
    }),
    helpPage({
      status: 200,
      brand: { ...shop, name: hostile, color: hostile },
      title: hostile,
      text: hostile,
      ways: [{ label: hostile, url: hostile }],
    }),
    cardPage({ title: hostile, text: hostile, image: hostile, url: hostile, siteName: hostile }, hostile),
    devicePage({ ...shop, name: hostile }, hostile),
  ];
  for (const { body } of bad) {
    expect(body).not.toMatch(/<script>alert|<img/);
    expect(body.match(/<script>/g)?.length ?? 0).toBeLessThanOrEqual(1);
  }
});
