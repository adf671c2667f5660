import { describe, expect, test } from "vitest";
import type { VisitorPlatform } from "@/lib/platform/user-agent";
import {
  type CampaignDestinations,
  type ClickDestination,
  destinationFor,
  destinationOfEnded,
  type RedirectReason,
  type StoreLinks,
  storeLinksOf,
  withParameters,
} from "@/lib/traffic/links/rules";

const click = "0198c2d4-0000-7000-8000-000000000001";
const bare: CampaignDestinations = {
  displayId: "SUMMER",
  network: null,
  deeplink: null,
  website: null,
  androidWebRedirect: null,
  iosWebRedirect: null,
  openInApp: false,
};
const full: CampaignDestinations = {
  ...bare,
  deeplink: "myapp://product/7?colour=red",
  website: "https://example.com/summer",
  androidWebRedirect: "https://example.com/android",
  iosWebRedirect: "https://example.com/ios",
};
const stores: StoreLinks = {
  ios: "https://apps.apple.com/app/id1?ppid=0198c2d4-0000-7000-8000-000000000002",
  android: "https://play.google.com/store/apps/details?id=com.example.app&listing=summer",
};
const none: StoreLinks = { ios: null, android: null };
const website = "https://example.org/shop/";

const visit = (
  platform: VisitorPlatform,
  campaign: CampaignDestinations,
  more: {
    stores?: StoreLinks;
    website?: string | null;
    inApp?: boolean;
    params?: [string, string][];
    clickId?: string | null;
  } = {},
): ClickDestination =>
  destinationFor(
    {
      platform,
      inApp: more.inApp ?? false,
      params: more.params ?? [],
      clickId: more.clickId === undefined ? click : more.clickId,
    },
    campaign,
    more.stores ?? stores,
    more.website === undefined ? website : more.website,
  );

const viaOf = (destination: ClickDestination) =>
  destination.kind === "redirect" ? destination.via : destination.kind;

describe("the first available destination, by platform", () => {
  const chains: [VisitorPlatform, Partial<CampaignDestinations>[], RedirectReason[]][] = [
    ["IOS", [{ iosWebRedirect: null }], ["redirect", "app_store", "website", "project_website"]],
    ["ANDROID", [{ androidWebRedirect: null }], ["redirect", "play_store", "website", "project_website"]],
    ["DESKTOP", [{}], ["website", "project_website", "app_store", "play_store"]],
  ];

  test.each(chains.slice(0, 2))("%s", (platform, [without], expected) => {
    const noWebsite = { ...full, ...without, website: null };
    const found = [
      visit(platform, full),
      visit(platform, { ...full, ...without }),
      visit(platform, { ...full, ...without }, { stores: none }),
      visit(platform, noWebsite, { stores: none }),
    ];
    expect(found.map(viaOf)).toEqual(expected);
  });

  test("DESKTOP", () => {
    const found = [
      visit("DESKTOP", full),
      visit("DESKTOP", { ...full, website: null }),
      visit("DESKTOP", { ...full, website: null }, { website: null }),
      visit("DESKTOP", { ...full, website: null }, { website: null, stores: { ...stores, ios: null } }),
    ];
    expect(found.map(viaOf)).toEqual(chains[2]![2]);
  });

  test("without a website a desktop browser gets a page with both stores, and a program is redirected", () => {
    const desktop = (stores: StoreLinks, campaign = bare, site: string | null = null) =>
      destinationFor(
        { platform: "DESKTOP", inApp: false, page: true, params: [], clickId: null },
        campaign,
        stores,
        site,
      );
    expect(desktop(stores)).toEqual({ kind: "get_app", stores });
    expect(desktop({ ...stores, ios: null })).toEqual({ kind: "get_app", stores: { ...stores, ios: null } });
    expect(viaOf(desktop(stores, full))).toBe("website");
    expect(viaOf(desktop(stores, bare, website))).toBe("project_website");
    expect(desktop(none)).toEqual({ kind: "nowhere" });
    expect(viaOf(visit("DESKTOP", bare, { website: null }))).toBe("app_store");
  });

  test("without any destination there is none", () => {
    for (const platform of ["IOS", "ANDROID", "DESKTOP"] as const) {
      expect(visit(platform, bare, { stores: none, website: null })).toEqual({ kind: "nowhere" });
    }
  });
});

