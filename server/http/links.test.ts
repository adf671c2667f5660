import { request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerLink } from "@/app/link";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { wakeAttribution } from "@/lib/attribution/wake";
import { completeEnv } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { changeAppSettings } from "@/lib/campaigns/app-links/settings";
import { updateDefaultLink } from "@/lib/campaigns/change/default-queries";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { onUndecidedInstall } from "@/lib/facts/app-calls/wake-attribution";
import { registerInstall } from "@/lib/facts/installs/register";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { addressKey } from "@/lib/platform/address-key";
import { Router } from "@/lib/platform/http/router";
import { metricsText } from "@/lib/platform/metrics";
import { testMark } from "@/lib/traffic/links/test-mark";
import { qrPath } from "@/lib/traffic/pages/qr-path";
import { createFront } from "@/server/http/front";
import { isAppHost } from "@/server/http/hosts";
import { type LinkServer, linkHandler, openLinks } from "@/server/http/links";
import {
  type AProject,
  aCampaign,
  aProject,
  aStoreListing,
  decideEverything,
  ledgerOf,
} from "@/testing/factories";

completeEnv({ TRUSTED_PROXY_HOPS: "1" });

const phones = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
  instagram:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0 Mobile Safari/537.36 Instagram 308.0.0.36.109 Android (34/14; Google/google; Pixel 8)",
  facebookBot: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
};

type LinkRequest = { agent?: string; headers?: Record<string, string>; method?: string };
type Answered = { status: number; headers: Headers; text: string };
type Send = (host: string, path: string, query?: LinkRequest) => Promise<Answered>;

const headersOf = (host: string, { agent = phones.windows, headers = {} }: LinkRequest) => ({
  host,
  "user-agent": agent,
  ...headers,
});

const throughNext: Send = async (host, path, query = {}) => {
  const response = await answerLink(
    new Request(`http://localhost${path}`, {
      method: query.method ?? "GET",
      headers: headersOf(host, query),
    }),
  );
  if (!response) return { status: 0, headers: new Headers(), text: "a page of the dashboard" };
  return { status: response.status, headers: response.headers, text: await response.text() };
};

let links: LinkServer;
let front: Server;

