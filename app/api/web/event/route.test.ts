import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { siteRoutes } from "@/app/api/dashboard/projects/site";
import * as event from "@/app/api/web/event/route";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { changeLimits } from "@/lib/projects/limits";
import { changeSite } from "@/lib/projects/site/site";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { aCampaign, aClick, aMember, anAccount, aProject, withoutLimits } from "@/testing/factories";
import { aTcString, optedOut } from "@/testing/networks/consent-strings";

const origin = "https://www.example.com";
const phone =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

asServedOrBoth([event, siteRoutes], (call) => {
  async function aSite({ limited = false, web }: { limited?: boolean; web?: number } = {}) {
    const account = await anAccount();
    const app = await aProject({ account });
    if (!limited) await withoutLimits(app);
    if (web) await changeLimits(app.project, { web }, commandLine, { now: new Date() });
    const { token } = await changeSite(app.project, { origins: [origin] }, commandLine, new Date());
    const webId = `web-${randomUUID()}`;
    const send = (body: object | string, query: object = {}) =>
      call("POST /api/web/event", {
        query: { token: token! },
        headers: { origin, "user-agent": phone, "content-type": "text/plain" },
        ...query,
        body:
          typeof body === "string"
            ? body
            : JSON.stringify({ web_id: webId, event_id: randomUUID(), name: "viewed", ...body }),
      });
    const ok = async (body: object, query: object = {}) => {
      const got = await send(body, query);
      expect(got.status, got.text).toBe(200);
      return got;
    };
    const events = () => sql<Record<string, unknown>[]>`
      select * from web_events where project_id = ${app.project.id} order by id`;
    const visitor = async (id = webId) =>
      (
        await sql<Record<string, unknown>[]>`
          select * from web_visitors where project_id = ${app.project.id} and web_id = ${id}`
      )[0];
    return { app, account, token: token!, webId, send, ok, events, visitor };
  }

  test("200: an event is stored with its ads, and its page without the query; any content type is accepted", async () => {
    const { ok, events, visitor } = await aSite();
    const at = Date.UTC(2026, 5, 1);
    const touch = (params: object) => ({ params, page: "/peaks?email=ada@example.com", at });
    const got = await ok({
      page: "/trails?email=ada@example.com#top",
      first: touch({ utm_source: "newsletter", email: "ada@example.com" }),
      last: touch({ gclid: "g-1", gad_campaignid: "77" }),
      data: { km: 12.4 },
    });
    expect(got.body).toEqual({
      msg: "Web event received!",
      status: 200,
      data: { message: "Web event received!" },
    });
    expect(got.headers.get("access-control-allow-origin")).toBe(origin);
    expect(got.headers.get("vary")).toContain("origin");
    const stored = await events();
    expect(stored).toMatchObject([
      {
        kind: "event",
        name: "viewed",
        page: "/trails",
        network: "GOOGLE",
        source: "GOOGLE",
        platform: "ANDROID",
        not_counted: null,
        data: { km: 12.4 },
        first_touch: { params: { utm_source: "newsletter" }, page: "/peaks", at: "2026-06-01T00:00:00.000Z" },
      },
    ]);
    expect(JSON.stringify(stored)).not.toContain("ada@");
    expect(await visitor()).toMatchObject({ source: "newsletter", network: null, user_id: null });
  });

  test("consent strings are stored with the event, and invalid ones are rejected", async () => {
    const { ok, send, events } = await aSite();
    const strings = { tc_string: aTcString({ purposes: [1, 7] }), gpp_string: optedOut };
    await ok(strings);
    expect(await events()).toMatchObject([strings]);
    expect(await send({ tc_string: "hello" })).toMatchObject({
      status: 400,
      body: { msg: "tc_string must be a TC string of version 2." },
    });
    expect(await send({ gpp_string: "D".repeat(4_097) })).toMatchObject({
      status: 400,
      body: { msg: "gpp_string must not be longer than 4096 characters." },
    });
  });

  test("a repeated event ID gets the same response and is stored once, also if sent concurrently", async () => {
    const { ok, events, visitor } = await aSite();
    const body = { event_id: "once" };
    await Promise.all([ok(body), ok(body), ok({ event_id: "other" })]);
    await ok(body);
    expect(await events()).toHaveLength(2);
    expect(await visitor()).toBeDefined();
  });

  test("the campaign: of our own click, otherwise of the name in the address, otherwise of the network's ID", async () => {
    const { app, ok, events, visitor } = await aSite();
    const own = await aCampaign(app);
    const tied = await aCampaign(app, { network: "GOOGLE", network_campaign_id: "77" });
    const stranger = await aProject();
    const foreign = await aCampaign(stranger);
    const click = await aClick(app, { campaignId: own.id });
    const foreignClick = await aClick(stranger, { campaignId: foreign.id });
    const params = [
      { cairn_click: click, gclid: "g" },
      { cairn_campaign: own.displayId, gad_campaignid: "77" },
      { gad_campaignid: "77" },
      { gad_campaignid: "78" },
      { cairn_click: foreignClick, cairn_campaign: foreign.displayId },
      { cairn_click: "no id of ours" },
    ];
    for (const each of params) await ok({ web_id: `visitor-${randomUUID()}`, last: { params: each } });
    const of = (await events()).map(({ campaign_id }) => campaign_id);
    expect(of).toEqual([own.id, own.id, tied.id, null, null, null]);

    // The visitor's first ad determines the campaign, even if an earlier visit had no ad.
    await ok({ type: "visit" });
    expect(await visitor()).toMatchObject({ campaign_id: null, first_touch: null });
    await ok({ type: "visit", last: { params: { cairn_campaign: own.displayId } } });
    await ok({ type: "visit", last: { params: { gad_campaignid: "77" } } });
    expect(await visitor()).toMatchObject({
      campaign_id: own.id,
      last_touch: { params: { gad_campaignid: "77" } },
    });
  });

  test("identify links the visitor to a user, and the latest one applies", async () => {
    const { ok, visitor } = await aSite();
    await ok({ type: "visit" });
    await ok({ type: "identify", user_id: "u-1" });
    await ok({ type: "event" });
    expect(await visitor()).toMatchObject({ user_id: "u-1" });
    await ok({ type: "identify", user_id: "u-2" });
    expect(await visitor()).toMatchObject({ user_id: "u-2" });
  });

  test("bots are stored and marked", async () => {
    const { ok, visitor } = await aSite();
    await ok({}, { headers: { origin, "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } });
    expect(await visitor()).toMatchObject({ not_counted: "bot" });
  });

  test("an event that waited in the browser counts at its own time, one from a wrong clock at its arrival", async () => {
    const { ok, events } = await aSite();
    const now = Date.now();
    await ok({ timestamp: now - 3_600_000, sent_at: now, event_id: "waited" });
    await ok({ timestamp: Date.UTC(2031, 1, 1), event_id: "wrong" });
    const at = new Map((await events()).map((row) => [row.event_id, (row.occurred_at as Date).getTime()]));
    expect(Math.abs(now - 3_600_000 - at.get("waited")!)).toBeLessThan(60_000);
    expect(Math.abs(now - at.get("wrong")!)).toBeLessThan(60_000);
  });

  test.each<[object | string, string]>([
    [{ web_id: "" }, "web_id is required!"],
    [{ web_id: "short" }, "web_id must be 8 to 64 letters, digits, hyphens and underscores."],
    [{ event_id: null }, "event_id is required!"],
    [{ name: " " }, "name is required!"],
    [{ name: 7 }, "name must be a string."],
    [{ type: "buy" }, "type must be one of visit, event, identify."],
    [{ type: "identify" }, "user_id is required!"],
    [{ first: "ad" }, "first must be an object."],
    [{ data: [] }, "data must be an object."],
    ["{", "The body is not valid JSON."],
    ["[]", "The body must be a JSON object."],
  ])("400 %j", async (body, msg) => {
    const { send, events } = await aSite();
    const got = await send(body);
    expect(got).toMatchObject({ status: 400, body: { msg, status: 400, data: null } });
    // The page may read the reason.
    expect(got.headers.get("access-control-allow-origin")).toBe(origin);
    expect(await events()).toEqual([]);
  });

  test("401 without a token, with an unknown one, and with one of an app", async () => {
    const { app, send } = await aSite();
    expect(await send({}, { query: {} })).toMatchObject({
      status: 401,
      body: { msg: "Site token is required!" },
    });
    for (const token of ["cw_0123456789abcdefghijABCD", app.token, "x"])
      expect(await send({}, { query: { token } })).toMatchObject({
        status: 401,
        body: { msg: "Invalid site token!", data: null },
      });
    // Otherwise the browser reports a network failure, and the script of an old page retries endlessly.
    const got = await send({}, { query: { token: "x" } });
    expect(got.headers.get("access-control-allow-origin")).toBe("*");
    expect(got.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("403 from an unlisted website or without one; the page can read that the error is final", async () => {
    const { send, events } = await aSite();
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, {}]) {
      const got = await send({}, { headers });
      expect(got.status).toBe(403);
      expect(got.body.msg).toContain("This website is not allowed to send visits.");
      expect(got.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect(await events()).toEqual([]);
  });

  test("405 with the allowed methods", async () => {
    const { token } = await aSite();
    const got = await call("GET /api/web/event", { query: { token } });
    expect(got.status).toBe(405);
  });

  test("413 a body of more than 16 KB", async () => {
    const { send } = await aSite();
    expect((await send({ data: { text: "x".repeat(17_000) } })).status).toBe(413);
  });

  test("429 beyond the token's limit and that of one address, readable by the page", async () => {
    const { send } = await aSite({ limited: true });
    const tick = 5_000;
    const from = { address: "198.51.100.77", tick };
    const answers = [];
    for (let n = 0; n < 21; n++) answers.push(await send({}, from));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const last = answers.at(-1)!;
    expect(last).toMatchObject({
      status: 429,
      body: { msg: "Rate limit exceeded. Please try again later.", data: null },
    });
    expect(last.headers.get("retry-after")).toBe("1");
    expect(last.headers.get("access-control-allow-origin")).toBe(origin);

    const narrow = await aSite({ limited: true, web: 1 });
    expect((await narrow.send({}, { tick })).status).toBe(200);
    expect((await narrow.send({}, { tick })).status).toBe(429);
  });

  test("preflights of the project's websites only get permission, which may be cached", async () => {
    const { token } = await aSite();
    const request = (from: string, query: object = { token }) =>
      call("OPTIONS /api/web/event", {
        query: query as never,
        headers: { origin: from, "access-control-request-method": "POST" },
      });
    const got = await request(origin);
    expect(got.status).toBe(204);
    expect(got.headers.get("access-control-allow-origin")).toBe(origin);
    expect(got.headers.get("access-control-max-age")).toBe("86400");
    for (const refused of [await request("https://evil.example"), await request(origin, {})]) {
      expect(refused.status).toBe(204);
      expect(refused.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("a site's settings: the first website creates a token, and a rotated one works until the overlap ends", async () => {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${project.id}/site`;
    const none = { token: null, old_tokens: [], origins: [], last_seen_at: null };
    expect((await call(`GET ${path}`, { session })).body.data).toEqual(none);
    const rotate = (overlap_hours: number) =>
      call(`POST ${path}/token/rotate`, { session, body: { overlap_hours } });
    expect((await rotate(1)).body.msg).toBe("There is no site token yet. Add a website first.");
    const save = (origins: unknown) => call(`PUT ${path}`, { session, body: { origins } });
    const saved = await Promise.all([
      save(["www.example.com/shop?x=1", "https://www.example.com", "http://localhost:3000"]),
      save(["www.example.com", "http://localhost:3000"]),
    ]);
    for (const each of saved) expect(each.body.data.origins).toEqual([origin, "http://localhost:3000"]);
    const { data } = (await call(`GET ${path}`, { session })).body;
    expect(data.token).toMatch(/^cw_[0-9A-Za-z]{24}$/);
    const rotated = (await rotate(1)).body.data;
    expect(rotated.token).not.toBe(data.token);
    expect(rotated.old_tokens).toMatchObject([{ token: data.token }]);
    for (const token of [data.token, rotated.token])
      expect(
        (
          await call("POST /api/web/event", {
            query: { token },
            headers: { origin },
            body: { web_id: "visitor-1", event_id: token, name: "n" },
          })
        ).status,
      ).toBe(200);
    for (const wrong of ["ftp://example.com", "nonsense", "https://user@example.com"])
      expect((await save([wrong])).body).toMatchObject({
        msg: expect.stringContaining("isn't a website"),
        errors: { origins: expect.any(String) },
      });
  });

  test("the visitor is stored with a store's click if a person made it", async () => {
    const { app, webId } = await aSite();
    const { id } = await aCampaign(app);
    const row = (not_counted?: string) => ({
      project_id: app.project.id,
      id: randomUUID(),
      clicked_at: new Date(),
      kind: "click" as const,
      campaign_id: id,
      platform: "ANDROID",
      ...(not_counted ? { not_counted } : { web_id: webId }),
    });
    await storeClicks([row(), row("bot")]);
    const kept = await sql`select web_id from web_clicks where project_id = ${app.project.id}`;
    expect(kept).toEqual([{ web_id: webId }]);
  });
});