describe("the link of an ended campaign goes to the chosen destination", () => {
  const url = "https://example.net/over";
  test.each([
    ["store", "IOS", "app_store"],
    ["store", "ANDROID", "play_store"],
    ["store", "DESKTOP", "project_website"],
    ["website", "IOS", "project_website"],
    ["website", "DESKTOP", "project_website"],
    ["page", "ANDROID", "nowhere"],
    ["page", "DESKTOP", "nowhere"],
    [url, "IOS", "ended"],
    [url, "DESKTOP", "ended"],
    ["javascript:alert(1)", "IOS", "nowhere"],
  ] as const)("%s on %s: %s", (to, platform, expected) => {
    const found = destinationOfEnded({ platform }, to, stores, website);
    expect(viaOf(found)).toBe(expected);
    // Without a click ID, installs cannot be attributed to the campaign.
    expect(JSON.stringify(found)).not.toContain("referrer");
  });

  test("if that destination is missing a page says so; only the store has alternatives", () => {
    expect(destinationOfEnded({ platform: "IOS" }, "website", stores, null)).toEqual({ kind: "nowhere" });
    expect(viaOf(destinationOfEnded({ platform: "IOS" }, "store", none, website))).toBe("project_website");
    expect(viaOf(destinationOfEnded({ platform: "DESKTOP" }, "store", stores, null))).toBe("app_store");
    expect(destinationOfEnded({ platform: "IOS" }, "store", none, null)).toEqual({ kind: "nowhere" });
  });

  test("a browser on a desktop sees a page instead of a store, which cannot install apps there", () => {
    const seen = (platform: VisitorPlatform, site: string | null) =>
      viaOf(destinationOfEnded({ platform, page: true }, "store", stores, site));
    expect(seen("DESKTOP", null)).toBe("nowhere");
    expect(seen("DESKTOP", website)).toBe("project_website");
    expect(seen("IOS", null)).toBe("app_store");
    expect(seen("ANDROID", null)).toBe("play_store");
  });
});

describe("the stores", () => {
  test("the App Store keeps the custom product page", () => {
    expect(visit("IOS", bare)).toEqual({ kind: "redirect", via: "app_store", url: stores.ios });
  });

  test("Play keeps the custom listing and passes the click to the app, encoded once", () => {
    expect(visit("ANDROID", bare)).toMatchObject({
      url: `https://play.google.com/store/apps/details?id=com.example.app&listing=summer&referrer=cairn_click%3D${click}%26utm_source%3Dcairn%26utm_medium%3Dlink%26utm_campaign%3DSUMMER`,
    });
  });

  test("the link's own source takes precedence, and is encoded twice inside the referrer", () => {
    const params: [string, string][] = [
      ["utm_source", "meta"],
      ["utm_medium", "cpc"],
      ["utm_term", "running+shoes & socks"],
    ];
    const found = visit("ANDROID", { ...bare, network: "META" }, { params });
    const referrer = found.kind === "redirect" ? new URL(found.url).searchParams.get("referrer") : null;
    expect(referrer).toBe(
      `cairn_click=${click}&utm_source=meta&utm_medium=cpc&utm_campaign=SUMMER&utm_term=running%2Bshoes%20%26%20socks`,
    );
  });

  test("the network is the source if the link has none", () => {
    const found = visit("ANDROID", { ...bare, network: "TIKTOK" });
    expect(found.kind === "redirect" && found.url).toContain("utm_source%3Dtiktok");
  });

  test("the referrer stays short and begins with the click, however long the parameters are", () => {
    const params = ["source", "medium", "campaign", "content", "term"].map((name): [string, string] => [
      `utm_${name}`,
      "é😀".repeat(5000),
    ]);
    const found = visit("ANDROID", bare, { params });
    const url = found.kind === "redirect" ? found.url : "";
    expect(url.slice(url.indexOf("referrer="))).toMatch(/^referrer=cairn_click%3D/);
    expect(url.slice(url.indexOf("referrer=")).length).toBeLessThan(512);
  });

  test("a visit that is not a person's click passes no ID", () => {
    expect(visit("ANDROID", bare, { clickId: null })).toMatchObject({ url: stores.android });
  });

  test("a campaign's listing precedes the project's, of which only the app's main page is used", () => {
    const own = { platform: "IOS", url: "https://apps.apple.com/app/id9", pageId: "x" };
    const project = [
      { platform: "ANDROID", url: "https://play.google.com/custom", pageId: "custom" },
      { platform: "ANDROID", url: "https://play.google.com/plain", pageId: null },
      { platform: "IOS", url: "https://apps.apple.com/app/id1", pageId: null },
    ];
    expect(storeLinksOf([own], project)).toEqual({ ios: own.url, android: "https://play.google.com/plain" });
    expect(storeLinksOf([], [])).toEqual({ ios: null, android: null });
  });
});

