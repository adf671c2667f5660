import { expect, test } from "vitest";
import { auditRoutes } from "@/app/api/dashboard/accounts/audit";
import { sql } from "@/db";
import { appCaller, serverCaller } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { findProjectsOf } from "@/lib/accounts/queries";
import { runRecalculation } from "@/lib/attribution/recalculation/run";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { withLease } from "@/lib/platform/jobs/lease";
import { changeLimits } from "@/lib/projects/limits";
import { aCampaign, aClick, aMember, anAccount, anInstall, aProject, someName } from "@/testing/factories";
import { projectsRoutes } from "./projects";

const hour = 3_600_000;
const someHost = () => `${randomBase62(10).toLowerCase()}.example.com`;

asServed([projectsRoutes, auditRoutes], (call) => {
  async function someone(role: "owner" | "admin" | "viewer" = "owner") {
    const account = await anAccount();
    const made = await aProject({ account });
    const member = await aMember(role, account);
    return {
      ...made,
      account,
      member,
      session: member.session,
      path: `/api/dashboard/projects/${made.project.id}`,
    };
  }

  test("a new project can be used at once: token, link host, server key", async () => {
    const owner = await aMember("owner");
    const name = someName("Wanderlust — Über");
    const got = await call(`POST /api/dashboard/accounts/${owner.account}/projects`, {
      session: owner.session,
      body: {
        name,
        platforms: ["ANDROID"],
        time_zone: "Asia/Kolkata",
        currency: "inr",
        server_key_name: "Back end",
      },
    });
    expect(got.status).toBe(201);
    const { project: made, server_key } = got.body.data;
    expect(made).toMatchObject({
      account_id: owner.account,
      name,
      platforms: ["ANDROID"],
      time_zone: "Asia/Kolkata",
      currency: "INR",
      website: null,
      ended_links: "store",
      link_color: null,
      suspended: false,
      has_figures: false,
      has_installs: false,
      first_install: null,
      domain: `${made.slug}.localhost`,
      link_base: `http://${made.slug}.localhost:3000`,
    });
    expect(made.slug).toMatch(/^wanderlust-uber-[0-9a-z]+$/);
    expect(made.tokens).toMatchObject([{ token: made.token, expires_at: null }]);
    const now = new Date();
    expect((await appCaller.find(made.token, now))?.project.id).toBe(made.id);
    expect((await serverCaller.find(server_key, now))?.project.id).toBe(made.id);
    const log = await call(`GET /api/dashboard/projects/${made.slug}/audit`, { session: owner.session });
    const actions = log.body.data.entries.map((entry: { action: string }) => entry.action);
    expect(actions.sort()).toEqual(["project.create", "server-key.create"]);
    expect(log.text).not.toContain(server_key);
    expect(log.text).not.toContain(made.token);
  });

  test("the first real install is the first decided one that no test device and no example command sent", async () => {
    const { project, path, session, ...made } = await someone("viewer");
    const first = async () => (await call(`GET ${path}`, { session })).body.data.first_install;
    const app = { project, ...made };
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await anInstall(app, null, { at: ago(9), instance: "my-first-install" });
    const tested = await anInstall(app, null, { at: ago(8) });
    await sql`update installs set is_test = true where project_id = ${project.id} and id = ${tested.id}`;
    const pending = await anInstall(app, null, { at: ago(7) });
    await sql`
      update installs set decision_version = 0 where project_id = ${project.id} and id = ${pending.id}`;
    expect(await first()).toBeNull();
    const { id: campaign } = await aCampaign(app, { name: "Spring" });
    const installedAt = ago(6);
    const real = await anInstall(app, campaign, { at: installedAt });
    await anInstall(app, null, { at: ago(5) });
    expect(await first()).toEqual({
      id: real.id,
      installed_at: installedAt.toISOString(),
      platform: "ANDROID",
      campaign: "Spring",
    });
  });

  test("is found by ID and slug, only by members of the account", async () => {
    const { project: ours, session } = await someone("viewer");
    const byId = await call(`GET /api/dashboard/projects/${ours.id}`, { session });
    const bySlug = await call(`GET /api/dashboard/projects/${ours.slug}`, { session });
    expect(byId.body.data).toMatchObject({ id: ours.id, slug: ours.slug, role: "viewer" });
    expect(bySlug.text).toBe(byId.text);
    const stranger = (await aMember("owner")).session;
    const unknown = await call("GET /api/dashboard/projects/999999999", { session: stranger });
    expect(unknown).toMatchObject({ status: 404, body: { msg: "Not found.", status: 404, data: null } });
    for (const name of [ours.id, ours.slug, "nothing", "%00", "%F0%9F%92%A9", "__proto__", "1e9", "-1"]) {
      expect((await call(`GET /api/dashboard/projects/${name}`, { session: stranger })).text).toBe(
        unknown.text,
      );
    }
    expect((await call(`GET /api/dashboard/projects/${ours.id}`)).status).toBe(401);
  });

  test("projects with one name have different slugs", async () => {
    const name = someName("Twin");
    const account = await anAccount();
    const made = await Promise.all([1, 2, 3, 4].map(() => aProject({ account, name })));
    expect(new Set(made.map(({ project }) => project.slug)).size).toBe(4);
    expect(new Set(made.map(({ domain }) => domain)).size).toBe(4);
  });

  test("a name without letters, or of digits only, gets a slug that is not an ID", async () => {
    for (const name of ["2048", "日本語", "🚀", "'; drop table projects; --"]) {
      const { project } = await aProject({ name });
      expect(project.slug).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(project.name).toBe(name);
    }
  });

  test("a given domain is normalised and waits for its verification; until then links use the local name", async () => {
    const owner = await aMember("owner");
    const host = someHost();
    const got = await call(`POST /api/dashboard/accounts/${owner.account}/projects`, {
      session: owner.session,
      body: { name: "Hosted", domain: `HTTPS://${host.toUpperCase()}:8443/path` },
    });
    const { project: made, server_key } = got.body.data;
    expect(server_key).toBeNull();
    expect(made.domain).toBe(`${made.slug}.localhost`);
    const claims = await sql`select host, wants_primary from domain_claims where project_id = ${made.id}`;
    expect([...claims]).toEqual([{ host, wants_primary: true }]);
  });

  test("400 for a domain that this or another project verified", async () => {
    const owner = await aMember("owner");
    const post = (domain: string) =>
      call(`POST /api/dashboard/accounts/${owner.account}/projects`, {
        session: owner.session,
        body: { name: "Mine", domain },
      });
    const foreign = await aProject({ domain: someHost() });
    const ours = await aProject({ account: owner.account, domain: someHost() });
    const taken = await post(foreign.domain);
    expect(taken).toMatchObject({
      status: 400,
      body: { errors: { domain: "This domain is already in use." } },
    });
    expect((await post(ours.domain)).text).toBe(taken.text);
  });

  test.each([
    ["name", undefined, "Name is required."],
    ["platforms", [], "Choose at least one platform."],
    ["platforms", ["WINDOWS"], "Platforms are IOS and ANDROID."],
    ["week_starts_on", "friday", "Weeks start on Monday, Saturday or Sunday."],
    ["time_zone", "GMT+5", "Enter a time zone, such as Europe/Berlin."],
    ["time_zone", "+05:30", "Enter a time zone, such as Europe/Berlin."],
    ["time_zone", "Mars/Olympus", "Enter a time zone, such as Europe/Berlin."],
    ["currency", "XXQ", "Enter a currency code, such as EUR."],
    ["website", "javascript:alert(1)", "Website must be a URL that begins with http:// or https://."],
    ["domain", "127.0.0.1", "Enter a domain, such as links.example.com."],
  ])("400 when %s is %j", async (field, value, msg) => {
    const owner = await aMember("owner");
    const body = { name: "Fine", [field]: value };
    const got = await call(`POST /api/dashboard/accounts/${owner.account}/projects`, {
      session: owner.session,
      body,
    });
    expect(got).toMatchObject({ status: 400, body: { data: null } });
    expect(Object.entries(got.body.errors)[0]?.[0]).toMatch(new RegExp(`^${field}`));
    expect(Object.values(got.body.errors)[0]).toBe(msg);
  });

  test("details can be changed, one at a time", async () => {
    const { path, session, project: ours } = await someone();
    const patch = (body: object) => call(`PATCH ${path}`, { session, body });
    await patch({ name: "Renamed" });
    await patch({ website: "https://example.com/app" });
    const got = await patch({
      platforms: ["IOS"],
      time_zone: "Europe/Berlin",
      currency: "EUR",
      week_starts_on: "sunday",
    });
    expect(got.body.data).toMatchObject({
      name: "Renamed",
      slug: ours.slug,
      website: "https://example.com/app",
      platforms: ["IOS"],
      time_zone: "Europe/Berlin",
      week_starts_on: "sunday",
      currency: "EUR",
    });
    expect((await patch({ website: "" })).body.data.website).toBeNull();
    expect(await patch({})).toMatchObject({ status: 400, body: { msg: "The request has no changes." } });
    expect((await patch({ id: 1, slug: "x", account_id: 2 })).status).toBe(400);
  });

  test("412 for details that were changed since they were read, with no effect", async () => {
    const { path, session } = await someone();
    const state = async () => (await call(`GET ${path}`, { session })).body.data;
    const patch = (body: object) => call(`PATCH ${path}`, { session, body });
    const { update_at: seen } = await state();
    expect((await patch({ name: "First", ended_links: "page", seen })).status).toBe(200);
    const late = { msg: "Someone else changed this in the meantime. Review it and try again." };
    expect(await patch({ name: "Second", seen })).toMatchObject({ status: 412, body: late });
    expect(await patch({ website: "", seen })).toMatchObject({ status: 412 });
    const now = await state();
    expect(now).toMatchObject({ name: "First", ended_links: "page" });
    expect((await patch({ name: "Second", seen: now.update_at })).body.data.name).toBe("Second");
    expect((await patch({ seen: now.update_at })).status).toBe(400);
    expect((await patch({ ended_links: "nowhere" })).status).toBe(400);
    expect((await patch({ link_color: "red" })).body.errors.link_color).toContain("#1f5f4c");
    expect((await patch({ link_color: "#FFCC00" })).body.data.link_color).toBe("#ffcc00");
    expect((await patch({ link_color: null })).body.data.link_color).toBeNull();
  });

  test("412 without a recalculation for a time zone that was changed since it was read", async () => {
    const { path, session, project: ours } = await someone();
    await sql`insert into ledger (project_id, day, campaign_id, measure, count, amount)
      values (${ours.id}, '2026-06-01', 0, 'clicks', 1, 0)`;
    const { update_at: seen } = (await call(`GET ${path}`, { session })).body.data;
    await call(`PATCH ${path}`, { session, body: { name: "First", seen } });
    const late = await call(`PATCH ${path}`, { session, body: { time_zone: "Asia/Tokyo", seen } });
    expect(late.status).toBe(412);
    expect((await call(`GET ${path}`, { session })).body.data.recalculation).toBeNull();
  });

  test("409 for another currency while a required exchange rate is missing", async () => {
    const { path, session, project: ours } = await someone();
    const campaign = await aCampaign({ project: ours } as never);
    await sql`insert into ledger (project_id, day, campaign_id, measure, count, amount)
              values (${ours.id}, '2026-01-01', ${campaign.id}, 'spend', 0, 500)`;
    await sql`insert into spend (project_id, day, campaign_id, amount_minor, currency, original_minor, source)
              values (${ours.id}, '2026-01-01', ${campaign.id}, 500, 'USD', 500, 'x')`;
    const patch = (body: object) => call(`PATCH ${path}`, { session, body });
    const got = await patch({ currency: "EUR", name: "Both" });
    expect(got).toMatchObject({
      status: 409,
      body: {
        errors: { currency: expect.stringContaining("no exchange rate from EUR to USD for 2026-01-01") },
      },
    });
    const same = await patch({ time_zone: "UTC", currency: "USD", name: "Renamed" });
    expect(same).toMatchObject({
      status: 200,
      body: { data: { name: "Renamed", time_zone: "UTC", has_figures: true, recalculation: null } },
    });
    await sql`
      insert into exchange_rates (project_id, currency, day, rate) values (${ours.id}, 'EUR', '2025-12-01', 1.25)`;
    expect((await patch({ currency: "EUR", amounts: "half" })).status).toBe(400);
    expect((await patch({ currency: "EUR" })).body.data.recalculation).toMatchObject({
      from_currency: "USD",
      currency: "EUR",
    });
  });

  test("a new time zone recalculates all days in the background and shows the progress", async () => {
    const app = await someone();
    const campaign = await aCampaign(app);
    await aClick(app, { campaignId: campaign.id, at: new Date("2026-03-01T20:00:00Z") });
    const patch = (body: object) => call(`PATCH ${app.path}`, { session: app.session, body });
    const days = async () =>
      (
        await sql<{ day: string }[]>`
          select day::text from ledger where project_id = ${app.project.id} group by 1 having sum(count) > 0`
      ).map(({ day }) => day);
    const locked = withLease(`recalculation ${app.project.id}`, 60_000, async () => {
      const begun = await patch({ time_zone: "Asia/Kolkata", name: "Both" });
      expect(begun).toMatchObject({ status: 200, body: { data: { time_zone: "UTC", name: "Both" } } });
      expect(begun.body.data.recalculation).toMatchObject({
        state: "SWITCHING",
        from_time_zone: "UTC",
        time_zone: "Asia/Kolkata",
        done: 0,
        total: 0,
        created_by: app.member.email,
      });
      expect((await patch({ time_zone: "Asia/Kolkata" })).status).toBe(200);
      expect(await patch({ time_zone: "Asia/Tokyo" })).toMatchObject({
        status: 409,
        body: { errors: { time_zone: expect.stringContaining("Asia/Kolkata") } },
      });
      expect(await days()).toEqual(["2026-03-01"]);
      return {};
    });
    expect(await locked).toEqual({ ok: true });
    // The background job that the change started may still be running.
    const run = () =>
      runRecalculation(
        app.project.id,
        () => false,
        () => new Date(),
      );
    await expect.poll(run).toBe(true);
    const done = await call(`GET ${app.path}`, { session: app.session });
    expect(done.body.data).toMatchObject({ time_zone: "Asia/Kolkata", recalculation: null });
    expect(await days()).toEqual(["2026-03-02"]);
    const log = await call(`GET ${app.path}/audit`, { session: app.session });
    expect(log.body.data.entries).toContainEqual(
      expect.objectContaining({ action: "project.recalculated", target: "Asia/Kolkata, USD" }),
    );
  });

  test("409 for another time zone during a replay, and 403 without the right to change projects", async () => {
    const app = await someone();
    const campaign = await aCampaign(app);
    await aClick(app, { campaignId: campaign.id });
    await sql`insert into replays (project_id, state, settings, rules, from_day, to_day, created_by, created_at)
              values (${app.project.id}, 'trying', '{}', 'x', '2026-01-01', '2026-01-02', 'x', now())`;
    const body = { time_zone: "Asia/Kolkata" };
    expect(await call(`PATCH ${app.path}`, { session: app.session, body })).toMatchObject({
      status: 409,
      body: { errors: { time_zone: expect.stringContaining("A what-if test is running") } },
    });
    const viewer = await aMember("viewer", app.account);
    expect((await call(`PATCH ${app.path}`, { session: viewer.session, body })).status).toBe(403);
  });

  test("a rotated token works until the overlap ends, the new one at once", async () => {
    const { path, session, token: old } = await someone();
    const got = await call(`POST ${path}/token/rotate`, { session, body: { overlap_hours: 2 } });
    expect(got.status).toBe(201);
    const { token, old_tokens_expire_at } = got.body.data;
    const now = Date.now();
    expect(Date.parse(old_tokens_expire_at) - now).toBeGreaterThan(2 * hour - 60_000);
    const good = async (text: string, ms: number) =>
      (await appCaller.find(text, new Date(now + ms))) !== null;
    expect(await good(token, 0)).toBe(true);
    expect([await good(old, hour), await good(old, 2 * hour + 60_000)]).toEqual([true, false]);
    const shown = await call(`GET ${path}`, { session });
    expect(shown.body.data.tokens.map((each: { token: string }) => each.token)).toEqual([token, old]);
    expect(shown.body.data.token).toBe(token);
  });

  test("a token rotated without an overlap stops working at once", async () => {
    const { path, session, token: old } = await someone();
    await call(`POST ${path}/token/rotate`, { session, body: { overlap_hours: 0 } });
    expect(await appCaller.find(old, new Date(Date.now() + 1))).toBeNull();
  });

  test("earlier rotated tokens expire no later than the latest one", async () => {
    const { path, session, token: first } = await someone();
    const second = (await call(`POST ${path}/token/rotate`, { session, body: { overlap_hours: 700 } })).body
      .data.token;
    await call(`POST ${path}/token/rotate`, { session, body: { overlap_hours: 1 } });
    const later = new Date(Date.now() + 2 * hour);
    expect([await appCaller.find(first, later), await appCaller.find(second, later)]).toEqual([null, null]);
  });

  test("of concurrent rotations each successful one created a token, and one token is current", async () => {
    const { path, session, project: ours } = await someone();
    const got = await Promise.all(
      [1, 2, 3, 4].map(() => call(`POST ${path}/token/rotate`, { session, body: { overlap_hours: 1 } })),
    );
    for (const { status } of got) expect([201, 409]).toContain(status);
    const rows =
      await sql`select expires_at is null as current from project_tokens where project_id = ${ours.id}`;
    expect(rows.filter(({ current }) => current)).toHaveLength(1);
    expect(rows).toHaveLength(1 + got.filter(({ status }) => status === 201).length);
  });

  test.each([-1, 1.5, 721, "2", null])("400 for an overlap of %j hours", async (overlap_hours) => {
    const { path, session } = await someone();
    const got = await call(`POST ${path}/token/rotate`, { session, body: { overlap_hours } });
    expect(got.status).toBe(400);
    expect(got.body.errors.overlap_hours).toBeTypeOf("string");
  });

  test("limits: the documented defaults, own values, and back", async () => {
    const { project, path, session } = await someone();
    const group = async (name: string) =>
      (await call(`GET ${path}/limits`, { session })).body.data.limits.find(
        (each: { group: string }) => each.group === name,
      );
    expect(await group("data")).toMatchObject({ setting: null, effective: { count: 30, window_seconds: 1 } });
    expect(await group("reporting")).toMatchObject({ effective: { count: 1, window_seconds: 60 } });
    await call(`PUT ${path}/limits`, { session, body: { data: 5 } });
    await changeLimits(project, { client: "off" }, commandLine, { now: new Date() });
    expect(await group("data")).toMatchObject({
      setting: 5,
      usual: { count: 30 },
      effective: { count: 5, window_seconds: 1 },
    });
    expect(await group("client")).toMatchObject({ setting: "off", effective: null });
    await call(`PUT ${path}/limits`, { session, body: { data: null } });
    expect(await group("data")).toMatchObject({ setting: null, effective: { count: 30 } });
    expect(await group("client")).toMatchObject({ setting: "off" });
    for (const body of [
      {},
      { data: 0 },
      { data: -1 },
      { data: 1.5 },
      { data: "many" },
      { data: 1e9 },
      { nothing: 1 },
    ]) {
      expect((await call(`PUT ${path}/limits`, { session, body })).status).toBe(400);
    }
  });

  test("limits: a member cannot exceed the operator's maximum, and limits set by the operator stay", async () => {
    const { project, path, session } = await someone();
    const put = (body: object) => call(`PUT ${path}/limits`, { session, body });
    expect((await put({ client: 1_000 })).status).toBe(200);
    const refused = await put({ client: 1_001, data: 40 });
    expect(refused.status).toBe(400);
    expect(refused.body.msg).toMatch(
      /^Only the server operator can set more than 1,000 calls a second, or no limit/,
    );
    expect(Object.keys(refused.body.errors)).toEqual(["client"]);
    expect((await put({ reporting: "off" })).status).toBe(400);
    await changeLimits(project, { client: 100_000, data: "off" }, commandLine, { now: new Date() });
    expect((await put({ client: 100_000, data: "off", writes: 20 })).status).toBe(200);
    expect((await put({ data: 50_000 })).status).toBe(400);
    expect((await put({ client: null, data: null })).status).toBe(200);
    expect((await put({ data: "off" })).status).toBe(400);
  });

  test("a suspended project keeps its payment link, also when resumed, until it is removed", async () => {
    const { path, session, serverKey } = await someone();
    const put = (body: object) => call(`PUT ${path}/billing`, { session, body });
    const link = "https://pay.example.com/invoice/7";
    expect((await put({ suspended: true, payment_link: link })).body.data).toEqual({
      suspended: true,
      payment_link: link,
    });
    expect((await serverCaller.find(serverKey, new Date()))?.project).toMatchObject({
      suspended: true,
      paymentLink: link,
    });
    expect((await call(`GET ${path}`, { session })).body.data).toMatchObject({
      suspended: true,
      payment_link: link,
    });
    expect((await put({ suspended: false })).body.data).toEqual({ suspended: false, payment_link: link });
    expect((await put({ suspended: false, payment_link: null })).body.data).toEqual({
      suspended: false,
      payment_link: null,
    });
    expect((await put({ suspended: true, payment_link: "javascript:alert(1)" })).status).toBe(400);
    expect((await put({ suspended: "yes" })).status).toBe(400);
  });

  test("an archived project is marked for its members, and its links, apps and servers continue", async () => {
    const { path, session, account, token, serverKey, project: ours } = await someone("admin");
    const put = (archived: unknown, by = session) =>
      call(`PUT ${path}/archive`, { session: by, body: { archived } });
    expect((await put(true)).body.data).toEqual({ archived: true });
    expect((await put(true)).status).toBe(200);
    const viewer = await aMember("viewer", account);
    const { projects } = await findProjectsOf(viewer.id, { ids: [ours.id] }, 1);
    const [own] = projects;
    expect(own?.archived).toBe(true);
    const now = new Date();
    expect((await appCaller.find(token, now))?.project.id).toBe(ours.id);
    expect((await serverCaller.find(serverKey, now))?.project.id).toBe(ours.id);
    expect((await put(false)).body.data).toEqual({ archived: false });
    const log = await call(`GET ${path}/audit?area=project`, { session });
    const actions = log.body.data.entries.map((entry: { action: string }) => entry.action);
    expect(actions.filter((action: string) => action.includes("archive"))).toEqual([
      "project.unarchive",
      "project.archive",
    ]);
    expect((await put("yes")).status).toBe(400);
    expect((await put(true, (await aMember("marketer", account)).session)).status).toBe(403);
    expect((await put(true, (await aMember("owner")).session)).status).toBe(404);
  });

  test("every change is listed with its author, subject and time, newest first, page after page", async () => {
    const { path, session, member, project: ours } = await someone();
    for (const name of ["One", "Two", "Three"]) await call(`PATCH ${path}`, { session, body: { name } });
    const got = await call(`GET ${path}/audit`, { session, query: { limit: 2 } });
    expect(got.body.data).toMatchObject({
      entries: [
        {
          actor: member.email,
          action: "project.change",
          target: "Three",
          detail: { name: "Three" },
          project_id: ours.id,
        },
        { target: "Two" },
      ],
      pagination: { total: 5, pages: 3, page: 1, limit: 2 },
    });
    expect(Date.now() - Date.parse(got.body.data.entries[0].at)).toBeLessThan(60_000);
    const last = await call(`GET ${path}/audit`, { session, query: { limit: 2, page: 3 } });
    expect(last.body.data.entries).toMatchObject([{ actor: "command line" }]);
    expect((await call(`GET ${path}/audit`, { session, query: { page: "0" } })).status).toBe(422);
    expect((await call(`GET ${path}/audit`, { session, query: { page: 4 } })).body.data.entries).toEqual([]);
  });
});
