import { describe, expect, test } from "vitest";
import { sql } from "@/db";
import type { Role } from "@/lib/accounts/access/roles";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import {
  aCampaign,
  aClick,
  aMember,
  anAccount,
  anAffiliate,
  anAttributedUser,
  aProject,
  aStoreListing,
} from "@/testing/factories";
import { campaignFiguresRoutes } from "./campaign-figures";
import { campaignsRoutes } from "./campaigns";

const modules = [campaignsRoutes, campaignFiguresRoutes];

asServed(modules, (call) => {
  async function someone(role: Role = "marketer") {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session, email } = await aMember(role, account);
    const path = `/api/dashboard/projects/${app.project.slug}/campaigns`;
    const get = (rest = "", query: string | Record<string, string | number> = {}) =>
      call(`GET ${path}${rest}`, { session, query });
    const send = (method: string, rest: string, body?: unknown) =>
      call(`${method} ${path}${rest}`, { session, body });
    return { app, session, email, path, get, send };
  }
  type Named = { name: string };
  const namesOf = (got: { body: { data: { campaigns: Named[] } } }) =>
    got.body.data.campaigns.map((one) => one.name);

  describe("permissions", () => {
    const lines = (p: string, id: number): [string, Role, unknown?][] => [
      [`GET /api/dashboard/projects/${p}/campaigns`, "viewer"],
      [`GET /api/dashboard/projects/${p}/campaigns/${id}`, "viewer"],
      [`GET /api/dashboard/projects/${p}/campaigns/${id}/qr.svg`, "viewer"],
      [`GET /api/dashboard/projects/${p}/campaigns/${id}/qr.png`, "viewer"],
      [`GET /api/dashboard/projects/${p}/campaigns/${id}/attributed-users`, "viewer"],
      [`GET /api/dashboard/projects/${p}/campaigns/${id}/attributed-users/export.csv`, "admin"],
      [`GET /api/dashboard/projects/${p}/campaigns/display-id`, "viewer"],
      [`GET /api/dashboard/projects/${p}/campaigns/export.csv`, "viewer"],
      [`POST /api/dashboard/projects/${p}/campaigns/preview`, "viewer", {}],
      [`POST /api/dashboard/projects/${p}/campaigns`, "marketer", { name: "x" }],
      [`PATCH /api/dashboard/projects/${p}/campaigns/${id}`, "marketer", { name: "x" }],
      [`POST /api/dashboard/projects/${p}/campaigns/sheet/preview`, "marketer", { text: "Name\nx" }],
      [`POST /api/dashboard/projects/${p}/campaigns/sheet`, "marketer", { text: "Name\nx" }],
      [`POST /api/dashboard/projects/${p}/campaigns/bulk`, "marketer", { ids: [id], action: "activate" }],
      [`DELETE /api/dashboard/projects/${p}/campaigns/${id}`, "marketer"],
    ];

    test("401 without a session, 403 for read-only members, 404 for other accounts, with no effect", async () => {
      const { app } = await someone();
      const one = await aCampaign(app, { name: "Mine" });
      const viewer = (await aMember("viewer", app.accountId)).session;
      const stranger = (await aMember("owner")).session;
      for (const [line, role, body] of lines(app.project.slug, one.id)) {
        expect([line, (await call(line, { body })).status]).toEqual([line, 401]);
        expect([line, (await call(line, { body, session: stranger })).status]).toEqual([line, 404]);
        const got = await call(line, { body, session: viewer });
        expect([line, got.status]).toEqual([line, role === "viewer" ? 200 : 403]);
      }
      const [row] = await sql`
        select name, deleted_at from campaigns where project_id = ${app.project.id} and id = ${one.id}`;
      expect(row).toEqual({ name: "Mine", deleted_at: null });
    });

    test("another project's campaign is as unknown as one that does not exist", async () => {
      // An admin, who may also export the users.
      const { app, send, get, path } = await someone("admin");
      const other = await someone();
      const foreign = await aCampaign(other.app, { name: "Theirs" });
      for (const [line, , body] of lines(app.project.slug, foreign.id).filter(([line]) =>
        line.includes(`/${foreign.id}`),
      )) {
        const [method = "", target = ""] = line.split(" ");
        const rest = target.slice(path.length);
        const got = await send(method, rest, body);
        const missing = await send(method, rest.replace(`/${foreign.id}`, "/999999999"), body);
        expect([line, got.status, got.text]).toEqual([line, 404, missing.text]);
      }
      const done = await send("POST", "/bulk", { ids: [foreign.id], action: "delete" });
      expect(done.body.data).toEqual({ changed: 0, ids: [] });
      expect(namesOf(await get())).toEqual([]);
      expect(namesOf(await other.get())).toEqual(["Theirs"]);
    });
  });

  describe("the table", () => {
    test("search finds names, display ids, deeplinks and domains in any case, literally", async () => {
      const { app, get } = await someone();
      await aCampaign(app, { name: "Sommer 100%", custom_display_id: "Alpha_1" });
      await aCampaign(app, { name: "Winter", custom_display_id: "beta", deeplink: "myapp://Product/7" });
      expect(namesOf(await get("", { search: "sOMMER" }))).toEqual(["Sommer 100%"]);
      expect(namesOf(await get("", { search: "ALPHA_" }))).toEqual(["Sommer 100%"]);
      expect(namesOf(await get("", { search: "product" }))).toEqual(["Winter"]);
      expect(namesOf(await get("", { search: "%" }))).toEqual(["Sommer 100%"]);
      expect(namesOf(await get("", { search: "_" }))).toEqual(["Sommer 100%"]);
      expect(namesOf(await get("", { search: "\\" }))).toEqual([]);
      expect(namesOf(await get("", { search: app.domain }))).toHaveLength(2);
    });

    test("status, network, affiliate and domain filter together", async () => {
      const { app, get } = await someone();
      const affiliate = await anAffiliate(app);
      await aCampaign(app, { name: "meta", network: "META" });
      await aCampaign(app, { name: "meta off", network: "META", active: false });
      await aCampaign(app, { name: "theirs", affiliate_id: affiliate });
      expect(namesOf(await get("", { network: "meta" }))).toEqual(["meta off", "meta"]);
      expect(namesOf(await get("", { network: "meta", status: "inactive" }))).toEqual(["meta off"]);
      expect(namesOf(await get("", { network: "none" }))).toEqual(["theirs"]);
      expect(namesOf(await get("", { affiliate }))).toEqual(["theirs"]);
      expect(namesOf(await get("", { domain: app.domain, status: "active" }))).toEqual(["theirs", "meta"]);
      expect((await get("", { domain: "nobody.example.com" })).status).toBe(400);
      expect((await get("", { network: "nope" })).status).toBe(400);
    });

    test("sorts by each column in both directions, and pages through that order", async () => {
      const { app, get } = await someone();
      const [b, a] = [
        await aCampaign(app, { name: "B" }),
        await aCampaign(app, { name: "a", active: false }),
      ];
      await anAttributedUser(app, b.id);
      const orders = {
        created_at: ["a", "B"],
        name: ["B", "a"],
        active: ["B", "a"],
        attributed_users: ["B", "a"],
      };
      for (const [sort, down] of Object.entries(orders)) {
        expect([sort, ...namesOf(await get("", { sort }))]).toEqual([sort, ...down]);
        const up = namesOf(await get("", { sort, order: "ascending" }));
        expect([sort, ...up]).toEqual([sort, ...down.toReversed()]);
      }
      expect(namesOf(await get("", { sort: "name", order: "ascending", limit: 1, page: 2 }))).toEqual(["B"]);
      expect((await get("", { sort: "id; drop table campaigns" })).status).toBe(400);
      expect(a.id).toBeGreaterThan(b.id);
    });

    test("returns the totals of all matching campaigns, on every page", async () => {
      const { app, get } = await someone();
      for (let i = 0; i < 3; i++) {
        const one = await aCampaign(app, { active: i > 0 });
        for (let n = 0; n < i; n++) await anAttributedUser(app, one.id);
      }
      const got = await get("", { limit: 1, page: 9 });
      expect(got.body.data).toEqual({
        campaigns: [],
        totals: { campaigns: 3, active: 2, attributed_users: 3, archived: 0 },
        pagination: { total: 3, pages: 3, page: 9, limit: 1 },
      });
      expect((await get("", { limit: 201 })).status).toBe(422);
    });
  });

  describe("settings", () => {
    test("201 with every setting, each of which is returned when the campaign is read", async () => {
      const { app, get, send } = await someone();
      const affiliate = await anAffiliate(app, "Partner");
      const listing = await aStoreListing(app, "IOS", "Main");
      const [account] = await sql<{ id: number }[]>`
        insert into network_accounts (project_id, network, name) values (${app.project.id}, 'META', 'Ads')
        returning id`;
      const sent = {
        name: "Everything",
        active: false,
        custom_display_id: "everything",
        is_shortlink: true,
        deeplink: "myapp://x",
        link_for_desktop_users: "https://example.com/",
        android_web_redirect: "https://example.com/a",
        ios_web_redirect: "https://example.com/i",
        domain: app.domain,
        store_listing_ids: [listing],
        network: "meta",
        network_campaign_id: "123",
        network_account_id: account!.id,
        web_to_app: true,
        affiliate_id: affiliate,
        open_in_app: true,
        social_title: "Title",
        social_text: "Text",
        social_image: "https://example.com/i.png",
        starts_at: "2026-05-01T00:00:00.000Z",
        ends_at: "2026-06-01T00:00:00.000Z",
        click_limit: 500,
        tags: ["spring", "Influencers"],
      };
      const made = await send("POST", "", sent);
      expect(made.status).toBe(201);
      const { id } = made.body.data.campaign;
      const { custom_display_id, store_listing_ids, domain, affiliate_id, network, ...same } = sent;
      expect((await get(`/${id}`)).body.data.campaign).toMatchObject({
        ...same,
        display_id: custom_display_id,
        own_domain: domain,
        network: "META",
        url_parameters: expect.stringContaining("campaign_id={{campaign.id}}"),
        affiliate: { id: affiliate_id, name: "Partner" },
        store_listings: [{ store_listing_id: store_listing_ids[0], name: "Main", platform: "IOS" }],
      });
      expect(network).toBe("meta");
    });

    test("each setting can be changed alone; null clears it", async () => {
      const { app, get, send } = await someone();
      const { id } = await aCampaign(app, {
        name: "Before",
        deeplink: "myapp://x",
        link_for_desktop_users: "https://example.com/",
        social_title: "Title",
        network: "META",
      });
      const before = (await get(`/${id}`)).body.data.campaign;
      const changed = await send("PATCH", `/${id}`, { name: "After", social_title: null, open_in_app: true });
      expect(changed.body.data.campaign).toEqual({
        ...before,
        name: "After",
        social_title: null,
        open_in_app: true,
        update_at: expect.any(String),
      });
      expect(changed.body.data.campaign.update_at > before.update_at).toBe(true);
      const cleared = await send("PATCH", `/${id}`, {
        deeplink: null,
        network: null,
        link_for_desktop_users: "",
      });
      expect(cleared.body.data.campaign).toMatchObject({
        deeplink: null,
        is_shortlink: true,
        network: null,
        link_for_desktop_users: null,
      });
      const long = await send("PATCH", `/${id}`, { deeplink: "myapp://y", is_shortlink: false });
      expect(long.body.data.campaign).toMatchObject({
        is_shortlink: false,
        link: expect.stringMatching(/^myapp:/),
      });
    });

    test("store listings are replaced completely", async () => {
      const { app, send } = await someone();
      const [ios, other, android] = [
        await aStoreListing(app, "IOS"),
        await aStoreListing(app, "IOS"),
        await aStoreListing(app, "ANDROID"),
      ];
      const { id } = await aCampaign(app, { store_listing_ids: [ios, android] });
      const set = async (store_listing_ids: string[]) => {
        const got = await send("PATCH", `/${id}`, { store_listing_ids });
        return got.body.data.campaign.store_listings.map(
          (one: { store_listing_id: string }) => one.store_listing_id,
        );
      };
      expect(await set([other])).toEqual([other]);
      expect(await set([android, ios])).toEqual([ios, android]);
      expect(await set([])).toEqual([]);
    });

    test("a domain, listing, affiliate or network account of another project is rejected", async () => {
      const { app, send } = await someone();
      const stranger = await aProject();
      const { id } = await aCampaign(app);
      const affiliate_id = await anAffiliate(stranger);
      const [account] = await sql<{ id: number }[]>`
        insert into network_accounts (project_id, network, name) values (${stranger.project.id}, 'META', 'Ads')
        returning id`;
      for (const body of [
        { domain: stranger.domain },
        { store_listing_ids: [await aStoreListing(stranger, "IOS")] },
        { affiliate_id },
        { network_account_id: account!.id },
      ]) {
        expect((await send("PATCH", `/${id}`, body)).status).toBe(400);
        expect((await send("POST", "", { name: "x", ...body })).status).toBe(400);
      }
    });

    test.each([
      [{}, "The request has no changes."],
      [{ deeplink: "javascript:alert(1)" }, "Not a valid link!"],
      [{ name: " " }, "Campaign name cannot be empty!"],
      [{ network: "nope" }, "Unknown ad network."],
      [{ social_image: "javascript:x" }, "Enter an image URL that starts with http:// or https://."],
      [{ affiliate_id: "1" }, "Enter the ID of an affiliate."],
    ])("400 for %j", async (body, msg) => {
      const { app, send } = await someone();
      const { id } = await aCampaign(app);
      const got = await send("PATCH", `/${id}`, body);
      expect([got.status, got.body.msg]).toEqual([400, msg]);
    });

    test("a deleted campaign is not found; the audit log has the author of each change", async () => {
      const { app, email, get, send } = await someone();
      const { id, displayId } = await aCampaign(app, { name: "Gone" });
      await send("PATCH", `/${id}`, { open_in_app: true });
      expect((await send("DELETE", `/${id}`)).body.data).toEqual({ id });
      expect((await get(`/${id}`)).status).toBe(404);
      expect((await send("DELETE", `/${id}`)).status).toBe(404);
      const rows = await sql`
        select actor, action, target, detail from audit_log
        where project_id = ${app.project.id} and actor = ${email} order by id`;
      expect(rows).toEqual([
        {
          actor: email,
          action: "campaign.edit",
          target: displayId,
          detail: { open_in_app: true, before: { open_in_app: false } },
        },
        { actor: email, action: "campaign.delete", target: displayId, detail: { name: "Gone" } },
      ]);
    });
  });

  describe("schedule, limit and tags", () => {
    const day = 86_400_000;
    const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

    test.each([
      ["active", {}],
      ["active", { starts_at: fromNow(-day), ends_at: fromNow(day), click_limit: 1 }],
      ["scheduled", { starts_at: fromNow(day) }],
      ["ended", { ends_at: fromNow(-day) }],
      ["inactive", { active: false, ends_at: fromNow(-day) }],
    ])("the state is %s with %j", async (state, settings) => {
      const { send } = await someone();
      expect((await send("POST", "", { name: "x", ...settings })).body.data.campaign.state).toBe(state);
    });

    test("a campaign ends with the last click of its limit", async () => {
      const { app, get } = await someone();
      const { id } = await aCampaign(app, { click_limit: 2 });
      const state = async () => (await get(`/${id}`)).body.data.campaign.state;
      await aClick(app, { campaignId: id });
      expect(await state()).toBe("active");
      await aClick(app, { campaignId: id });
      expect(await state()).toBe("ended");
    });

    test("the table filters by the current state, counts the matches, and sorts by it", async () => {
      const { app, get, send } = await someone();
      const make = (name: string, settings: object) => send("POST", "", { name, ...settings });
      await make("on", {});
      await make("off", { active: false, starts_at: fromNow(day) });
      await make("soon", { starts_at: fromNow(day) });
      await make("over", { ends_at: fromNow(-day) });
      const { id } = await aCampaign(app, { name: "used up", click_limit: 1 });
      await aClick(app, { campaignId: id });
      const found = async (status: string) => {
        const { data } = (await get("", { status, limit: 1 })).body;
        return [data.pagination.total, namesOf(await get("", { status }))];
      };
      expect(await found("active")).toEqual([1, ["on"]]);
      expect(await found("inactive")).toEqual([1, ["off"]]);
      expect(await found("scheduled")).toEqual([1, ["soon"]]);
      expect(await found("ended")).toEqual([2, ["used up", "over"]]);
      expect((await found("all"))[0]).toBe(5);
      expect((await get()).body.data.totals.active).toBe(1);
      expect(namesOf(await get("", { sort: "active" }))).toEqual(["on", "soon", "used up", "over", "off"]);
      const wrong = await get("", { status: "paused" });
      expect([wrong.status, wrong.body.msg]).toEqual([
        400,
        "Status must be active, inactive, scheduled, ended, archived, all or any.",
      ]);
    });

    test("an end before the start is rejected at its field, also if only one of them is changed", async () => {
      const { send } = await someone();
      const [before, after] = [fromNow(day), fromNow(2 * day)];
      const wrong = await send("POST", "", { name: "x", starts_at: after, ends_at: before });
      expect([wrong.status, wrong.body.errors]).toEqual([
        400,
        { ends_at: "The end must be after the start." },
      ]);
      const { id } = (await send("POST", "", { name: "x", starts_at: before })).body.data.campaign;
      expect((await send("PATCH", `/${id}`, { ends_at: before })).status).toBe(400);
      expect((await send("PATCH", `/${id}`, { ends_at: after })).status).toBe(200);
      expect((await send("PATCH", `/${id}`, { starts_at: fromNow(3 * day) })).status).toBe(400);
      expect((await send("PATCH", `/${id}`, { starts_at: fromNow(3 * day), ends_at: null })).status).toBe(
        200,
      );
    });

    test.each([
      [{ starts_at: "tomorrow" }, "The start must be a time such as 2026-05-01T09:00:00Z."],
      [{ click_limit: 0 }, "The click limit must be at least 1."],
      [{ click_limit: 1.5 }, "The click limit must be a whole number."],
      [{ reengagement_days: 0 }, "The re-engagement window must be 1 to 90 whole days."],
      [{ reengagement_days: 91 }, "The re-engagement window must be 1 to 90 whole days."],
      [{ reengagement_days: 7.5 }, "The re-engagement window must be 1 to 90 whole days."],
      [{ reengagement_days: "30" }, "The re-engagement window must be 1 to 90 whole days."],
      [{ tags: ["a,b"] }, "A tag can't contain a comma."],
      [{ tags: [" "] }, "A tag can't be empty."],
      [{ tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, "A campaign can have at most 20 tags."],
    ])("400 for %j", async (settings, message) => {
      const { send } = await someone();
      const got = await send("POST", "", { name: "x", ...settings });
      expect([got.status, got.body.msg]).toEqual([400, message]);
    });

    test("tags are added to and removed from many campaigns in any case; the table filters by them and lists them all", async () => {
      const { app, get, send } = await someone();
      const made = await send("POST", "", { name: "a", tags: ["Spring", "spring", "Brand"] });
      const a: number = made.body.data.campaign.id;
      const b = (await aCampaign(app, { name: "b" })).id;
      const tagsOf = async (id: number) => (await get(`/${id}`)).body.data.campaign.tags;
      expect(await tagsOf(a)).toEqual(["spring", "Brand"]);
      const bulk = async (action: string, tags: string[]) =>
        (await send("POST", "/bulk", { ids: [a, b], action, tags })).body.data.ids.sort();
      expect(await bulk("tag", ["brand"])).toEqual([a, b].sort());
      expect([await tagsOf(a), await tagsOf(b)]).toEqual([["spring", "brand"], ["brand"]]);
      expect(await bulk("tag", ["brand"])).toEqual([]);
      expect(namesOf(await get("", { tag: "BRAND" }))).toEqual(["b", "a"]);
      expect(namesOf(await get("", { tag: "bran" }))).toEqual([]);
      expect((await get("/tags")).body.data.tags).toEqual([
        { tag: "brand", campaigns: 2 },
        { tag: "spring", campaigns: 1 },
      ]);
      expect(await bulk("untag", ["SPRING"])).toEqual([a]);
      expect((await get("/tags")).body.data.tags).toEqual([{ tag: "brand", campaigns: 2 }]);
      const [logged] = await sql`
        select detail from audit_log where project_id = ${app.project.id} order by id desc limit 1`;
      expect(logged).toMatchObject({ detail: { tags: ["brand"], before: { tags: ["spring", "brand"] } } });
    });

    test("a campaign says whom it is for: both by default, one by one or for many, and the list filters by it", async () => {
      const { app, get, send } = await someone();
      const { id, purpose } = (await send("POST", "", { name: "a" })).body.data.campaign;
      expect(purpose).toBe("both");
      const b = (await send("POST", "", { name: "b", purpose: "new_users" })).body.data.campaign.id;
      const changed = await send("PATCH", `/${id}`, { purpose: "retargeting" });
      expect(changed.body.data.campaign.purpose).toBe("retargeting");
      expect(namesOf(await get("", { purpose: "retargeting" }))).toEqual(["a"]);
      expect(namesOf(await get("", { purpose: "new_users" }))).toEqual(["b"]);
      const change = { ids: [id, b], action: "edit", changes: { purpose: "both" } };
      expect((await send("POST", "/bulk", change)).body.data.changed).toBe(2);
      expect(namesOf(await get("", { purpose: "both" }))).toEqual(["b", "a"]);
      const [logged] = await sql`
        select detail from audit_log where project_id = ${app.project.id} and action = 'campaign.edit'
          and target = (select display_id from campaigns where project_id = ${app.project.id} and id = ${b})`;
      expect(logged!.detail).toEqual({ purpose: "both", before: { purpose: "new_users" } });
      const bad = await send("PATCH", `/${id}`, { purpose: null });
      expect([bad.status, bad.body.msg]).toEqual([
        400,
        "purpose must be one of new_users, retargeting, both!",
      ]);
    });

    test("a change of settings is logged with the earlier values and the labels of the form", async () => {
      const { app, send } = await someone();
      const listing = await aStoreListing(app, "IOS");
      const { id } = await aCampaign(app, { name: "Old", link_for_desktop_users: "https://old.example/" });
      const changes = {
        name: "New",
        link_for_desktop_users: null,
        store_listing_ids: [listing],
        domain: app.domain,
        ends_at: "2031-01-01T00:00:00.000Z",
      };
      expect((await send("PATCH", `/${id}`, changes)).status).toBe(200);
      const [logged] = await sql`
        select detail from audit_log where project_id = ${app.project.id} order by id desc limit 1`;
      expect(logged!.detail).toEqual({
        ...changes,
        before: {
          name: "Old",
          link_for_desktop_users: "https://old.example/",
          store_listing_ids: [],
          domain: null,
          ends_at: null,
        },
      });
    });

    test("many campaigns get a start, an end or a click limit at once; the response and the audit log have the earlier values", async () => {
      const { app, get, send } = await someone();
      const ends = "2030-06-01T00:00:00.000Z";
      const a = await aCampaign(app, { click_limit: 5 });
      const b = await aCampaign(app, { ends_at: ends });
      const c = await aCampaign(app, { ends_at: ends });
      const ids = [a.id, b.id, c.id];
      const starts = "2030-01-01T00:00:00.000Z";
      const schedule = { starts_at: starts, click_limit: null };
      const done = (await send("POST", "/bulk", { ids, action: "schedule", schedule })).body.data;
      expect(done).toMatchObject({ changed: 3, ids: expect.arrayContaining(ids) });
      const none = { starts_at: null, ends_at: null, click_limit: null, reengagement_days: null };
      expect(done.before).toHaveLength(2);
      expect(done.before).toContainEqual({ ...none, click_limit: 5, ids: [a.id] });
      expect(done.before).toContainEqual({
        ...none,
        ends_at: ends,
        ids: expect.arrayContaining([b.id, c.id]),
      });
      expect((await get(`/${a.id}`)).body.data.campaign).toMatchObject({
        starts_at: starts,
        click_limit: null,
      });
      expect((await get(`/${b.id}`)).body.data.campaign).toMatchObject({ starts_at: starts, ends_at: ends });
      const [logged] = await sql`
        select detail from audit_log where project_id = ${app.project.id} and target = ${a.displayId}
        order by id desc limit 1`;
      expect(logged!.detail).toEqual({ ...schedule, before: { starts_at: null, click_limit: 5 } });
      const again = await send("POST", "/bulk", { ids, action: "schedule", schedule });
      expect(again.body.data).toEqual({ changed: 0, ids: [], before: [] });
    });

    test("400 if one of many campaigns would end before it starts, and none is changed", async () => {
      const { app, get, send } = await someone();
      const early = await aCampaign(app, { name: "Early", ends_at: "2030-01-01T00:00:00.000Z" });
      const open = await aCampaign(app, { name: "Open" });
      const ids = [early.id, open.id];
      const bulk = (schedule?: object) => send("POST", "/bulk", { ids, action: "schedule", schedule });
      const got = await bulk({ starts_at: "2030-02-01T00:00:00.000Z" });
      expect([got.status, got.body.msg]).toEqual([400, "“Early” would end before the start. Change both."]);
      expect((await get(`/${open.id}`)).body.data.campaign.starts_at).toBe(null);
      expect((await bulk({ starts_at: "2030-02-01T00:00:00.000Z", ends_at: null })).body.data.changed).toBe(
        2,
      );
      expect((await bulk({})).status).toBe(400);
      expect((await bulk()).body.errors).toEqual({
        schedule: "Choose a start, an end, a click limit or a re-engagement window.",
      });
    });

    test("the re-engagement window is created, changed alone and in bulk, and cleared; the audit log has each", async () => {
      const { app, get, send } = await someone();
      const { id, display_id: target } = (await send("POST", "", { name: "x", reengagement_days: 7 })).body
        .data.campaign;
      const other = await aCampaign(app);
      const windowOf = async (of: number) => (await get(`/${of}`)).body.data.campaign.reengagement_days;
      expect([await windowOf(id), await windowOf(other.id)]).toEqual([7, null]);
      expect((await send("PATCH", `/${id}`, { reengagement_days: 90 })).status).toBe(200);
      const bulk = (days: number | null) =>
        send("POST", "/bulk", {
          ids: [id, other.id],
          action: "schedule",
          schedule: { reengagement_days: days },
        });
      const { before, changed } = (await bulk(1)).body.data;
      expect(changed).toBe(2);
      expect(before).toContainEqual(expect.objectContaining({ reengagement_days: 90, ids: [id] }));
      expect([await windowOf(id), await windowOf(other.id)]).toEqual([1, 1]);
      await bulk(null);
      expect([await windowOf(id), await windowOf(other.id)]).toEqual([null, null]);
      const logged = await sql`
        select detail from audit_log where project_id = ${app.project.id} and target = ${target}
          and action = 'campaign.edit' order by id`;
      expect(logged.map(({ detail }) => [detail.reengagement_days, detail.before.reengagement_days])).toEqual(
        [
          [90, 7],
          [1, 90],
          [null, 1],
        ],
      );
    });

    test("a change of the click limit alone does not check the dates", async () => {
      const { get, send, app } = await someone();
      const { id } = await aCampaign(app, {
        starts_at: "2030-02-01T00:00:00.000Z",
        ends_at: "2030-03-01T00:00:00.000Z",
      });
      await sql`update campaigns set ends_at = starts_at where project_id = ${app.project.id} and id = ${id}`;
      const bulk = (schedule: object) => send("POST", "/bulk", { ids: [id], action: "schedule", schedule });
      expect((await bulk({ click_limit: 7 })).body.data).toMatchObject({ changed: 1 });
      expect((await get(`/${id}`)).body.data.campaign.click_limit).toBe(7);
      expect((await bulk({ starts_at: "2030-02-02T00:00:00.000Z" })).status).toBe(400);
    });

    test("all matching campaigns are changed at once, and no others", async () => {
      const { app, get, send } = await someone();
      const other = await someone();
      await aCampaign(other.app, { name: "Summer there" });
      for (const name of ["Summer 1", "Summer 2", "Winter"]) await aCampaign(app, { name });
      const bulk = (action: string, matching: object, rest = {}) =>
        send("POST", "/bulk", { action, matching, ...rest });
      const paused = await bulk("deactivate", { search: "summer", count: 2 });
      expect([paused.status, paused.body.data.changed]).toEqual([200, 2]);
      expect(namesOf(await get("", { status: "inactive" }))).toEqual(["Summer 2", "Summer 1"]);
      expect((await bulk("tag", { status: "inactive", count: 2 }, { tags: ["old"] })).body.data.changed).toBe(
        2,
      );
      expect((await bulk("delete", { tag: "old", count: 2 })).body.data.changed).toBe(2);
      expect(namesOf(await get())).toEqual(["Winter"]);
      expect(namesOf(await other.get("", { status: "active" }))).toEqual(["Summer there"]);
    });

    test("409 without any change if other campaigns match now than were chosen", async () => {
      const { app, get, send } = await someone();
      await aCampaign(app, { name: "New meanwhile" });
      const got = await send("POST", "/bulk", { action: "delete", matching: { count: 2 } });
      expect([got.status, got.body.msg]).toEqual([
        409,
        "The matching campaigns changed. Check the list and choose again.",
      ]);
      expect(namesOf(await get())).toEqual(["New meanwhile"]);
    });

    test("400 for a change of no campaigns, or of campaigns chosen in two ways", async () => {
      const { send } = await someone();
      for (const which of [{}, { ids: [1], matching: { count: 1 } }]) {
        const got = await send("POST", "/bulk", { action: "activate", ...which });
        expect([got.status, got.body.msg]).toEqual([400, "Choose campaigns by ID or by filter."]);
      }
      const without = await send("POST", "/bulk", { action: "activate", matching: {} });
      expect([without.status, without.body.msg]).toEqual([
        400,
        "The number of matching campaigns is missing.",
      ]);
    });

    test("400 for tagging without a tag", async () => {
      const { app, send } = await someone();
      const { id } = await aCampaign(app);
      const got = await send("POST", "/bulk", { ids: [id], action: "tag" });
      expect([got.status, got.body.msg]).toEqual([400, "Enter at least one tag."]);
    });
  });

  describe("campaigns from a sheet", () => {
    const csv = (...lines: string[]) => lines.join("\n");
    type Problems = { line: number; problems: { field: string; message: string }[] }[];
    const problemsOf = (rows: Problems) =>
      rows.flatMap(({ line, problems }) =>
        problems.map(({ field, message }) => `${line} ${field}: ${message}`),
      );

    test("a preview stores nothing; the import creates all campaigns with every setting and returns their links", async () => {
      const { app, get, send } = await someone();
      await anAffiliate(app, "Anna Blogs");
      const text = csv(
        "Name;Slug;Network;Affiliate;Tags;Website;Starts;Ends;Click limit;Remark",
        "Anna May;anna;;anna blogs;influencer, may;https://example.com/a;2098-05-01;2098-05-31;1,000;x",
        "Search;;google;;;;;2098-05-31 12:00;;",
      );
      const preview = await send("POST", "/sheet/preview", { text });
      expect(preview.body.data).toMatchObject({ ready: true, ignored: ["Remark"] });
      expect(preview.body.data.columns).toContain("custom_display_id");
      expect(problemsOf(preview.body.data.rows)).toEqual([]);
      expect(namesOf(await get())).toEqual([]);

      const made = await send("POST", "/sheet", { text });
      expect(made.status).toBe(201);
      const [anna, search] = made.body.data.created;
      expect(anna).toMatchObject({ line: 2, name: "Anna May", display_id: "anna" });
      expect(anna.shareable_link).toMatch(/\/anna$/);
      expect(search.display_id).toMatch(/^[0-9A-Za-z]{9}$/);
      const settings = async (id: number) => (await get(`/${id}`)).body.data.campaign;
      const zone = app.project.timeZone;
      expect(zone).toBe("UTC");
      expect(await settings(anna.id)).toMatchObject({
        affiliate: { name: "Anna Blogs" },
        tags: ["influencer", "may"],
        link_for_desktop_users: "https://example.com/a",
        starts_at: "2098-05-01T00:00:00.000Z",
        ends_at: "2098-05-31T23:59:59.999Z",
        click_limit: 1000,
      });
      expect(await settings(search.id)).toMatchObject({
        network: "GOOGLE",
        ends_at: "2098-05-31T12:00:00.000Z",
      });
      const logged = await sql`
        select target from audit_log where project_id = ${app.project.id} and action = 'campaign.create'`;
      expect(logged.map(({ target }) => target).sort()).toEqual([search.display_id, "anna"].sort());
    });

    test("a list of names is a sheet, with or without a header", async () => {
      const { get, send } = await someone();
      for (const text of ["One\r\nTwo\r\n", "Campaign name\nThree"])
        expect((await send("POST", "/sheet", { text })).status).toBe(201);
      expect(namesOf(await get()).sort()).toEqual(["One", "Three", "Two"]);
    });

    test("errors have their line and field; nothing is created until all are corrected", async () => {
      const { app, get, send } = await someone();
      await aCampaign(app, { name: "There", custom_display_id: "taken" });
      const text = csv(
        "Name,Display ID,Network,Affiliate,Domain,Website,Starts,Ends,Click limit",
        "Fine,fine,,,,,,,",
        ",a,,,,,,,",
        "B,taken,,,,,,,",
        "C,fine,,,,,,,",
        "D,a b,,,,,,,",
        "E,,Nowhere,Nobody,other.example,example,,,",
        "F,,,,,,2026-06-02,2026-06-01,many",
        "G,,,,,,02/06,,",
        "H,,,,,,,2020-01-31,",
      );
      const { data } = (await send("POST", "/sheet/preview", { text })).body;
      expect(data.ready).toBe(false);
      expect(problemsOf(data.rows)).toEqual([
        "3 name: Campaign name is required!",
        "4 custom_display_id: A campaign with this display ID already exists!",
        "5 custom_display_id: Line 2 has the same display ID.",
        "6 custom_display_id: custom_display_id must be 1 to 64 characters long, of letters, digits, hyphens and underscores!",
        "7 link_for_desktop_users: Not a valid link!",
        "7 network: Unknown ad network.",
        "7 domain: Domain not found in project",
        "7 affiliate: No affiliate is named Nobody.",
        "8 click_limit: The click limit must be a whole number.",
        "8 ends_at: The end must be after the start.",
        "9 starts_at: The start must be a time such as 2026-05-01T09:00:00Z.",
        "10 ends_at: The end is in the past.",
      ]);
      const refused = await send("POST", "/sheet", { text });
      expect([refused.status, refused.body.msg]).toEqual([400, "Line 3: Campaign name is required!"]);
      expect(namesOf(await get())).toEqual(["There"]);
      // Alternatively, only valid rows are created.
      const some = await send("POST", "/sheet", { text, only_ready: true });
      expect(some.body.data).toMatchObject({ created: [{ name: "Fine" }], left: [3, 4, 5, 6, 7, 8, 9, 10] });
    });

    test("a day with a month's name is understood; without a year it is the next such day", async () => {
      const { send } = await someone();
      const text = "Name,Starts,Ends\nA,1 Dec 2098,Dec 31 2098\nB,,1 Dec";
      const { data } = (await send("POST", "/sheet/preview", { text })).body;
      expect(data.ready).toBe(true);
      expect(data.rows[0].values).toMatchObject({ starts_at: "2098-12-01", ends_at: "2098-12-31" });
      expect(data.rows[1].values.ends_at).toMatch(/^\d{4}-12-01$/);
    });

    test("empty cells are filled from a template, except names", async () => {
      const { app, get, send } = await someone();
      const listing = await aStoreListing(app, "IOS", "Main");
      const template = await aCampaign(app, {
        name: "Template",
        custom_display_id: "template",
        network: "META",
        network_campaign_id: "77",
        store_listing_ids: [listing],
        domain: app.domain,
        tags: ["base"],
        click_limit: 9,
      });
      const text = csv("Name,Network,Tags", "Own,tiktok,own", "Same,,");
      const { created } = (await send("POST", "/sheet", { text, template: template.id })).body.data;
      const [own, same] = await Promise.all(
        created.map(async ({ id }: { id: number }) => (await get(`/${id}`)).body.data.campaign),
      );
      expect(own).toMatchObject({ name: "Own", network: "TIKTOK", tags: ["own"], own_domain: app.domain });
      expect(same).toMatchObject({
        network: "META",
        network_campaign_id: null,
        tags: ["base"],
        click_limit: 9,
      });
      expect(same.store_listings).toMatchObject([{ store_listing_id: listing }]);
      const other = await someone();
      const foreign = await other.send("POST", "/sheet", { text, template: template.id });
      expect(foreign.status).toBe(404);
    });

    test.each([
      ["", "Paste rows, or choose a CSV file."],
      ["Slug,Network\na,meta", "The Name column is missing. The first line must contain the column names."],
      ["Name,Campaign\na,b", "Two columns have the same meaning: Name and Campaign. Remove one."],
      ["Name,Slug", "The file has no rows below the header line."],
      [`Name\n${"x\n".repeat(1001)}`, "A sheet has at most 1,000 campaigns. Split it."],
    ])("400 for %j", async (text, message) => {
      const { send } = await someone();
      const got = await send("POST", "/sheet/preview", { text });
      expect([got.status, got.body.msg]).toEqual([400, message]);
    });

    test("a thousand campaigns at once", async () => {
      const { get, send } = await someone();
      const rows = Array.from({ length: 1000 }, (_, i) => `Link ${i},link-${i}`);
      const made = await send("POST", "/sheet", { text: csv("Name,Display ID", ...rows) });
      expect(made.body.data.created).toHaveLength(1000);
      expect((await get()).body.data.totals.campaigns).toBe(1000);
    });
  });

  test("bulk changes count only campaigns that were not in that state", async () => {
    const { app, get, send } = await someone();
    const ids = [(await aCampaign(app)).id, (await aCampaign(app, { active: false })).id];
    const done = async (action: string) => (await send("POST", "/bulk", { ids, action })).body.data;
    const act = async (action: string) => (await done(action)).changed;
    // An undo must not affect campaigns that already had that state.
    expect(await done("activate")).toEqual({ changed: 1, ids: [ids[1]] });
    expect(await act("deactivate")).toBe(2);
    expect((await get()).body.data.totals).toMatchObject({ campaigns: 2, active: 0 });
    expect(await act("delete")).toBe(2);
    expect(await act("delete")).toBe(0);
    for (const body of [
      { ids: [], action: "delete" },
      { ids, action: "burn" },
      { ids: ["1"], action: "delete" },
    ]) {
      expect((await send("POST", "/bulk", body)).status).toBe(400);
    }
  });

  test("a display ID is available unless it is invalid or exists in the account", async () => {
    const { app, get } = await someone();
    const sibling = await aProject({ account: app.accountId });
    await aCampaign(sibling, { custom_display_id: "taken" });
    const state = async (value: string) => (await get("/display-id", { value })).body.data;
    expect(await state("free")).toEqual({ available: true, reason: null });
    expect(await state("taken")).toEqual({
      available: false,
      reason: "A campaign with this display ID already exists!",
    });
    for (const value of ["", "a b", "a/b", "x".repeat(65)])
      expect((await state(value)).available).toBe(false);
  });

  test("the preview shows where an iPhone, an Android phone and a desktop are redirected", async () => {
    const { app, send } = await someone();
    const ios = await aStoreListing(app, "IOS");
    await aStoreListing(app, "ANDROID");
    const got = await send("POST", "/preview", {
      deeplink: "myapp://p/7",
      link_for_desktop_users: "https://example.com/",
      store_listing_ids: [ios],
    });
    const appStore = { url: "https://apps.apple.com/app/id310633997", via: "app_store" };
    const play = { url: "https://play.google.com/store/apps/details?id=com.example.app", via: "play_store" };
    expect(got.body.data).toEqual({
      iphone: { kind: "redirect", ...appStore },
      iphone_in_app: { kind: "open_app", app: "myapp://p/7", otherwise: appStore },
      android: { kind: "redirect", ...play },
      android_in_app: { kind: "open_app", app: "myapp://p/7", otherwise: play },
      desktop: { kind: "redirect", url: "https://example.com/", via: "website" },
      ended: {
        iphone: { kind: "redirect", ...appStore },
        android: { kind: "redirect", ...play },
        // A store cannot install apps on a desktop, so a page says that the link has ended.
        desktop: { kind: "nowhere" },
      },
    });
    expect((await send("POST", "/preview", { deeplink: "javascript:x" })).status).toBe(400);
  });

  test("the preview matches the redirect: a website on a link domain is skipped, and ended links use their own destination", async () => {
    const { app, send } = await someone();
    await sql`update projects set website = ${`https://${app.domain}/`} where id = ${app.project.id}`;
    const preview = async (body: object) => (await send("POST", "/preview", body)).body.data;
    const own = { link_for_desktop_users: `https://${app.domain}/x`, ended_links: `https://${app.domain}/y` };
    expect(await preview(own)).toMatchObject({
      desktop: { kind: "nowhere" },
      ended: { iphone: { kind: "nowhere" }, desktop: { kind: "nowhere" } },
    });
    const over = "https://example.net/over";
    const to = { kind: "redirect", url: over, via: "ended" };
    expect(await preview({ ended_links: over })).toMatchObject({ ended: { iphone: to, desktop: to } });
    await sql`update projects set ended_links = ${over} where id = ${app.project.id}`;
    expect(await preview({})).toMatchObject({ ended: { android: to } });
    expect(await preview({ ended_links: "page" })).toMatchObject({ ended: { android: { kind: "nowhere" } } });
  });

  test("412 for a campaign that was changed since it was read, with no effect; after reading it again the change succeeds", async () => {
    const { app, get, send } = await someone();
    const { id } = await aCampaign(app, { name: "Alps" });
    const state = async () => (await get(`/${id}`)).body.data.campaign;
    const { update_at: seen } = await state();
    expect((await send("PATCH", `/${id}`, { name: "First", seen })).status).toBe(200);
    expect(await send("PATCH", `/${id}`, { name: "Second", active: false, seen })).toMatchObject({
      status: 412,
      body: { msg: "Someone else changed this in the meantime. Review it and try again." },
    });
    expect(await state()).toMatchObject({ name: "First", active: true });
    const { update_at: now } = await state();
    expect((await send("PATCH", `/${id}`, { name: "Second", seen: now })).status).toBe(200);
    expect((await send("PATCH", `/${id}`, { seen: now })).status).toBe(400);
    expect((await send("PATCH", `/${id}`, { name: "x", seen: "yesterday" })).status).toBe(400);
    expect((await send("PATCH", "/999999999", { name: "x", seen })).status).toBe(404);
  });

  test("of concurrent changes of the same version one succeeds", async () => {
    const { app, get, send } = await someone();
    const { id } = await aCampaign(app);
    const { update_at: seen } = (await get(`/${id}`)).body.data.campaign;
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) => send("PATCH", `/${id}`, { name: `Name ${i}`, seen })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });

  test("a campaign's destination for ended links is an option, an address, or the project's setting", async () => {
    const { app, get, send } = await someone();
    const { id } = await aCampaign(app);
    const chosen = async () => (await get(`/${id}`)).body.data.campaign.ended_links;
    expect(await chosen()).toBeNull();
    for (const to of ["page", "website", "store", "https://example.com/over", null]) {
      expect((await send("PATCH", `/${id}`, { ended_links: to })).status).toBe(200);
      expect(await chosen()).toBe(to);
    }
    for (const to of ["nowhere", "", "javascript:alert(1)", "https://", 5])
      expect((await send("PATCH", `/${id}`, { ended_links: to })).status, String(to)).toBe(400);
    const made = await send("POST", "", { name: "New", ended_links: "page" });
    expect(made.body.data.campaign.ended_links).toBe("page");
  });

  describe("files", () => {
    test("campaigns as CSV: the matching ones, without formulas", async () => {
      const { app, get } = await someone();
      await aCampaign(app, { name: '=HYPERLINK("x")', custom_display_id: "-1", network: "META" });
      await aCampaign(app, { name: 'Other\nline, "quoted"', active: false });
      const got = await get("/export.csv", { status: "active" });
      expect(got.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(got.headers.get("content-disposition")).toBe(
        `attachment; filename="${app.project.slug}-campaigns.csv"`,
      );
      const [head, line, end] = unquoted(got.text).split("\r\n");
      expect(head).toMatch(/^Name,Display ID,Status,Link,/);
      expect(line).toMatch(/^"'=HYPERLINK\(""x""\)",'-1,Active,http/);
      expect(line).toContain(",Meta,");
      expect(end).toBe("");
      expect((await get("/export.csv")).text).toContain('"Other\nline, ""quoted"""');
    });

    test("users of a campaign, for admins: as a table with search, and as CSV", async () => {
      const { app, get } = await someone("admin");
      const { id, displayId } = await aCampaign(app);
      await anAttributedUser(app, id, { userId: "u1", name: "Ada", phone: "+441" });
      await anAttributedUser(app, id, { userId: "u2", email: "=cmd@example.com" });
      const table = await get(`/${id}/attributed-users`, { search: "ada" });
      expect(table.body.data).toMatchObject({
        users: [{ id: "u1", phone: "+441" }],
        pagination: { total: 1 },
      });
      expect((await get(`/${id}/attributed-users`)).body.data.pagination.total).toBe(2);
      const csv = await get(`/${id}/attributed-users/export.csv`);
      expect(csv.headers.get("content-disposition")).toContain(`${displayId}-users.csv`);
      const lines = unquoted(csv.text).trimEnd().split("\r\n");
      expect(lines).toHaveLength(3);
      expect(lines[0]).toBe(
        "User ID,Name,Email,Phone,Attributed at,Installed at,Clicked at,Network,Ad set ID,Ad set,Ad ID,Ad,Campaign display ID,Campaign",
      );
      expect(lines[1]).toMatch(/^u2,,'=cmd@example.com,/);
      expect(lines[2]).toMatch(/^u1,Ada,,'\+441,/);
      expect(
        (await get(`/${id}/attributed-users/export.csv`, { search: "u2" })).text.split("\r\n"),
      ).toHaveLength(3);
    });

    test("a QR code of the short link, as SVG and as PNG of the requested size", async () => {
      const { app, get } = await someone();
      const { id } = await aCampaign(app, { custom_display_id: "qr" });
      const svg = await get(`/${id}/qr.svg`, { size: 300 });
      expect(svg.headers.get("content-type")).toBe("image/svg+xml");
      expect(svg.text).toMatch(/^<svg [^>]*width="300" height="300"/);
      const png = await get(`/${id}/qr.png`);
      expect(png.headers.get("content-type")).toBe("image/png");
      for (const size of ["63", "2049", "x", "1e3"]) {
        expect((await get(`/${id}/qr.png`, { size })).status).toBe(400);
      }
      const coloured = await get(`/${id}/qr.svg`, { color: "#1f5f4c", background: "#fff8e1" });
      expect(coloured.text).toContain('stroke="#1f5f4c"');
      expect(coloured.text).toContain('fill="#fff8e1"');
      // With a logo the code has more modules, so that it is still readable.
      const sideOf = (text: string) => Number(/viewBox="0 0 (\d+)/.exec(text)?.[1]);
      const withLogo = await get(`/${id}/qr.svg`, { logo: "yes" });
      expect(sideOf(withLogo.text)).toBeGreaterThan(sideOf(coloured.text));
      const pale = await get(`/${id}/qr.svg`, { color: "#999999" });
      expect([pale.status, pale.body.msg]).toEqual([
        400,
        "Too little contrast to scan reliably: 2.8 to 1. Use at least 4.5 to 1.",
      ]);
      await sql`delete from domains where project_id = ${app.project.id}`;
      expect((await get(`/${id}/qr.svg`)).status).toBe(409);
    });
  });
});
