import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import { newId, randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { aCampaign, aClick, aMember, anAccount, aProject, aStoreListing } from "@/testing/factories";
import { linksRoutes } from "./links";

asServed([linksRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account, domain: `${randomBase62(8).toLowerCase()}.go.example` });
    await aStoreListing(app, "IOS");
    await aStoreListing(app, "ANDROID");
    const { session } = await aMember("viewer", account);
    const path = `/api/dashboard/projects/${app.project.id}/links`;
    const explain = async (body: object) => {
      const got = await call(`POST ${path}/test`, { session, body });
      return { status: got.status, data: got.body.data, msg: got.body.msg };
    };
    return { app, session, path, explain };
  }

  describe("the arrival of a click", () => {
    const since = new Date("2026-06-20T12:00:00Z");
    const seconds = (count: number) => new Date(since.getTime() + count * 1_000);

    async function aCampaignOf(network: string | null) {
      const { app, session, path } = await someone();
      const campaign = await aCampaign(app, { ...(network && { network }) });
      const arrival = (query: Record<string, string | number> = {}, now = seconds(60)) =>
        call(`GET ${path}/arrival`, {
          session,
          now,
          query: { campaign_id: campaign.id, since: since.toISOString(), ...query },
        });
      const click = (at: Date, params: Record<string, string>, more = {}) =>
        aClick(app, { campaignId: campaign.id, at, params, ...more });
      return { app, session, path, campaign, arrival, click };
    }

    test("200 null while none has arrived; older clicks and those of other campaigns do not count", async () => {
      const { app, arrival, click } = await aCampaignOf("APPLOVIN");
      await click(seconds(-5), { ad_name: "old" });
      await aClick(app, { campaignId: (await aCampaign(app)).id, at: seconds(5) });
      expect(await arrival()).toMatchObject({
        status: 200,
        body: { data: { network: "AppLovin", click: null } },
      });
    });

    test("200 the newest click, with the network's and the link's parameters", async () => {
      const { arrival, click } = await aCampaignOf("APPLOVIN");
      await click(seconds(5), { ad_name: "first" });
      await click(seconds(9), { ad_name: "{AD_NAME}", publisher_id: "com.game", idfa: "", extra: "1" });
      const { body } = await arrival({ link: "https://x.example/?c=a&ad_name={AD_NAME}&own={OWN}" });
      expect(body.data.click).toMatchObject({ clicked_at: seconds(9).toISOString(), is_test: false });
      expect(body.data.click.parameters).toEqual([
        { name: "ad_name", state: "literal", value: "{AD_NAME}" },
        { name: "clickid", state: "missing", value: null },
        { name: "publisher_id", state: "filled", value: "com.game" },
        { name: "idfa", state: "empty", value: null },
        { name: "own", state: "missing", value: null },
        { name: "extra", state: "filled", value: "1" },
      ]);
    });

    test("200 a custom network's own parameters are expected, and its click ID is not shown", async () => {
      const { app, arrival, click } = await aCampaignOf(null);
      await sql`
        insert into custom_networks (project_id, code, click_parameter, link_parameters)
        values (${app.project.id}, 'Acme', 'acme_click', 'acme_click={id}&site={site}')`;
      await sql`update campaigns set network = 'Acme' where project_id = ${app.project.id}`;
      await click(seconds(1), { acme_click: "A-1" });
      expect((await arrival()).body.data.click.parameters).toEqual([
        { name: "acme_click", state: "filled", value: null },
        { name: "site", state: "missing", value: null },
      ]);
    });

    test("200 clicks of more than an hour ago do not arrive", async () => {
      const { arrival, click } = await aCampaignOf(null);
      await click(seconds(1), {});
      expect((await arrival({}, seconds(3_600))).body.data.click).not.toBeNull();
      expect((await arrival({}, seconds(3_602))).body.data.click).toBeNull();
    });

    test("400 a time without a zone, and 404 another project's campaign", async () => {
      const { arrival } = await aCampaignOf(null);
      expect(await arrival({ since: "2026-06-20" })).toMatchObject({
        status: 400,
        body: { msg: "since must be a time with its zone." },
      });
      const other = await aCampaignOf(null);
      expect((await arrival({ campaign_id: other.campaign.id })).status).toBe(404);
    });

    test("200 a QR code of the test link; 400 for a foreign link, 409 for an ended campaign", async () => {
      const { app, session, path, campaign } = await aCampaignOf(null);
      const qr = (link: string) => call(`GET ${path}/qr.svg`, { session, query: { link } });
      const got = await qr(campaign.link);
      expect([got.status, got.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
      expect(got.text).toContain("<svg");
      expect((await qr("https://evil.example/?c=abc")).status).toBe(400);
      expect((await qr(`${campaign.link}&x=${"y".repeat(3_000)}`)).body.msg).toBe(
        "The link is too long for a QR code. Copy it instead.",
      );
      const ended = await aCampaign(app);
      await sql`update campaigns set active = false where project_id = ${app.project.id} and id = ${ended.id}`;
      expect((await qr(ended.link)).status).toBe(409);
    });
  });

  describe("the link tester", () => {
    test.each([
      ["iphone", "standard", "redirect", "app_store", "IOS"],
      ["ipad", "chrome", "redirect", "app_store", "IOS"],
      ["android_phone", "samsung", "redirect", "play_store", "ANDROID"],
      ["android_tablet", "firefox", "redirect", "play_store", "ANDROID"],
      ["android_phone", "instagram", "open_app_page", "play_store", "ANDROID"],
      ["iphone", "tiktok", "open_app_page", "app_store", "IOS"],
      ["windows", "edge", "redirect", "website", "DESKTOP"],
      ["mac", "standard", "redirect", "website", "DESKTOP"],
      ["linux", "firefox", "redirect", "website", "DESKTOP"],
    ])("200 %s with %s: %s, %s", async (device, browser, kind, via, platform) => {
      const { app, explain } = await someone();
      const campaign = await aCampaign(app, { link_for_desktop_users: "https://www.example.com/" });
      const { data } = await explain({
        link: `https://${app.domain}/${campaign.displayId}`,
        device,
        browser,
      });
      expect(data.outcome).toMatchObject({ kind, via });
      expect(data.visitor.platform).toBe(platform);
      expect(data.chain.find((step: { chosen: boolean }) => step.chosen).via).toBe(via);
      expect(data.outcome.why.length).toBeGreaterThan(1);
    });

    test("200 nothing is recorded", async () => {
      const { app, explain } = await someone();
      const campaign = await aCampaign(app);
      await explain({ link: campaign.link });
      const rows = await sql`select 1 from clicks where project_id = ${app.project.id}`;
      expect(rows).toHaveLength(0);
    });

    test("200 the data that a click would store: network, ad, warnings and the app's data", async () => {
      const { app, explain } = await someone();
      const campaign = await aCampaign(app, { deeplink: "myapp://p/7?ref=own", is_shortlink: true });
      const { data } = await explain({
        link: `https://${app.domain}/?c=${campaign.displayId}&ttclid=1&ad_set_id=5&ad_id=__CID__&ref=theirs`,
        country: "in",
      });
      expect(data.recorded).toMatchObject({
        counted: true,
        network: "TIKTOK",
        ad_set_id: "5",
        creative_id: null,
        warnings: ["macro_unreplaced:ad_id"],
        deeplink: "myapp://p/7?ref=own&ttclid=1&ad_set_id=5&ad_id=__CID__",
      });
      expect(data.visitor.country).toBe("IN");
    });

    test("200 a paused campaign's link has the reason why it is not counted", async () => {
      const { app, explain } = await someone();
      const campaign = await aCampaign(app);
      await sql`update campaigns set active = false where project_id = ${app.project.id} and id = ${campaign.id}`;
      const { data } = await explain({ link: campaign.link });
      expect(data.recorded.counted).toBe(false);
      expect(data.outcome.why[0]).toContain("not active");
      expect(data.test_link).toBeNull();
    });

    test.each([
      [
        "store",
        null,
        "redirect",
        "app_store",
        "The project sends ended links to the app's page in the store.",
      ],
      ["page", null, "help_page", null, "The project shows a page for ended links."],
      [
        "website",
        null,
        "redirect",
        "project_website",
        "The project sends ended links to the project's website.",
      ],
      ["page", "https://a.example/", "redirect", "ended", "The campaign sends ended links to an address."],
    ])("200 an ended link, project %s, campaign %s: %s", async (project, own, kind, via, why) => {
      const { app, explain } = await someone();
      const website = project === "website" ? "https://www.example.com/" : null;
      await sql`update projects set ended_links = ${project}, website = ${website} where id = ${app.project.id}`;
      const { link } = await aCampaign(app, { active: false, ended_links: own });
      const { data } = await explain({ link });
      expect(data.outcome).toMatchObject({ kind, via });
      expect(data.outcome.why[1]).toBe(why);
      expect(data.recorded.counted).toBe(false);
    });

    test("200 a website on a domain for links is reported, because no link can lead to it", async () => {
      const { app, explain } = await someone();
      await sql`update projects set website = ${`https://${app.domain}/`} where id = ${app.project.id}`;
      const { link } = await aCampaign(app, { link_for_desktop_users: `https://${app.domain}/x` });
      const { data } = await explain({ link, device: "windows" });
      for (const what of ["campaign", "project"])
        expect(data.outcome.why).toContain(
          `The ${what}'s website is on a link domain and would redirect in a circle, so links don't use it.`,
        );
    });

    test("200 an address for ended links that would lead back here is reported", async () => {
      const { app, explain } = await someone();
      const { link } = await aCampaign(app, { active: false, ended_links: `https://${app.domain}/x` });
      const { data } = await explain({ link });
      expect(data.outcome.kind).toBe("help_page");
      expect(data.outcome.why[1]).toContain(
        "would redirect in a circle. A page shows that the link has ended.",
      );
    });

    test("200 the rule that decided, the reasons against the others, and each variant of a split", async () => {
      const { app, explain } = await someone();
      const rule = (conditions: object, ...destinations: object[]) => ({
        languages: [],
        countries: [],
        platforms: [],
        ...conditions,
        destinations: destinations.map((one) => ({ name: null, weight: 1, url: null, ...one })),
      });
      const { link } = await aCampaign(app, {
        link_rules: [
          rule({ countries: ["DE"] }, { url: "https://example.com/de" }),
          rule(
            { languages: ["fr"] },
            { name: "Short", weight: 3, url: "https://example.com/short" },
            { name: "Usual" },
          ),
        ],
      });
      const german = (await explain({ link, country: "DE" })).data;
      expect(german.outcome).toMatchObject({ kind: "redirect", via: "rule", url: "https://example.com/de" });
      expect(german.outcome.why).toContain(
        "Rule 1 is for visitors in Germany and decides. It leads to its destination.",
      );
      expect(german.chain[0]).toEqual({ via: "rule", url: "https://example.com/de", chosen: true });
      expect(german.variants).toEqual([]);

      const french = (await explain({ link, language: "fr-CA", variant: "Usual" })).data;
      expect(french.outcome).toMatchObject({ via: "app_store" });
      expect(french.outcome.why).toEqual(
        expect.arrayContaining([
          "Rule 1 is for visitors in Germany: not for this visitor.",
          "Rule 2 is for visitors with a browser in French and decides. It splits them: Short 75%, Usual 25%.",
          "Variant Usual leads to the campaign's own destinations. A visitor keeps a variant while IP address and browser stay the same.",
        ]),
      );
      expect(french.variants).toEqual([
        { name: "Short", chosen: false },
        { name: "Usual", chosen: true },
      ]);
      const short = (await explain({ link, language: "fr", variant: "Short" })).data;
      expect(short.outcome.url).toBe("https://example.com/short");

      const other = (await explain({ link, country: "IN" })).data;
      expect(other.outcome.why).toContain("No rule matches: the campaign's own destinations apply.");
      expect(other.outcome).toMatchObject({ via: "app_store" });
    });

    test("200 an unknown campaign is reported, and another project's too", async () => {
      const { app, explain } = await someone();
      const other = await someone();
      const foreign = await aCampaign(other.app);
      for (const id of ["unknown", foreign.displayId]) {
        const { data } = await explain({ link: `https://${app.domain}/${id}` });
        expect([data.campaign, data.recorded, data.test_link]).toEqual([null, null, null]);
      }
    });

    test("200 a link with only a network's click ID shows the network, and creates no campaign", async () => {
      const { app, explain } = await someone();
      const link = `https://${app.domain}/?gclid=Cj0&gad_campaignid=2217`;
      const before = await explain({ link });
      expect([before.data.campaign, before.data.outcome.why[0]]).toEqual([
        null,
        "The link has no campaign, but a click ID of Google Ads: the first such click makes the campaign “Google Ads, campaign unknown”, for it and those that follow.",
      ]);
      const campaign = await aCampaign(app);
      await sql`
        update campaigns set network = 'GOOGLE', network_campaign_id = '2217' where project_id = ${app.project.id}
          and id = ${campaign.id}`;
      const { data } = await explain({ link });
      expect(data.recorded).toMatchObject({ counted: true, network: "GOOGLE" });
      expect(data.outcome.why[0]).toBe(
        `The link has no campaign, but a click ID of Google Ads: the click is counted for the campaign ${campaign.displayId}.`,
      );
      expect(new URL(data.test_link).searchParams.get("c")).toBe(campaign.displayId);
    });

    test("200 the test link is the link with a signed mark", async () => {
      const { app, explain } = await someone();
      const campaign = await aCampaign(app);
      const { data } = await explain({ link: `https://${app.domain}/${campaign.displayId}?utm_source=x` });
      const url = new URL(data.test_link);
      expect([url.host, url.searchParams.get("c"), url.searchParams.get("utm_source")]).toEqual([
        app.domain,
        campaign.displayId,
        "x",
      ]);
      expect(url.searchParams.get("cairn_test")).toMatch(/^[0-9a-z]+\.[\w-]+$/);
    });

    test.each([
      [{ link: "not a link" }, "This link has no campaign."],
      [{ link: "https://elsewhere.example/A" }, "elsewhere.example is not a domain of this project"],
      [{ link: "" }, "Paste a link, or pick a campaign."],
      [{ link: "https://x.example/A", device: "toaster" }, "device must be one of iphone"],
      [{ link: "https://x.example/A", country: "India" }, "A country must be two letters"],
    ])("400 %j", async (body, sentence) => {
      const { explain } = await someone();
      const got = await explain(body);
      expect(got.status).toBe(400);
      expect(got.msg).toContain(sentence);
    });
  });

  describe("warnings of a campaign", () => {
    test("200 unreplaced macros, by parameter and number", async () => {
      const { app, session, path } = await someone();
      const campaign = await aCampaign(app);
      const other = await aCampaign(app);
      const click = (campaignId: number, ...expected: string[]) => ({
        project_id: app.project.id,
        id: newId(new Date()),
        clicked_at: new Date(),
        kind: "click" as const,
        campaign_id: campaignId,
        platform: "IOS",
        time_zone: "UTC",
        ...(expected.length > 0 ? { warnings: expected } : {}),
      });
      await storeClicks([
        click(campaign.id, "macro_unreplaced:ad_id", "macro_unreplaced:ad_set_id"),
        click(campaign.id, "macro_unreplaced:ad_id"),
        click(campaign.id),
        click(other.id, "macro_unreplaced:keyword"),
      ]);
      const got = await call(`GET ${path}/warnings`, { session, query: { campaign_id: campaign.id } });
      expect(got.status).toBe(200);
      expect(
        got.body.data.warnings.map((one: { kind: string; parameter: string; count: number }) => [
          one.kind,
          one.parameter,
          one.count,
        ]),
      ).toEqual([
        ["macro_unreplaced", "ad_id", 2],
        ["macro_unreplaced", "ad_set_id", 1],
      ]);
      expect(got.body.data.warnings[0].text).toContain("didn't replace ad_id");
    });

    test("400 without the ID of a campaign", async () => {
      const { session, path } = await someone();
      expect((await call(`GET ${path}/warnings`, { session })).status).toBe(400);
    });
  });
});
