import { beforeAll, describe, expect, test } from "vitest";
import * as campaign from "@/app/api/v1/campaigns/[display_id]/route";
import * as campaigns from "@/app/api/v1/campaigns/route";
import { sql } from "@/db";
import { newServerKey } from "@/lib/accounts/access/credentials";
import { commandLine } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { linkBase } from "@/lib/base/web/hosts";
import { updateDefaultLink } from "@/lib/campaigns/change/default-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import {
  type AProject,
  aCampaign,
  anAccount,
  anAffiliate,
  anAttributedUser,
  aProject,
  aStoreListing,
  withoutLimits,
} from "@/testing/factories";

/** A NUL in a query is replaced before it is used, because stored text cannot contain one. */
const shown = (text: string) => text.replace("\u0000", "\ufffd");

type Listed = { display_id: string; name: string };

asServedOrBoth([campaigns, campaign], (call) => {
  let app: AProject;
  let other: AProject;

  beforeAll(async () => {
    const accountId = await anAccount();
    [app, other] = await Promise.all([aProject({ account: accountId }), aProject({ account: accountId })]);
    await Promise.all([withoutLimits(app), withoutLimits(other)]);
  });

  const list = (query: string | Record<string, string | number> = {}, key = app.serverKey) =>
    call("GET /api/v1/campaigns", { key, query });
  const idsOf = (got: { body: { data: { campaigns: Listed[] } } }) =>
    got.body.data.campaigns.map((one) => one.display_id);
  /** A separate project, so that its figures are known. */
  const fresh = async () => {
    const made = await aProject();
    await withoutLimits(made);
    return made;
  };

  describe("401 Unauthorized access.", () => {
    test.each<[string, () => string | undefined]>([
      ["no key", () => undefined],
      ["an empty key", () => ""],
      ["an unknown key", () => newServerKey().key],
      ["a key with one flipped character", () => app.serverKey.replace(/.$/, (c) => (c === "A" ? "B" : "A"))],
      ["the app token as key", () => app.token],
    ])("%s", async (_what, key) => {
      const sent = key();
      const got = await call("GET /api/v1/campaigns", sent === undefined ? {} : { key: sent });
      expect(got.status).toBe(401);
      expect(got.body).toEqual({ msg: "Unauthorized access.", status: 401, data: null });
    });

    test("a revoked and an expired key", async () => {
      const made = await fresh();
      const { key, prefix, hash } = newServerKey();
      await sql`
        insert into server_keys (project_id, name, prefix, hash, expires_at)
        values (${made.project.id}, 'old', ${prefix}, ${hash}, now() - interval '1 second')`;
      expect((await list({}, key)).status).toBe(401);
      await sql`update server_keys set revoked_at = now() where project_id = ${made.project.id}`;
      expect((await list({}, made.serverKey)).status).toBe(401);
    });

    test("precedes errors of the arguments", async () => {
      expect((await call("GET /api/v1/campaigns", { query: "page=0&limit=x&channel=nope" })).status).toBe(
        401,
      );
    });
  });

  describe("the response", () => {
    test("200 with every documented field", async () => {
      const made = await fresh();
      const listing = await aStoreListing(made, "ANDROID", "Main");
      const one = await aCampaign(made, {
        name: "Summer",
        store_listing_ids: [listing],
        custom_display_id: "sum",
      });
      await anAttributedUser(made, one.id);
      await anAttributedUser(made, one.id);
      const got = await list({}, made.serverKey);
      const base = linkBase(made.domain, env.APP_URL);
      expect(got.body).toEqual({
        msg: "Retrieved 1 campaign with filter ALL, page 1 of 1.",
        status: 200,
        data: {
          total_campaigns: 1,
          campaigns: [
            {
              display_id: "sum",
              name: "Summer",
              created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
              update_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
              google: false,
              meta: false,
              meta_campaign_id: null,
              meta_web_to_app: false,
              active: true,
              default_link: false,
              attributed_users: 2,
              link: `${base}/?c=sum`,
              shareable_link: `${base}/sum`,
              domain: made.domain,
              store_listings: [{ store_listing_id: listing, name: "Main", platform: "ANDROID" }],
            },
          ],
          pagination: { total: 1, pages: 1, page: 1, limit: 100 },
        },
      });
    });

    test("a campaign on Google is google, one on Meta meta, with its ID there and its web-to-app flag", async () => {
      const made = await fresh();
      await aCampaign(made, {
        network: "GOOGLE",
        network_campaign_id: "7",
        web_to_app: true,
        custom_display_id: "g",
      });
      await aCampaign(made, {
        network: "META",
        network_campaign_id: "8",
        web_to_app: true,
        custom_display_id: "m",
      });
      const [meta, google] = (await list({}, made.serverKey)).body.data.campaigns;
      expect(google).toMatchObject({
        google: true,
        meta: false,
        meta_campaign_id: null,
        meta_web_to_app: false,
      });
      expect(meta).toMatchObject({ google: false, meta: true, meta_campaign_id: "8", meta_web_to_app: true });
    });

    test("the default campaign is default_link", async () => {
      const made = await fresh();
      const one = await aCampaign(made);
      await updateDefaultLink(
        { accountId: made.project.accountId, projectId: made.project.id },
        { id: one.id, on: true },
        commandLine,
      );
      expect((await list({}, made.serverKey)).body.data.campaigns[0].default_link).toBe(true);
    });

    test("domain is the campaign's own, otherwise the project's current primary one", async () => {
      const made = await fresh();
      const host = `own-${made.domain}`;
      await sql`insert into domains (project_id, host, verification) values (${made.project.id}, ${host}, 'x')`;
      await aCampaign(made, { domain: host, custom_display_id: "own" });
      await aCampaign(made, { custom_display_id: "primary" });
      const first = (await list({}, made.serverKey)).body.data.campaigns;
      expect(first.map((one: { domain: string }) => one.domain)).toEqual([made.domain, host]);
      await sql`update domains set is_primary = false where project_id = ${made.project.id}`;
      await sql`update domains set is_primary = true where project_id = ${made.project.id} and host = ${host}`;
      const then = (await list({}, made.serverKey)).body.data.campaigns;
      expect(then.map((one: { domain: string }) => one.domain)).toEqual([host, host]);
    });

    test("a deeplink campaign's link is the deeplink with c, its shareable link the short one", async () => {
      const made = await fresh();
      await aCampaign(made, { deeplink: "myapp://x?c=old&y=1#z", custom_display_id: "deep" });
      expect((await list({}, made.serverKey)).body.data.campaigns[0]).toMatchObject({
        link: "myapp://x?y=1&c=deep#z",
        shareable_link: `${linkBase(made.domain, env.APP_URL)}/deep`,
      });
    });

    test("newest first, and by ID within a millisecond", async () => {
      const made = await fresh();
      const now = new Date();
      for (const id of ["a", "b"]) await aCampaign(made, { custom_display_id: id, now });
      await aCampaign(made, { custom_display_id: "c", now: new Date(now.getTime() - 1) });
      expect(idsOf(await list({}, made.serverKey))).toEqual(["b", "a", "c"]);
    });

    test("a project without campaigns returns none, on page 1 of 0", async () => {
      const made = await fresh();
      expect((await list({}, made.serverKey)).body).toEqual({
        msg: "Retrieved 0 campaigns with filter ALL, page 1 of 0.",
        status: 200,
        data: { total_campaigns: 0, campaigns: [], pagination: { total: 0, pages: 0, page: 1, limit: 100 } },
      });
    });

    test("the key is accepted in either header, in any case", async () => {
      for (const name of ["linkrunner-key", "Service-Key", "SERVICE-KEY"]) {
        const got = await call("GET /api/v1/campaigns", { headers: { [name]: app.serverKey } });
        expect(got.status).toBe(200);
      }
    });

    test("a repeated key header is rejected", async () => {
      const got = await call("GET /api/v1/campaigns", {
        headers: { "service-key": [app.serverKey, app.serverKey] },
      });
      expect(got.status).toBe(401);
    });
  });

  describe("filter", () => {
    test("ACTIVE, INACTIVE and ALL in any case; msg names it", async () => {
      const made = await fresh();
      await aCampaign(made, { custom_display_id: "on" });
      await aCampaign(made, { custom_display_id: "off", active: false });
      expect(idsOf(await list({ filter: "ACTIVE" }, made.serverKey))).toEqual(["on"]);
      expect(idsOf(await list({ filter: "all" }, made.serverKey))).toEqual(["off", "on"]);
      const inactive = await list({ filter: "inActive" }, made.serverKey);
      expect(idsOf(inactive)).toEqual(["off"]);
      expect(inactive.body.msg).toBe("Retrieved 1 campaign with filter INACTIVE, page 1 of 1.");
    });

    test("an empty filter is ALL", async () => {
      expect((await list("filter=&channel=&domain=&link=&page=&limit=")).status).toBe(200);
    });

    test("400 Invalid request parameters. for an unknown filter", async () => {
      const got = await list({ filter: "foo" });
      expect([got.status, got.body.msg]).toEqual([400, "Invalid request parameters."]);
    });
  });

  test("purpose filters and adds the field; without it, campaigns have only the documented fields", async () => {
    const made = await fresh();
    await aCampaign(made, { custom_display_id: "old" });
    await aCampaign(made, { custom_display_id: "back", purpose: "retargeting" });
    const purposes = async (purpose: string) =>
      (await list({ purpose }, made.serverKey)).body.data.campaigns.map(
        (one: { display_id: string; purpose?: string }) => [one.display_id, one.purpose],
      );
    expect(await purposes("retargeting")).toEqual([["back", "retargeting"]]);
    expect(await purposes("Any")).toEqual([
      ["back", "retargeting"],
      ["old", "both"],
    ]);
    expect(await purposes("new_users")).toEqual([]);
    expect(await purposes("")).toEqual([
      ["back", undefined],
      ["old", undefined],
    ]);
    const bad = await list({ purpose: "growth" }, made.serverKey);
    expect([bad.status, bad.body.msg]).toEqual([400, "Invalid request parameters."]);
  });

  describe("channel", () => {
    test("a network in any case; other values by their code", async () => {
      const made = await fresh();
      for (const network of ["GOOGLE", "META", "TIKTOK", "APPLE_SEARCH_ADS", "SNAPCHAT"]) {
        await aCampaign(made, { network, custom_display_id: network });
      }
      for (const [channel, id] of [
        ["google", "GOOGLE"],
        ["Meta", "META"],
        ["TIKTOK", "TIKTOK"],
        ["apple_search_ads", "APPLE_SEARCH_ADS"],
        ["snapchat", "SNAPCHAT"],
      ] as const) {
        expect(idsOf(await list({ channel }, made.serverKey))).toEqual([id]);
      }
    });

    test("an affiliate's name with underscores for spaces, in any case", async () => {
      const made = await fresh();
      const affiliate = await anAffiliate(made, "Big Media Group");
      await aCampaign(made, { affiliate_id: affiliate, custom_display_id: "aff" });
      await aCampaign(made, { custom_display_id: "plain" });
      for (const channel of ["Big_Media_Group", "big_media_group", "BIG MEDIA GROUP"]) {
        expect(idsOf(await list({ channel }, made.serverKey))).toEqual(["aff"]);
      }
    });

    test.each(["channel=", "channel=%20", "channel=+"])("%s applies no filter", async (query) => {
      expect((await list(query)).status).toBe(200);
    });

    test.each(["nope", "a%b", "__proto__", "x\u0000"])(
      "400 Invalid channel '%s'. Channel not found.",
      async (channel) => {
        const got = await list({ channel });
        expect([got.status, got.body.msg]).toEqual([
          400,
          `Invalid channel '${shown(channel)}'. Channel not found.`,
        ]);
      },
    );

    test("an affiliate of another project is unknown", async () => {
      await anAffiliate(other, "Theirs");
      expect((await list({ channel: "Theirs" })).body.msg).toBe(
        "Invalid channel 'Theirs'. Channel not found.",
      );
    });
  });

  describe("domain", () => {
    test("only campaigns on this domain, chosen or by default, in any spelling of the host", async () => {
      const made = await fresh();
      const host = `own-${made.domain}`;
      await sql`insert into domains (project_id, host, verification) values (${made.project.id}, ${host}, 'x')`;
      await aCampaign(made, { domain: host, custom_display_id: "own" });
      await aCampaign(made, { custom_display_id: "default" });
      await aCampaign(made, { domain: made.domain, custom_display_id: "named" });
      expect(idsOf(await list({ domain: host }, made.serverKey))).toEqual(["own"]);
      for (const domain of [
        made.domain,
        made.domain.toUpperCase(),
        `${made.domain}.`,
        `${made.domain}:4400`,
      ]) {
        expect(idsOf(await list({ domain }, made.serverKey))).toEqual(["named", "default"]);
      }
    });

    test("400 Invalid domain '<domain>'. Domain not found for this project. for another project's and an unknown one", async () => {
      for (const domain of [other.domain, "nobody.example.com", "%", "x\u0000y"]) {
        const got = await list({ domain });
        expect([got.status, got.body.msg]).toEqual([
          400,
          `Invalid domain '${shown(domain)}'. Domain not found for this project.`,
        ]);
      }
    });
  });

  describe("link", () => {
    test("the campaign of the link, in each form of the link", async () => {
      const made = await fresh();
      await aCampaign(made, { custom_display_id: "short" });
      await aCampaign(made, { custom_display_id: "deep", deeplink: "https://app.example.com/p?x=1" });
      await aCampaign(made, { custom_display_id: "app", deeplink: "myapp://open" });
      for (const [link, id] of [
        [`https://${made.domain}/?c=short`, "short"],
        [`https://${made.domain}/short`, "short"],
        [`http://${made.domain}:4400/short?utm_source=x`, "short"],
        [`${made.domain}/short`, "short"],
        ["https://app.example.com/p?x=1&c=deep", "deep"],
        ["myapp://open?c=app", "app"],
      ] as const) {
        expect(idsOf(await list({ link }, made.serverKey))).toEqual([id]);
      }
      // A pasted link without any encoding.
      const raw = `limit=5&link=https://${made.domain}/?utm_source=x&c=short&page=1`;
      expect(idsOf(await list(raw, made.serverKey))).toEqual(["short"]);
    });

    test("400 Invalid request parameters. for a link without a campaign of the project", async () => {
      const foreign = await aCampaign(other);
      const ours = await aCampaign(app);
      for (const link of [
        "not a url",
        "https://other.example.com/?c=x",
        `https://other.example.com/?c=${ours.displayId}`,
        `https://${app.domain}/`,
        `https://${app.domain}/?c=nobody`,
        `https://${app.domain}/?c=${foreign.displayId}`,
        `https://${other.domain}/?c=${foreign.displayId}`,
        "\u0000",
      ]) {
        const got = await list({ link });
        expect([link, got.status, got.body.msg]).toEqual([link, 400, "Invalid request parameters."]);
      }
    });

    test("filters combine", async () => {
      const made = await fresh();
      await aCampaign(made, { custom_display_id: "one", network: "META", active: false });
      await aCampaign(made, { custom_display_id: "two", network: "META" });
      const query = { filter: "ACTIVE", channel: "META", domain: made.domain };
      expect(idsOf(await list(query, made.serverKey))).toEqual(["two"]);
      const link = `https://${made.domain}/one`;
      expect(idsOf(await list({ ...query, link }, made.serverKey))).toEqual([]);
    });
  });

  describe("page and limit", () => {
    test.each([
      "0",
      "-1",
      "1.5",
      "abc",
      "1e3",
      " 1",
      "+1",
      "0x10",
      "١",
      "Infinity",
      "1e18",
      "1000000000000000000",
    ])("422 Invalid page number '%s'. Page must be a positive integer.", async (page) => {
      const got = await list({ page });
      expect(got.body).toMatchObject({
        msg: `Invalid page number '${page}'. Page must be a positive integer.`,
        status: 422,
        data: null,
      });
      expect(got.status).toBe(422);
    });

    test.each(["0", "-5", "x", "2.5", " 1"])(
      "422 Invalid limit '%s'. Limit must be between 1 and 1000.",
      async (limit) => {
        const got = await list({ limit });
        expect([got.status, got.body.msg]).toEqual([
          422,
          `Invalid limit '${limit}'. Limit must be between 1 and 1000.`,
        ]);
      },
    );

    test.each(["5000", "1001", "99999999999999999999"])(
      "422 Limit %s exceeds maximum allowed value of 1000.",
      async (limit) => {
        const got = await list({ limit });
        expect([got.status, got.body.msg]).toEqual([
          422,
          `Limit ${limit} exceeds maximum allowed value of 1000.`,
        ]);
      },
    );

    test("pages divide the list; a page past the end is empty", async () => {
      const made = await fresh();
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) ids.unshift((await aCampaign(made)).displayId);
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push(await list({ page, limit: 2 }, made.serverKey));
      expect(pages.map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []]);
      expect(pages.map((got) => got.body.data.pagination)).toEqual(
        [1, 2, 3, 4].map((page) => ({ total: 5, pages: 3, page, limit: 2 })),
      );
      expect(pages[1]!.body.msg).toBe("Retrieved 2 campaigns with filter ALL, page 2 of 3.");
    });

    test("the largest page number is empty and has the true total", async () => {
      const made = await fresh();
      await aCampaign(made);
      const got = await list({ page: "9000000000000", limit: 1000 }, made.serverKey);
      expect([got.status, got.body.data.total_campaigns, got.body.data.campaigns]).toEqual([200, 1, []]);
    });

    test("the first of two values counts", async () => {
      expect((await list("page=1&page=x&page[]=0")).status).toBe(200);
    });
  });

  test("429 after 30 requests in a second with one key; another key of the project is not limited", async () => {
    const made = await aProject();
    const second = newServerKey();
    await sql`
      insert into server_keys (project_id, name, prefix, hash)
      values (${made.project.id}, 'second', ${second.prefix}, ${second.hash})`;
    const at = (tick: number, key = made.serverKey) => call("GET /api/v1/campaigns", { key, tick });
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await at(1_000_000)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
    const refused = await at(1_000_999);
    expect(refused.body).toEqual({
      msg: "Rate limit exceeded. Please try again later.",
      status: 429,
      data: null,
    });
    expect((await at(1_000_999, second.key)).status).toBe(200);
    expect((await at(1_001_001)).status).toBe(200);
  });

  test("405 with Allow for a method that the path does not have", async () => {
    const got = await call("POST /api/v1/campaigns", { key: app.serverKey, body: {} });
    expect(got.status).toBe(405);
    expect(got.headers.get("allow")).toBe("GET, PUT, PATCH, DELETE");
  });
});