const throughFront: Send = (host, path, query = {}) =>
  new Promise((resolve, reject) => {
    const { port } = front.address() as AddressInfo;
    const request = httpRequest(
      { port, path, method: query.method ?? "GET", headers: headersOf(host, query), agent: false },
      (response) => {
        const parts: Buffer[] = [];
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
        response.on("data", (part) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers,
            text: Buffer.concat(parts).toString("latin1"),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end();
  });

beforeAll(async () => {
  links = openLinks({ mustSpool: true });
  front = createFront({
    router: new Router([]),
    links: linkHandler(links),
    isAppHost,
    pipe: {
      forward: async (_request: unknown, response: { end(text: string): void }) =>
        response.end("a page of the dashboard"),
    } as never,
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await links.stop();
});

type Stored = {
  id: string;
  kind: string;
  campaign_id: number;
  not_counted: string | null;
  is_test: boolean;
  network: string | null;
  ad_set_id: string | null;
  creative_id: string | null;
  platform: string;
  browser: string | null;
  advertising_id: string | null;
  address_key: Buffer | null;
  params: Record<string, string>;
  warnings: string[] | null;
  language: string | null;
  referrer: string | null;
  user_agent: string;
  country: string | null;
};

const clicksOf = (app: AProject) =>
  sql<Stored[]>`
    select id, kind, campaign_id, not_counted, is_test, network, ad_set_id, creative_id, platform, browser,
      advertising_id, address_key, params, warnings, language, referrer, user_agent, country
    from clicks where project_id = ${app.project.id} order by id`;

const someHost = () => `${randomBase62(8).toLowerCase()}.go.example`;

async function aSite(input: { website?: string | null; stores?: boolean; timeZone?: string } = {}) {
  const host = someHost();
  const app = await aProject({ domain: host, ...(input.timeZone ? { timeZone: input.timeZone } : {}) });
  if (input.stores !== false) {
    await aStoreListing(app, "IOS");
    await aStoreListing(app, "ANDROID");
  }
  if (input.website) {
    await sql`update projects set website = ${input.website} where id = ${app.project.id}`;
  }
  return { app, host };
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 1_100));

describe.each([
  ["through the front process", throughFront],
  ["through Next alone", throughNext],
])("%s", (_name, requestOf) => {
  test.each([
    ["/?c=ID", (id: string) => `/?c=${id}`],
    ["/ID", (id: string) => `/${id}`],
    ["/ID/", (id: string) => `/${id}/`],
    ["any path with c=ID", (id: string) => `/product/7?colour=red&c=${id}`],
  ])("%s is followed: 302, never cached, and the click is committed before", async (_form, path) => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    const answer = await requestOf(host, path(campaign.displayId), { agent: phones.iphone });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("https://apps.apple.com/app/id310633997");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const stored = await clicksOf(app);
    expect(stored).toMatchObject([
      { kind: "click", campaign_id: campaign.id, not_counted: null, platform: "IOS" },
    ]);
    expect(await ledgerOf(app.project.id, campaign.id)).toEqual({ clicks: { count: 1, amount: 0 } });
  });

  test("Play gets the ID of the stored click", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    const answer = await requestOf(host, `/${campaign.displayId}`, { agent: phones.android });
    const [click] = await clicksOf(app);
    const referrer = new URL(answer.headers.get("location") ?? "").searchParams.get("referrer") ?? "";
    expect(new URLSearchParams(referrer).get("cairn_click")).toBe(click?.id);
  });

  test("without a website a desktop browser sees a QR code of its link and the stores", async () => {
    const { app, host } = await aSite();
    const { displayId } = await aCampaign(app);
    const accept = { accept: "text/html,application/xhtml+xml" };
    const page = await requestOf(host, `/?c=${displayId}&utm_source=print`, { headers: accept });
    expect(page.status).toBe(200);
    expect(page.text).toContain(qrPath(`https://${host}/${displayId}?utm_source=print&utm_medium=qr`).path);
    expect(page.text).toContain("https://apps.apple.com/app/id310633997");
    expect(page.text).toContain("https://play.google.com/store/apps/details?id=com.example.app");
    const program = await requestOf(host, `/${displayId}`);
    expect(program.headers.get("location")).toBe("https://apps.apple.com/app/id310633997");
    expect(await clicksOf(app)).toMatchObject([{ not_counted: null }, { not_counted: null }]);
  });

  test("pages show the app's store data: name, rating, icon and screenshots from the same host, and the project's colour", async () => {
    const { app, host } = await aSite();
    const { displayId } = await aCampaign(app);
    const icon = Buffer.from("iVBORw0KGgo=", "base64");
    const jpeg = Buffer.from("/9j/4AAQ", "base64");
    await sql`update projects set link_color = '#ffcc00' where id = ${app.project.id}`;
    await sql`
      update store_listings set app_name = 'Trails', app_rating = 4.62, app_ratings = 1200, app_icon = ${icon},
        app_pictures = array[${icon}::bytea, ${jpeg}::bytea], app_read_at = now() where project_id = ${app.project.id} and platform = 'IOS'`;
    const page = await requestOf(host, `/${displayId}`, { headers: { accept: "text/html" } });
    expect(page.text).toContain("<h1>Trails</h1>");
    expect(page.text).toContain("Rated 4.6 of 5 by 1,200 people");
    expect(page.text).toContain("--accent:#ffcc00");
    expect(page.headers.get("content-security-policy")).toContain("img-src 'self'");
    const [, path = ""] = /<img class="mark" src="([^"]+)"/.exec(page.text) ?? [];
    const picture = await requestOf(host, path);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    const shots = [...page.text.matchAll(/<li><img src="([^"]+)"/g)].map(([, src = ""]) => src);
    expect(shots).toHaveLength(2);
    const second = await requestOf(host, shots[1]!);
    expect([second.status, second.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect((await requestOf(host, shots[1]!.replace(/2$/, "3"))).status).toBe(404);
    // Other projects' files and files other than icons are not served.
    const other = await aSite();
    expect((await requestOf(other.host, path)).status).toBe(404);
    expect((await requestOf(other.host, shots[0]!)).status).toBe(404);
    expect((await requestOf(host, "/.well-known/cairn/icon/x")).status).toBe(404);
  });

  test("the first matching rule decides; without one the campaign's own destinations do", async () => {
    const { app, host } = await aSite();
    const rule = (conditions: object, url: string) => ({
      languages: [],
      countries: [],
      platforms: [],
      ...conditions,
      destinations: [{ name: null, weight: 1, url }],
    });
    const { displayId } = await aCampaign(app, {
      link_rules: [
        rule({ languages: ["de"] }, "https://example.com/de"),
        rule(
          { platforms: ["ANDROID"] },
          "https://play.google.com/store/apps/details?id=com.example.app&listing=x",
        ),
      ],
    });
    const to = async (agent: string, language: string) =>
      (
        await requestOf(host, `/${displayId}`, { agent, headers: { "accept-language": language } })
      ).headers.get("location");
    expect(await to(phones.iphone, "de-AT,en;q=0.5")).toBe("https://example.com/de");
    expect(await to(phones.iphone, "en,de;q=0.5")).toBe("https://apps.apple.com/app/id310633997");
    // A Play store page remains one, and gets the click's ID as its referrer.
    const listing = await to(phones.android, "en");
    expect(listing).toContain("?id=com.example.app&listing=x&referrer=cairn_click%3D");
    expect(await clicksOf(app)).toHaveLength(3);
  });

  test("a split: a returning visitor gets the same variant, which is stored with the click", async () => {
    const { app, host } = await aSite();
    const names = ["A", "B"];
    const { displayId } = await aCampaign(app, {
      link_rules: [
        {
          languages: [],
          countries: [],
          platforms: [],
          destinations: names.map((name) => ({ name, weight: 1, url: `https://example.com/${name}` })),
        },
      ],
    });
    const locations = new Set<string | null>();
    for (let i = 0; i < 24; i++) {
      // A different version counts as a different browser.
      const visit = () =>
        requestOf(host, `/${displayId}`, {
          agent: phones.windows.replace(/Chrome\/\d+/, `Chrome/${100 + i}`),
        });
      const [first, again] = [await visit(), await visit()];
      expect(again.headers.get("location")).toBe(first.headers.get("location"));
      locations.add(first.headers.get("location"));
    }
    expect([...locations].sort()).toEqual(["https://example.com/A", "https://example.com/B"]);
    const kept = await sql<{ variants: string[] }[]>`
      select array_agg(distinct link_variant order by link_variant) as variants from clicks
      where project_id = ${app.project.id}`;
    expect(kept[0]?.variants).toEqual(names);
  });

  test("a web deeplink in any script is followed, with the parameters of the link", async () => {
    const app = await aProject();
    const campaign = await aCampaign(app, { deeplink: "https://täst.example/größe?q=ö" });
    const answer = await requestOf(app.domain, `/${campaign.displayId}?who=%F0%9F%8E%89`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(
      "https://xn--tst-qla.example/gr%C3%B6%C3%9Fe?q=%C3%B6&who=%F0%9F%8E%89",
    );
  });

  test("a deeplink's path may resemble an impression: with c it is followed", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app, { deeplink: `https://${host}/i/7` });
    const followed = await requestOf(host, `/i/7?c=${campaign.displayId}`, { agent: phones.iphone });
    expect(followed.headers.get("location")).toBe("https://apps.apple.com/app/id310633997");
    expect((await requestOf(host, "/i/7")).status).toBe(404);
    const seen = await requestOf(host, `/i/${campaign.displayId}?c=creative`, { agent: phones.iphone });
    expect(seen.headers.get("content-type")).toBe("image/gif");
    expect((await clicksOf(app)).map(({ kind }) => kind)).toEqual(["click", "view"]);
  });

  test("all data of a click is stored", async () => {
    const { app, host } = await aSite({ timeZone: "Pacific/Kiritimati" });
    const campaign = await aCampaign(app);
    const gaid = "38400000-8CF0-11BD-B23E-10B96E40000D";
    await requestOf(
      host,
      `/?c=${campaign.displayId}&fbclid=IwAR1&ad_set_id=11&ad_set_name=Women&ad_id=22&gaid=${gaid}&keyword={{keyword}}&x=%00y`,
      {
        agent: phones.android,
        headers: {
          "accept-language": "de-AT,de;q=0.9",
          referer: "https://l.facebook.com/",
          "x-forwarded-for": "198.51.100.7",
          "cf-ipcountry": "AT",
        },
      },
    );
    const [click] = await clicksOf(app);
    expect(click).toMatchObject({
      network: "META",
      ad_set_id: "11",
      creative_id: "22",
      advertising_id: gaid.toLowerCase(),
      address_key: Buffer.from(addressKey("198.51.100.7")!, "hex"),
      warnings: ["macro_unreplaced:keyword"],
      language: "de-AT",
      referrer: "https://l.facebook.com/",
      country: "AT",
      browser: "Chrome",
      user_agent: phones.android,
      params: { fbclid: "IwAR1", ad_id: "22", keyword: "{{keyword}}", x: "y", gaid },
    });
    expect(click?.params).not.toHaveProperty("c");
    const [cell] = await sql`
      select day::text, ad_set_id, creative_id, platform from ledger
      where project_id = ${app.project.id} and measure = 'clicks'`;
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Pacific/Kiritimati" }).format(new Date());
    expect(cell).toEqual({ day, ad_set_id: "11", creative_id: "22", platform: "ANDROID" });
    const [name] = await sql`
      select level, ad_id, name from ad_names where project_id = ${app.project.id} and campaign_id = ${campaign.id}`;
    expect(name).toEqual({ level: "ad_set", ad_id: "11", name: "Women" });
  });

  test.each<[string, LinkRequest, string]>([
    ["HEAD", { method: "HEAD" }, "head"],
    ["a prefetch", { headers: { "sec-purpose": "prefetch;prerender" } }, "prefetch"],
    ["a crawler", { agent: "Mozilla/5.0 (compatible; Googlebot/2.1)" }, "bot"],
    ["nothing said", { agent: "" }, "no_user_agent"],
    ["a scanner", { headers: { referer: "https://url.m.mimecastprotect.com/s/x" } }, "scanner"],
  ])(
    "%s gets a visitor's response, is stored with the reason %#, and is not counted",
    async (_who, query, reason) => {
      const { app, host } = await aSite({ website: "https://www.example.com/" });
      const campaign = await aCampaign(app);
      const answer = await requestOf(host, `/${campaign.displayId}`, query);
      expect(answer.status).toBe(302);
      expect(answer.text).toBe("");
      expect(await clicksOf(app)).toMatchObject([{ not_counted: reason }]);
      expect(await ledgerOf(app.project.id)).toEqual({});
    },
  );

  test("chat and social apps get Open Graph tags of the campaign, without its own name", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app, { name: "Secret plan" });
    await sql`
      update campaigns set social_title = 'Summer <sale>', social_text = 'Half price',
        social_image = 'https://example.com/a.png'
      where project_id = ${app.project.id} and id = ${campaign.id}`;
    const answer = await requestOf(host, `/${campaign.displayId}`, { agent: phones.facebookBot });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.text).toContain('<meta property="og:title" content="Summer &lt;sale&gt;">');
    expect(answer.text).toContain('<meta property="og:description" content="Half price">');
    expect(answer.text).toContain('<meta property="og:image" content="https://example.com/a.png">');
    expect(answer.text).toContain(`<meta property="og:url" content="https://${host}/${campaign.displayId}">`);
    expect(answer.text).not.toContain("Secret plan");
    expect(await clicksOf(app)).toMatchObject([{ not_counted: "preview" }]);
  });

  test("inside another app's browser a page tries the app, then goes to the store", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app, { deeplink: "myapp://product/7?ref=own", is_shortlink: true });
    const answer = await requestOf(host, `/?c=${campaign.displayId}&ref=theirs&colour=red`, {
      agent: phones.instagram,
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('data-app="myapp://product/7?ref=own&amp;colour=red"');
    expect(answer.text).toContain("play.google.com");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await clicksOf(app)).toMatchObject([{ not_counted: null, browser: "Instagram" }]);
  });

  test("a campaign that opens the app shows that page to every phone", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app, { deeplink: "myapp://product/7", is_shortlink: true });
    await sql`update campaigns set open_in_app = true where project_id = ${app.project.id} and id = ${campaign.id}`;
    expect((await requestOf(host, `/${campaign.displayId}`, { agent: phones.iphone })).text).toContain(
      "data-app",
    );
    expect((await requestOf(host, `/${campaign.displayId}`)).status).toBe(302);
  });

  test("Safari on a Mac is asked whether it is an iPad, and the click is stored with the result", async () => {
    const { app, host } = await aSite({ website: "https://www.example.com/" });
    const campaign = await aCampaign(app);
    const browser = {
      agent: phones.mac,
      headers: { "sec-fetch-mode": "navigate", referer: "https://t.co/x" },
    };
    const page = await requestOf(host, `/?c=${campaign.displayId}&a=1`, browser);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`href="?c=${campaign.displayId}&amp;a=1&amp;cairn_device=mac"`);
    expect(await clicksOf(app)).toEqual([]);

    const from = encodeURIComponent("https://t.co/x");
    const ipad = await requestOf(
      host,
      `/?c=${campaign.displayId}&a=1&cairn_device=ipad&cairn_from=${from}`,
      browser,
    );
    expect(ipad.headers.get("location")).toBe("https://apps.apple.com/app/id310633997");
    const mac = await requestOf(host, `/?c=${campaign.displayId}&cairn_device=mac`, browser);
    expect(mac.headers.get("location")).toBe("https://www.example.com/");
    const stored = await clicksOf(app);
    expect(stored.sort((a, b) => b.platform.localeCompare(a.platform))).toMatchObject([
      { platform: "IOS", network: "X", params: { a: "1" } },
      { platform: "DESKTOP" },
    ]);
    // A program that only pretends to be Safari runs no scripts.
    expect((await requestOf(host, `/${campaign.displayId}`, { agent: phones.mac })).status).toBe(302);
  });

  test("the link of a QR code counts a scan and a click, and an impression with its mark does not", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    for (const path of ["?utm_medium=qr", "?utm_medium=email&n=1", "?n=2"]) {
      await moment();
      await requestOf(host, `/${campaign.displayId}${path}`, { agent: phones.android });
    }
    await requestOf(host, `/i/${campaign.displayId}?utm_medium=qr`, { agent: phones.iphone });
    await requestOf(host, `/${campaign.displayId}?utm_medium=qr`, { agent: "Googlebot/2.1" });
    expect(await ledgerOf(app.project.id, campaign.id)).toEqual({
      clicks: { count: 3, amount: 0 },
      scans: { count: 1, amount: 0 },
      impressions: { count: 1, amount: 0 },
    });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("GET /i/ID: an image of one pixel, and an impression", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    const answer = await requestOf(host, `/i/${campaign.displayId}?ad_set_id=5`, { agent: phones.iphone });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/gif");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await clicksOf(app)).toMatchObject([{ kind: "view", ad_set_id: "5", not_counted: null }]);
    expect(await ledgerOf(app.project.id, campaign.id)).toEqual({ impressions: { count: 1, amount: 0 } });
    expect((await requestOf(host, "/i/unknown")).status).toBe(404);
    expect((await requestOf(host, `/i/${campaign.displayId}/`, { method: "HEAD" })).status).toBe(200);
    expect(await ledgerOf(app.project.id, campaign.id)).toEqual({ impressions: { count: 1, amount: 0 } });
  });

  test("an inactive or deleted campaign goes to the project's destination, stored but not counted", async () => {
    const { app, host } = await aSite({ website: "https://www.example.com/" });
    const paused = await aCampaign(app);
    const deleted = await aCampaign(app);
    await sql`update campaigns set active = false where project_id = ${app.project.id} and id = ${paused.id}`;
    await removeCampaign(app.project, { displayId: deleted.displayId }, { by: commandLine, now: new Date() });
    for (const campaign of [paused, deleted]) {
      const desktop = await requestOf(host, `/${campaign.displayId}`);
      expect([desktop.status, desktop.headers.get("location")]).toEqual([302, "https://www.example.com/"]);
      const phone = await requestOf(host, `/${campaign.displayId}`, { agent: phones.android });
      // Without a click ID, installs cannot be attributed to this campaign.
      expect(phone.headers.get("location")).toBe(
        "https://play.google.com/store/apps/details?id=com.example.app",
      );
    }
    const reasons = (await clicksOf(app)).map((click) => `${click.campaign_id} ${click.not_counted}`);
    const expected = [`${paused.id} inactive`, `${deleted.id} deleted`].flatMap((one) => [one, one]);
    expect(reasons.sort()).toEqual(expected.sort());
    expect(await ledgerOf(app.project.id)).toEqual({});
  });

  test.each([
    ["before its start", { starts_at: new Date(Date.now() + 3_600_000).toISOString() }],
    ["after its end", { ends_at: new Date(Date.now() - 1_000).toISOString() }],
  ])(
    "%s a campaign's link goes where an inactive one does, stored but not counted",
    async (_when, settings) => {
      const { app, host } = await aSite();
      const campaign = await aCampaign(app, { ended_links: "https://www.example.net/over", ...settings });
      const answer = await requestOf(host, `/${campaign.displayId}`, { agent: phones.android });
      expect(answer.headers.get("location")).toBe("https://www.example.net/over");
      expect(await clicksOf(app)).toMatchObject([{ not_counted: "inactive" }]);
      expect(await ledgerOf(app.project.id)).toEqual({});
    },
  );

  test("a campaign with a click limit redirects that many clicks and then ends; bots do not count", async () => {
    const { app, host } = await aSite();
    const over = "https://www.example.net/over";
    const campaign = await aCampaign(app, { click_limit: 2, ended_links: over });
    const follow = async (agent: string) =>
      (await requestOf(host, `/${campaign.displayId}?n=${Math.random()}`, { agent })).headers.get("location");
    const bot = "Googlebot/2.1 (+http://www.google.com/bot.html)";
    for (let n = 0; n < 3; n++) expect(await follow(bot)).not.toBe(over);
    expect(await follow(phones.android)).toContain("referrer=");
    await moment();
    expect(await follow(phones.android)).toContain("referrer=");
    // A process knows the end of a limit a moment later. Visits of bots do not count, so they can wait for it.
    await expect.poll(() => follow(bot)).toBe(over);
    expect(await follow(phones.android)).toBe(over);
    expect(await ledgerOf(app.project.id, campaign.id)).toMatchObject({ clicks: { count: 2 } });
  });

  describe("the link of an ended campaign goes where its project or the campaign defines; stored but not counted", () => {
    const over = "https://www.example.net/over";
    test.each([
      ["page", null, null, null],
      ["website", null, "https://www.example.com/", "https://www.example.com/"],
      ["store", null, "https://apps.apple.com/app/id310633997", "https://www.example.com/"],
      [over, null, over, over],
      ["store", "page", null, null],
      ["page", over, over, over],
      ["page", "website", "https://www.example.com/", "https://www.example.com/"],
    ])("project %s, campaign %s: an iPhone to %s, a desktop to %s", async (project, own, iphone, desktop) => {
      const { app, host } = await aSite({ website: "https://www.example.com/" });
      await sql`update projects set ended_links = ${project} where id = ${app.project.id}`;
      const settings = { ended_links: own, link_for_desktop_users: "https://www.example.com/campaign" };
      const [paused, deleted] = await Promise.all([aCampaign(app, settings), aCampaign(app, settings)]);
      await sql`update campaigns set active = false where project_id = ${app.project.id} and id = ${paused.id}`;
      const which = { displayId: deleted.displayId };
      await removeCampaign(app.project, which, { by: commandLine, now: new Date() });
      for (const [campaign, status, text] of [
        [paused, 404, "This link is no longer active."],
        [deleted, 410, "This link was deleted."],
      ] as const) {
        for (const [agent, destination] of [
          [phones.iphone, iphone],
          [phones.windows, desktop],
        ] as const) {
          const answer = await requestOf(host, `/${campaign.displayId}`, { agent });
          expect(answer.headers.get("location")).toBe(destination);
          expect(answer.status).toBe(destination === null ? status : 302);
          if (destination === null) expect(answer.text).toContain(text);
        }
      }
      expect(await ledgerOf(app.project.id)).toEqual({});
    });

    test("a desktop browser without a website sees a page with the stores, not Apple's store", async () => {
      const { app, host } = await aSite();
      const [paused, deleted] = await Promise.all([aCampaign(app, { active: false }), aCampaign(app)]);
      const which = { displayId: deleted.displayId };
      await removeCampaign(app.project, which, { by: commandLine, now: new Date() });
      const headers = { accept: "text/html,application/xhtml+xml" };
      for (const [path, status, text] of [
        [paused.displayId, 404, "This link is no longer active."],
        [deleted.displayId, 410, "This link was deleted."],
        ["mistyped", 404, "It may have been mistyped or cut off."],
      ] as const) {
        const page = await requestOf(host, `/${path}`, { headers, agent: phones.windows });
        expect([page.status, page.headers.get("location")]).toEqual([status, null]);
        expect(page.text).toContain(text);
        expect(page.text).toContain("https://apps.apple.com/app/id310633997");
        const phone = await requestOf(host, `/${path}`, { headers, agent: phones.iphone });
        expect(phone.headers.get("location")).toBe("https://apps.apple.com/app/id310633997");
      }
    });

    test("a destination on a link domain would loop: a page says so", async () => {
      const { app, host } = await aSite({ website: "https://www.example.com/" });
      const campaign = await aCampaign(app, { ended_links: `https://${host}/elsewhere`, active: false });
      const answer = await requestOf(host, `/${campaign.displayId}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([404, null]);
    });

    test("a link without a campaign does not go there", async () => {
      const { app, host } = await aSite({ website: "https://www.example.com/" });
      await sql`update projects set ended_links = ${over} where id = ${app.project.id}`;
      expect((await requestOf(host, "/unknown")).headers.get("location")).toBe("https://www.example.com/");
    });
  });

  test("the link of a campaign deactivated a moment ago says so", async () => {
    const { app, host } = await aSite({ stores: false });
    const campaign = await aCampaign(app, { link_for_desktop_users: "https://www.example.com/" });
    expect((await requestOf(host, `/${campaign.displayId}`)).status).toBe(302);
    await sql`update campaigns set active = false where project_id = ${app.project.id} and id = ${campaign.id}`;
    await moment();
    const answer = await requestOf(host, `/${campaign.displayId}`);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("This link is no longer active.");
  });

  test("an unknown ID, another path and the root of a domain go to the project's destination, or a page says so", async () => {
    const { host } = await aSite({ website: "https://www.example.com/" });
    for (const path of [
      "/",
      "/unknown",
      "/?c=unknown",
      "/a/b/c",
      "/?c=../../x",
      "/%00",
      "//evil.example/x",
    ]) {
      const answer = await requestOf(host, path);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([
        path,
        302,
        "https://www.example.com/",
      ]);
    }
    const { host: bare } = await aSite({ stores: false });
    for (const [path, status] of [
      ["/", 200],
      ["/unknown", 404],
    ] as const) {
      const answer = await requestOf(bare, path);
      expect(answer.status).toBe(status);
      expect(answer.text).toContain("<h1>");
    }
  });

  test("with a default link, a link without a campaign belongs to that campaign, and one with an unknown name does not", async () => {
    const { app, host } = await aSite({ website: "https://www.example.com/" });
    const [one, two] = [
      await aCampaign(app),
      await aCampaign(app, { link_for_desktop_users: "https://two.example/" }),
    ];
    const of = { accountId: app.project.accountId, projectId: app.project.id };
    const results = await Promise.all(
      [one, two].map(({ id }) => updateDefaultLink(of, { id, on: true }, commandLine)),
    );
    expect(results).toEqual([true, true]);
    const [{ n }] = await sql<[{ n: number }]>`
      select count(*)::int as n from campaigns where project_id = ${app.project.id} and is_default`;
    expect(n).toBe(1);
    await updateDefaultLink(of, { id: two.id, on: true }, commandLine);
    await expect
      .poll(async () => (await requestOf(host, "/?utm_source=poster")).headers.get("location"))
      .toBe("https://two.example/");
    expect((await requestOf(host, "/unknown")).headers.get("location")).toBe("https://www.example.com/");
    expect((await requestOf(host, "/?c=unknown")).headers.get("location")).toBe("https://www.example.com/");
    const stored = await clicksOf(app);
    expect(new Set(stored.map(({ campaign_id }) => campaign_id))).toEqual(new Set([two.id]));
    expect(await updateDefaultLink(of, { id: two.id, on: false }, commandLine)).toBe(true);
    await expect
      .poll(async () => (await requestOf(host, "/")).headers.get("location"))
      .toBe("https://www.example.com/");
    expect(await updateDefaultLink(of, { id: 999_999_999, on: true }, commandLine)).toBe(false);
  });

  test("forty concurrent clicks of one advertising ID count once; each keeps its ID for the store", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    const gaid = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        requestOf(host, `/${campaign.displayId}?gaid=${gaid}&n=${i}`, { agent: phones.android }),
      ),
    );
    await requestOf(host, `/${campaign.displayId}?gaid=${crypto.randomUUID()}`, { agent: phones.android });
    const stored = await clicksOf(app);
    const counted = stored.filter((click) => click.not_counted === null);
    expect([stored.length, counted.length]).toEqual([41, 2]);
    expect(new Set(stored.map((click) => click.not_counted))).toEqual(new Set([null, "duplicate"]));
    expect((await ledgerOf(app.project.id, campaign.id)).clicks).toEqual({ count: 2, amount: 0 });
    const ids = answers.map(({ headers }) => {
      const referrer = new URL(headers.get("location") ?? "").searchParams.get("referrer") ?? "";
      return new URLSearchParams(referrer).get("cairn_click");
    });
    expect(new Set(ids).size).toBe(40);
  });

  test("a network's click ID without a campaign is a click of the campaign that the network names", async () => {
    const { app, host } = await aSite();
    const [google, meta] = [await aCampaign(app), await aCampaign(app)];
    for (const [id, network, of] of [
      [google.id, "GOOGLE", "2217"],
      [meta.id, "META", "1201"],
    ] as const)
      await sql`
        update campaigns set network = ${network}, network_campaign_id = ${of} where project_id = ${app.project.id}
          and id = ${id}`;
    const answer = await requestOf(host, "/?gclid=Cj0&gad_campaignid=2217", { agent: phones.android });
    await requestOf(host, "/some/page?fbclid=IwA&campaign_id=1201&ad_set_id=7", { agent: phones.iphone });
    await requestOf(host, "/?gbraid=0A&gad_campaignid=2217", { agent: "Googlebot/2.1" });
    const stored = await clicksOf(app);
    expect(stored).toMatchObject([
      { campaign_id: google.id, network: "GOOGLE", not_counted: null, params: { gclid: "Cj0" } },
      { campaign_id: meta.id, network: "META", not_counted: null, ad_set_id: "7" },
      { campaign_id: google.id, not_counted: "bot" },
    ]);
    const referrer = new URL(answer.headers.get("location") ?? "").searchParams.get("referrer") ?? "";
    expect(new URLSearchParams(referrer).get("cairn_click")).toBe(stored[0]?.id);
    expect((await ledgerOf(app.project.id, google.id)).clicks).toEqual({ count: 1, amount: 0 });
  });

  test("unknown campaigns create one campaign for each network, whatever the parameters, also concurrently", async () => {
    const { app, host } = await aSite();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        requestOf(host, i % 2 ? `/?gclid=a${i}&gad_campaignid=${i}` : `/?ttclid=b${i}`, {
          agent: phones.android,
        }),
      ),
    );
    const made = await sql`
      select c.network, c.network_campaign_id as id, c.name, (select count(*)::int from clicks k
        where k.project_id = ${app.project.id} and k.campaign_id = c.id and k.not_counted is null) as clicks
      from campaigns c where c.project_id = ${app.project.id} order by 1`;
    expect(made).toEqual([
      { network: "GOOGLE", id: "unknown", name: "Google Ads, campaign unknown", clicks: 6 },
      { network: "TIKTOK", id: "unknown", name: "TikTok, campaign unknown", clicks: 6 },
    ]);
    await sql`update campaigns set deleted_at = now() where project_id = ${app.project.id} and network = 'TIKTOK'`;
    await moment();
    expect((await requestOf(host, "/?ttclid=c", { agent: phones.iphone })).status).toBe(302);
    expect(await clicksOf(app)).toHaveLength(12);
  });

  test("a visit without a click ID, or with a placeholder, is not a click", async () => {
    const { app, host } = await aSite();
    for (const path of ["/", "/?utm_source=google", "/?gclid=", "/?gclid={gclid}", "/?campaign_id=1"]) {
      const answer = await requestOf(host, path, { agent: phones.android });
      expect(answer.headers.get("location"), path).not.toContain("referrer");
    }
    expect(await clicksOf(app)).toEqual([]);
  });

  test("a parameter never changes a visitor's destination", async () => {
    const { app, host } = await aSite({ website: "https://www.example.com/" });
    const campaign = await aCampaign(app);
    const evil = "https://evil.example/";
    const query = ["u", "url", "redirect", "next", "deeplink", "website", "cairn_from", "referrer"]
      .map((name) => `${name}=${encodeURIComponent(evil)}`)
      .join("&");
    for (const agent of Object.values(phones)) {
      const answer = await requestOf(host, `/?c=${campaign.displayId}&${query}`, { agent });
      expect(answer.headers.get("location") ?? "https://www.example.com/").not.toMatch(/^https?:\/\/evil/);
      expect(answer.text).not.toMatch(/(href|data-app|data-next)="https:\/\/evil/);
    }
  });

  test("a campaign is followed on its own project's hosts only", async () => {
    const { app } = await aSite();
    const { host: foreign } = await aSite({ website: "https://other.example.com/" });
    const campaign = await aCampaign(app);
    const answer = await requestOf(foreign, `/${campaign.displayId}`);
    expect(answer.headers.get("location")).toBe("https://other.example.com/");
    expect(await clicksOf(app)).toEqual([]);
  });

  test("an unknown host gets nothing, and the dashboard's host is never a link host", async () => {
    const answer = await requestOf("nobody.go.example", "/?c=ID");
    expect([answer.status, answer.text]).toEqual([404, "Cairn does not serve this host name.\n"]);
    expect((await requestOf("localhost:3000", "/?c=ID")).text).toBe("a page of the dashboard");
  });

  test("a destination on a link host is ignored, so that no visitor is redirected in a loop", async () => {
    const { app, host } = await aSite({ stores: false });
    await sql`update projects set website = ${`https://${host}/`} where id = ${app.project.id}`;
    const campaign = await aCampaign(app, {
      link_for_desktop_users: `https://${host}/landing`,
      deeplink: `https://${host}/product`,
      is_shortlink: true,
    });
    expect((await requestOf(host, `/${campaign.displayId}`)).status).toBe(200);
  });

  test("the host is compared without case, port and final dot", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    for (const spelt of [host.toUpperCase(), `${host}:8443`, `${host}.`]) {
      expect((await requestOf(spelt, `/${campaign.displayId}`, { agent: phones.iphone })).status).toBe(302);
    }
  });

  test.each(["POST", "PUT", "DELETE", "PATCH"])("%s is not a method for links", async (method) => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    const answer = await requestOf(host, `/${campaign.displayId}`, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(await clicksOf(app)).toEqual([]);
  });

  test("a marked link creates a test click: stored as a test, not counted, and only with a mark of this server", async () => {
    const { app, host } = await aSite();
    const campaign = await aCampaign(app);
    const mark = testMark(app.project.id, campaign.displayId, new Date());
    const old = testMark(app.project.id, campaign.displayId, new Date(Date.now() - 25 * 3_600_000));
    for (const sent of [mark, old, `${mark}x`, "forged"]) {
      await requestOf(host, `/?c=${campaign.displayId}&cairn_test=${sent}`, { agent: phones.iphone });
    }
    const stored = await clicksOf(app);
    expect(stored.filter((click) => click.is_test)).toHaveLength(1);
    expect(stored.every((click) => !("cairn_test" in click.params))).toBe(true);
    expect(await ledgerOf(app.project.id)).toEqual({ clicks: { count: 3, amount: 0 } });
  });

  test("the link files contain the project's apps: JSON by name, no redirect, and 404 in JSON without any", async () => {
    const { app, host } = await aSite();
    const before = await requestOf(host, "/.well-known/apple-app-site-association");
    expect([before.status, before.headers.get("content-type")]).toEqual([404, "application/json"]);
    await changeAppSettings(
      app.project,
      {
        ios_apps: [{ team_id: "ABCDE12345", bundle_id: "com.example.app" }],
        android_apps: [{ package_name: "com.example.app", sha256_cert_fingerprints: ["AA:BB"] }],
        apple_app_site_association: null,
        assetlinks: null,
      },
      commandLine,
      new Date(),
    );
    await moment();
    for (const path of ["/.well-known/apple-app-site-association", "/apple-app-site-association"]) {
      const apple = await requestOf(host, path);
      expect([apple.status, apple.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(JSON.parse(apple.text).applinks.details[0].appIDs).toEqual(["ABCDE12345.com.example.app"]);
    }
    const android = await requestOf(host, "/.well-known/assetlinks.json");
    expect([android.status, android.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(JSON.parse(android.text)[0].target.package_name).toBe("com.example.app");
    const { host: other } = await aSite();
    expect((await requestOf(other, "/.well-known/assetlinks.json")).status).toBe(404);
  });

  test("crawlers and browsers get robots.txt and a favicon on every host", async () => {
    const { app, host } = await aSite();
    expect((await requestOf(host, "/robots.txt")).text).toContain("User-agent: *");
    expect((await requestOf(host, "/favicon.ico")).status).toBe(204);
    expect(await clicksOf(app)).toEqual([]);
  });
});

test("a metric shows the bytes in the spool", async () => {
  expect(await metricsText()).toMatch(/^cairn_click_spool_bytes 0$/m);
});

test("a thousand concurrent clicks of one campaign are a thousand clicks", async () => {
  const { app, host } = await aSite();
  const campaign = await aCampaign(app);
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      throughNext(host, `/${campaign.displayId}`, { agent: phones.iphone }),
    ),
  );
  expect(answers.every((answer) => answer.status === 302)).toBe(true);
  expect(await ledgerOf(app.project.id, campaign.id)).toEqual({ clicks: { count: 1_000, amount: 0 } });
  const [row] = await sql`select count(*)::int as n from clicks where project_id = ${app.project.id}`;
  expect(row?.n).toBe(1_000);
});