describe("the project's website", () => {
  test.each([
    [null, "https://example.org/shop/"],
    ["myapp://product/7?colour=red#top", "https://example.org/shop/product/7?colour=red"],
    ["https://app.example.com/product/7", "https://example.org/shop/product/7"],
    ["myapp://", "https://example.org/shop/"],
    ["https://app.example.com", "https://example.org/shop/"],
    ["myapp:////evil.example/x", "https://example.org/shop/evil.example/x"],
  ])("a deeplink %s gives %s", (deeplink, url) => {
    expect(visit("DESKTOP", { ...bare, deeplink })).toEqual({
      kind: "redirect",
      via: "project_website",
      url,
    });
  });
});

describe("opening the app", () => {
  test.each([
    ["in another app's browser", { inApp: true }, full],
    ["when the campaign asks for it", {}, { ...full, openInApp: true }],
  ])("%s a page tries the deeplink and continues to the platform's destination", (_when, more, campaign) => {
    expect(visit("IOS", { ...campaign, iosWebRedirect: null }, more)).toEqual({
      kind: "open_app",
      app: "myapp://product/7?colour=red",
      otherwise: { via: "app_store", url: stores.ios },
    });
  });

  test("without a deeplink no app is opened", () => {
    expect(viaOf(visit("ANDROID", { ...bare, openInApp: true }))).toBe("play_store");
  });

  test("in another app's browser a page precedes a store, but not a web page", () => {
    expect(visit("IOS", bare, { inApp: true })).toEqual({
      kind: "open_app",
      app: null,
      otherwise: { via: "app_store", url: stores.ios },
    });
    const overridden = { ...bare, iosWebRedirect: "https://example.com/ios" };
    expect(viaOf(visit("IOS", overridden, { inApp: true }))).toBe("redirect");
    expect(viaOf(visit("DESKTOP", bare, { inApp: true, website: null }))).toBe("app_store");
  });

  test("not on a desktop", () => {
    expect(viaOf(visit("DESKTOP", { ...full, openInApp: true }))).toBe("website");
  });

  test("an app's scheme is never a redirect target", () => {
    const only = { ...bare, deeplink: "myapp://x" };
    expect(visit("IOS", only, { stores: none, website: null })).toEqual({
      kind: "open_app",
      app: "myapp://x",
      otherwise: null,
    });
    expect(visit("DESKTOP", only, { stores: none, website: null })).toEqual({ kind: "nowhere" });
  });

  test("a web deeplink is the last destination", () => {
    const only = { ...bare, deeplink: "https://app.example.com/a" };
    expect(viaOf(visit("IOS", only, { stores: none, website: null }))).toBe("deeplink");
  });

  test("a web deeplink in any script is returned in ASCII", () => {
    const only = { ...bare, deeplink: "https://täst.example/ü?q=ö🎉#é" };
    expect(visit("ANDROID", only, { stores: none, website: null })).toEqual({
      kind: "redirect",
      url: "https://xn--tst-qla.example/%C3%BC?q=%C3%B6%F0%9F%8E%89#%C3%A9",
      via: "deeplink",
    });
  });
});

describe("parameters of the followed link", () => {
  test.each<[string, [string, string][], string]>([
    [
      "myapp://p/7",
      [
        ["c", "ID"],
        ["ref", "user 1"],
      ],
      "myapp://p/7?ref=user+1",
    ],
    [
      "myapp://p/7?ref=own#top",
      [
        ["ref", "theirs"],
        ["a", "&b=c"],
      ],
      "myapp://p/7?ref=own&a=%26b%3Dc#top",
    ],
    ["https://a.example/", [], "https://a.example/"],
  ])("%s", (deeplink, params, merged) => {
    expect(withParameters(deeplink, params)).toBe(merged);
  });

  test("link parameters never change a visitor's destination", () => {
    const params: [string, string][] = ["u", "url", "redirect", "deeplink", "website"].map((name) => [
      name,
      "https://evil.example",
    ]);
    for (const platform of ["IOS", "ANDROID", "DESKTOP"] as const) {
      const found = visit(platform, full, { params });
      expect(found.kind === "redirect" && new URL(found.url).host).toBe("example.com");
    }
  });
});
