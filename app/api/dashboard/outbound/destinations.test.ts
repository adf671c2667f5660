import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { newId } from "@/lib/base/ids";
import { identify } from "@/lib/facts/users/identify";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { asServed } from "@/lib/platform/http/testing";
import { type AProject, aCampaign, aMember, aProject } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { destinationsRoutes } from "./destinations";

const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

const url = "https://hooks.example.com/cairn";
const token = "EAAsecret-access-token";

asServed([destinationsRoutes], (call) => {
  async function someone(role: "admin" | "marketer" | "viewer" = "admin") {
    const app = await aProject();
    const { session } = await aMember(role, app.accountId);
    const base = `/api/dashboard/projects/${app.project.id}`;
    const request = (line: string, body?: unknown, query?: Record<string, string | number>) => {
      const [method, path] = line.split(" ");
      return call(`${method} ${base}${path}`, {
        session,
        ...(body === undefined ? {} : { body }),
        ...(query && { query }),
      });
    };
    const add = async (more: object = {}) => {
      const got = await request("POST /destinations", {
        kind: "webhook",
        name: "Hook",
        settings: { url },
        ...more,
      });
      return got.body.data.destination as { id: number };
    };
    return { app, request, add };
  }

  async function aDelivery(app: AProject, destination: number, more: Record<string, unknown> = {}) {
    const row = {
      state: "dead",
      fact: "event",
      fact_id: newId(new Date()),
      user_id: null,
      hashed: [],
      ...more,
    };
    const id = newId(new Date());
    await sql`
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, user_id, state, reason,
        hashed, attempts, created_at, begun_at, ended_at)
      values (${app.project.id}, ${id}, ${destination}, ${`uid:${id}`}, ${row.fact}, ${row.fact_id}, now(),
        ${row.user_id}, ${row.state}, ${row.state === "skipped" ? "no_identifier" : "422: no"},
        ${JSON.stringify(row.hashed)}::text::jsonb, '[]', now(), now(), now())`;
    return id;
  }

  test("201 a destination starts in dry run with the suggested rules; only this response has its secret", async () => {
    const { request } = await someone();
    const got = await request("POST /destinations", { kind: "webhook", name: "Hook", settings: { url } });
    expect(got.status).toBe(201);
    const { destination, secret } = got.body.data;
    expect(destination).toMatchObject({ kind: "webhook", mode: "dry_run", secrets: ["secret"] });
    expect(destination.rules.length).toBeGreaterThan(0);
    expect(secret).toMatch(/^whsec_/);
    const again = [await request("GET /destinations"), await request(`GET /destinations/${destination.id}`)];
    for (const { text } of again) expect(text).not.toContain(secret.slice(6));
  });

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:169.254.169.254]/",
    "http://2852039166/",
    "http://0xa9.0xfe.0xa9.0xfe/",
    "https://168.63.129.16/",
    "http://[fd00:ec2::254]/",
    "http://127.0.0.1:9/",
    "http://localhost:9/",
    "http://app.localhost/",
    "https://10.1.2.3/hook",
  ])(
    "400 a new or changed destination with the private address %s is rejected at its field",
    async (address) => {
      const { request, add } = await someone();
      const inside = "Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW.";
      const refused = { status: 400, body: { msg: inside, errors: { "settings.url": inside } } };
      const settings = { url: address };
      expect(await request("POST /destinations", { kind: "webhook", name: "Hook", settings })).toMatchObject(
        refused,
      );
      const templates = { url: `${address}?id={click_id}`, method: "GET" };
      expect(
        await request("POST /destinations", { kind: "http", name: "Hook", settings: templates }),
      ).toMatchObject(refused);
      const { id } = await add();
      expect(await request(`PUT /destinations/${id}`, { settings })).toMatchObject(refused);
      expect((await request(`PUT /destinations/${id}`, { name: "Renamed" })).status).toBe(200);
    },
  );

  test("no response contains credentials, not even the one to the call that sent them", async () => {
    const { request } = await someone();
    const meta = { kind: "meta", name: "Meta", settings: { dataset_id: "123456789012345" } };
    const made = await request("POST /destinations", { ...meta, secrets: { access_token: token } });
    expect(made.status).toBe(201);
    const { id } = made.body.data.destination;
    const texts = [
      made.text,
      (await request("GET /destinations")).text,
      (await request(`PUT /destinations/${id}`, { secrets: { access_token: `${token}2` } })).text,
      (await request(`POST /destinations/${id}/pause`)).text,
    ];
    for (const text of texts) expect(text).not.toContain(token);
  });

  test.each([
    [{ kind: "nothing", name: "X" }, "kind"],
    [{ kind: "webhook", name: "", settings: { url } }, "name"],
    [{ kind: "webhook", name: "X", settings: {} }, "settings.url"],
    [{ kind: "webhook", name: "X", settings: { url: "ftp://example.com" } }, "settings.url"],
    [{ kind: "meta", name: "X", settings: { dataset_id: "123456789012345" } }, "secrets.access_token"],
    [
      { kind: "affiliate", name: "X", settings: { affiliate: "Nobody", event_url: "https://a.example/p" } },
      "settings.affiliate",
    ],
    [{ kind: "webhook", name: "X", settings: { url }, mode: "on" }, "mode"],
    [
      { kind: "webhook", name: "X", settings: { url }, rules: [{ on: "install", sends: "" }] },
      "rules.0.sends",
    ],
    [
      {
        kind: "meta",
        name: "X",
        settings: { dataset_id: "123456789012345" },
        secrets: { access_token: token },
        rules: [{ on: "rejected", sends: "Rejected" }],
      },
      "rules.0.on",
    ],
  ])("400 %j is rejected at %s", async (body, field) => {
    const { request } = await someone();
    const got = await request("POST /destinations", body);
    expect(got.status).toBe(400);
    expect(Object.keys(got.body.errors)).toContain(field);
  });

  test("200 omitted settings stay; changed settings and rules create a version, a new name does not", async () => {
    const { request, add } = await someone();
    const { id } = await add();
    const renamed = (await request(`PUT /destinations/${id}`, { name: "Ours" })).body.data.destination;
    expect(renamed).toMatchObject({ name: "Ours", mode: "dry_run", version: 1, settings: { url } });
    const changed = await request(`PUT /destinations/${id}`, { rules: [{ on: "event", sends: "event.*" }] });
    expect(changed.body.data.destination).toMatchObject({ name: "Ours", version: 2, secrets: ["secret"] });
  });

  test("200 a pause by hand shows its author, and ends when it is resumed", async () => {
    const { request, add } = await someone();
    const { id } = await add({ mode: "live" });
    const paused = (await request(`POST /destinations/${id}/pause`)).body.data.destination;
    expect(paused.paused_at).not.toBeNull();
    expect(paused.pause_reason).toMatch(/paused it\.$/);
    const resumed = (await request(`DELETE /destinations/${id}/pause`)).body.data.destination;
    expect(resumed).toMatchObject({ paused_at: null, pause_reason: null });
  });

  test("200 a new signing secret replaces the old one; 409 only webhooks have a signing secret", async () => {
    const { request, add } = await someone();
    const { id } = await add();
    const first = (await request(`POST /destinations/${id}/secret`)).body.data.secret;
    expect((await request(`POST /destinations/${id}/secret`)).body.data.secret).not.toBe(first);
    const meta = await add({
      kind: "meta",
      settings: { dataset_id: "123456789012345" },
      secrets: { access_token: token },
    });
    expect(await request(`POST /destinations/${meta.id}/secret`)).toMatchObject({
      status: 409,
      body: { msg: "Only webhooks have a signing secret." },
    });
  });

  test("200 a simulated install shows each destination's payload and stores nothing", async () => {
    const { app, request, add } = await someone();
    await add({ name: "All" });
    await add({ name: "No installs", rules: [{ on: "signup", sends: "signup" }] });
    const { id: campaign } = await aCampaign(app, { name: "Alps", network: "META" });
    const simulated = async (clicks: object[], install: object = {}) => {
      const got = await request("POST /destinations/preview-simulated", {
        clicks,
        install: { platform: "ANDROID", ...install },
      });
      expect(got.status, got.text).toBe(200);
      return (got.body.data.previews as { destination: { name: string } }[]).sort((a, b) =>
        a.destination.name.localeCompare(b.destination.name),
      );
    };
    const [all, none] = await simulated([{ campaign, minutes_before: 5, tie: "referrer" }]);
    expect(all).toMatchObject({
      would: "send",
      sent_as: "install.attributed",
      payload: { type: "install.attributed", data: { decision: { campaign: { name: "Alps" } } } },
      delivery: null,
    });
    expect(none).toMatchObject({ would: "not", reason: "no_rule", text: "No rule matches." });
    expect((await simulated([]))[0]).toMatchObject({
      would: "not",
      text: "Organic, and the mapping has no rule for organic installs.",
    });
    expect(await sql`select 1 from deliveries where project_id = ${app.project.id}`).toEqual([]);
    expect(await sql`select 1 from installs where project_id = ${app.project.id}`).toEqual([]);
    const unknown = await request("POST /destinations/preview-simulated", {
      clicks: [{ campaign: campaign + 999_999, minutes_before: 5, tie: "link" }],
      install: { platform: "ANDROID" },
    });
    expect(unknown).toMatchObject({ status: 400, body: { msg: "This campaign does not exist." } });
  });

  test("200 an optional secret can be removed; 400 for a required one", async () => {
    const { request } = await someone();
    const made = await request("POST /destinations", {
      kind: "http",
      name: "Ours",
      settings: { url: "https://example.com/cairn" },
      secrets: { secret_headers: "Authorization: Bearer hush" },
    });
    expect(made.status, made.text).toBe(201);
    const { id, secrets } = made.body.data.destination;
    expect(secrets).toEqual(["secret_headers"]);
    const stored = await request(`PUT /destinations/${id}`, { name: "Theirs" });
    expect(stored.body.data.destination.secrets).toEqual(["secret_headers"]);
    const cleared = await request(`PUT /destinations/${id}`, { secrets: { secret_headers: null } });
    expect(cleared.body.data.destination).toMatchObject({ name: "Theirs", secrets: [] });
    const other = await request("POST /destinations", {
      kind: "meta",
      name: "Meta",
      settings: { dataset_id: "123456789012345" },
      secrets: { access_token: "EAAB" },
    });
    const refused = await request(`PUT /destinations/${other.body.data.destination.id}`, {
      secrets: { access_token: null },
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual(["secrets.access_token"]);
  });

  test("200 a test shows the destination's own response", async () => {
    const { request, add } = await someone();
    let status = 204;
    const receiver = await aReceiver(() => ({ status, body: status === 204 ? "" : "no such hook" }));
    ends.push(receiver.end);
    const { id } = await add({ settings: { url: receiver.url } });
    const good = await request(`POST /destinations/${id}/test`);
    expect(good.body.data).toEqual({
      tried: true,
      accepted: true,
      status: 204,
      text: "The test was accepted.",
    });
    status = 404;
    const { data } = (await request(`POST /destinations/${id}/test`)).body;
    expect(data).toMatchObject({ tried: true, accepted: false, status: 404 });
    expect(data.text).toContain("no such hook");
    expect(receiver.bodies()[0]).toMatchObject({ type: "webhook.test" });
  });

  test("200 a removed destination is not listed any more, but its deliveries are; 404 afterwards", async () => {
    const { app, request, add } = await someone();
    const { id } = await add();
    const delivery = await aDelivery(app, id);
    expect((await request(`DELETE /destinations/${id}`)).status).toBe(200);
    expect((await request("GET /destinations")).body.data.destinations).toEqual([]);
    expect((await request("GET /deliveries")).body.data.deliveries).toMatchObject([{ id: delivery }]);
    for (const line of [
      `GET /destinations/${id}`,
      `DELETE /destinations/${id}`,
      `GET /destinations/${id}/report`,
    ])
      expect((await request(line)).status).toBe(404);
  });

  test.each(["nobody", "0190a000-0000-7000-8000-000000000000"])(
    "404 for the unknown delivery %s",
    async (id) => {
      const { request } = await someone();
      expect((await request(`GET /deliveries/${id}`)).status).toBe(404);
    },
  );

  test("200 only admins see the value of a hash", async () => {
    const { app, request, add } = await someone();
    const { id } = await add();
    const context = { userAgent: null, now: new Date() };
    const user_data = { id: "u1", email: "ann@example.com" };
    await identify(app.project, { token: "", install_instance_id: "i1", user_data }, context);
    const hashed = [{ at: "user_data.em", of: "email" }];
    const delivery = await aDelivery(app, id, { fact: "signup", fact_id: "u1", user_id: "u1", hashed });
    const shown = (await request(`GET /deliveries/${delivery}`)).body.data.delivery;
    expect(shown.hashed).toEqual([{ ...hashed[0], plain: "ann@example.com" }]);
    const { session } = await aMember("marketer", app.accountId);
    const path = `GET /api/dashboard/projects/${app.project.id}/deliveries/${delivery}`;
    const other = await call(path, { session });
    expect(other.body.data.delivery.hashed).toEqual([{ ...hashed[0], plain: null }]);
    expect(other.text).not.toContain("ann@example.com");
  });

  test("200 the deliveries that match the list's filters are sent again: by state, fact, user and days of the project", async () => {
    const { app, request, add } = await someone();
    const { id } = await add();
    const own = { user_id: "u1" };
    const input = await aDelivery(app, id, own);
    await aDelivery(app, id, { ...own, state: "sent" });
    await aDelivery(app, id, { ...own, fact: "payment" });
    await aDelivery(app, id);
    const filters = { destination: id, states: ["dead"], fact: "event", user: "u1" };
    const replay = (more: object) => request("POST /deliveries/replay", { ...filters, ...more });
    expect((await replay({ to: "2020-01-01" })).body.data).toEqual({ replayed: 0, more: false });
    expect((await replay({ from: "2020-01-01" })).body.data).toEqual({ replayed: 1, more: false });
    const waiting = await request("GET /deliveries", undefined, { state: "queued" });
    expect(waiting.body.data.deliveries).toMatchObject([{ id: input }]);
    expect((await request("GET /deliveries/totals", undefined, { user: "u1" })).body.data).toMatchObject({
      count: 3,
    });
  });

  test.each([
    [{}, "ids or destination is required."],
    [{ destination: 1, from: "yesterday" }, "from must be a date such as 2026-03-31."],
    [{ ids: ["x"] }, "IDs must be UUIDs."],
  ])("400 %j does not determine which deliveries to send again", async (body, msg) => {
    const { request } = await someone();
    expect(await request("POST /deliveries/replay", body)).toMatchObject({ status: 400, body: { msg } });
  });

  test("200 a report counts each day by state and by reason", async () => {
    const { app, request, add } = await someone();
    const { id } = await add();
    await aDelivery(app, id);
    await aDelivery(app, id, { state: "skipped" });
    const { days } = (await request(`GET /destinations/${id}/report`)).body.data;
    expect(days).toMatchObject([
      { states: { dead: 1, skipped: 1 }, reasons: { "422: no": 1, no_identifier: 1 }, lag_p50: null },
    ]);
  });

  test("200 a preview of a sign-up shows each destination's payload; 404 for an unknown user", async () => {
    const { app, request, add } = await someone("admin");
    await add();
    const context = { userAgent: null, now: new Date() };
    await identify(app.project, { token: "", install_instance_id: "i1", user_data: { id: "u1" } }, context);
    const query = await request("GET /destinations/preview", undefined, { fact: "signup", id: "u1" });
    expect(query.body.data.previews).toMatchObject([{ sent_as: "user.identified", delivery: null }]);
    expect((await request("GET /destinations/preview", undefined, { fact: "signup", id: "u2" })).status).toBe(
      404,
    );
  });

  test.each([
    ["ONE_TIME", "PAYMENT_COMPLETED", "send", "payment.completed"],
    ["SUBSCRIPTION_REFUNDED", "PAYMENT_COMPLETED", "send", "payment.refunded"],
    ["ONE_TIME", "PAYMENT_FAILED", "not", "payment.completed"],
  ])("200 a preview of a payment %s, %s: would %s", async (type, status, would, sent_as) => {
    const { app, request, add } = await someone();
    await add();
    const context = { userAgent: null, now: new Date() };
    await identify(app.project, { token: "", install_instance_id: "i1", user_data: { id: "u1" } }, context);
    const id = newId(new Date());
    await sql`
      insert into payments (project_id, id, payment_id, type, status, amount_minor, paid_at, user_id, platform)
      values (${app.project.id}, ${id}, 'p1', ${type}, ${status}, 500, now(), 'u1', 'ANDROID')`;
    const { previews } = (await request("GET /destinations/preview", undefined, { fact: "payment", id })).body
      .data;
    expect(previews).toMatchObject([{ would, sent_as }]);
  });

  test("403 marketers can read destinations but not change them; viewers cannot read them", async () => {
    const { app, request } = await someone("marketer");
    const input = { kind: "webhook", name: "Hook", mode: "dry_run" as const, settings: { url }, secrets: {} };
    const { destination } = await createDestination(app.project, input, commandLine, new Date());
    expect((await request("GET /destinations")).status).toBe(200);
    for (const line of [
      "POST /destinations",
      `DELETE /destinations/${destination.id}`,
      `POST /destinations/${destination.id}/test`,
      "POST /deliveries/replay",
    ])
      expect((await request(line, line.startsWith("POST") ? input : undefined)).status).toBe(403);
    const { session } = await aMember("viewer", app.accountId);
    const path = `GET /api/dashboard/projects/${app.project.id}/destinations`;
    expect((await call(path, { session })).status).toBe(403);
  });
});