test("campaigns deleted during clicks and installs: no request fails, no reference is broken, counted facts stay", async () => {
  const { app, host } = await aSite();
  const campaigns = await Promise.all(Array.from({ length: 8 }, () => aCampaign(app)));
  // Installs are decided on arrival, as in a server that handles app calls.
  onUndecidedInstall(wakeAttribution);
  let going = true;
  const statuses = new Set<number>();
  const failures: unknown[] = [];
  let installs = 0;
  const visit = async () => {
    while (going) {
      const { displayId } = campaigns[Math.floor(Math.random() * campaigns.length)]!;
      const answer = await throughFront(host, `/${displayId}`, { agent: phones.android });
      statuses.add(answer.status);
      const location = answer.headers.get("location");
      const referrer = location ? new URL(location).searchParams.get("referrer") : null;
      if (!referrer || Math.random() < 0.5) continue;
      await registerInstall(
        app.project,
        {
          install_instance_id: randomBase62(16),
          platform: "ANDROID",
          device_data: { install_ref: referrer },
        } as never,
        { userAgent: phones.android, address: "203.0.113.9", now: new Date() },
      ).then(
        () => installs++,
        (error: unknown) => failures.push(error),
      );
    }
  };
  const visitors = Promise.all(Array.from({ length: 6 }, visit));
  const attributed = async () =>
    (
      await sql`select from installs s where s.project_id = ${app.project.id} and s.campaign_id is not null limit 1`
    ).length;
  // However busy the machine is, one install is attributed before the first campaign is deleted.
  await expect.poll(attributed).toBe(1);
  for (const { displayId } of campaigns) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    await removeCampaign(app.project, { displayId }, { by: commandLine, now: new Date() });
  }
  going = false;
  await visitors;
  await decideEverything(app);

  expect(failures).toEqual([]);
  expect([...statuses].filter((status) => status !== 302 && status !== 404)).toEqual([]);
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::int from clicks k where k.project_id = ${app.project.id} and not exists (
        select 1 from campaigns c where c.project_id = ${app.project.id} and c.id = k.campaign_id)) as clicks_of_nothing,
      (select count(*)::int from installs s where s.project_id = ${app.project.id} and s.campaign_id is not null
      and not exists (
        select 1 from campaigns c where c.project_id = ${app.project.id} and c.id = s.campaign_id)) as installs_of_nothing,
      (select count(*)::int from installs s where s.project_id = ${app.project.id}
      and s.campaign_id is not null) as attributed,
      (select count(*)::int from installs s where s.project_id = ${app.project.id}) as installs`;
  expect(row).toMatchObject({ clicks_of_nothing: 0, installs_of_nothing: 0, installs });
  expect(row!.attributed).toBeGreaterThan(0);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});
