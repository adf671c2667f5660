import { expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import * as members from "@/app/api/v1/audiences/[id]/members/route";
import * as audience from "@/app/api/v1/audiences/[id]/route";
import * as run from "@/app/api/v1/audiences/[id]/run/route";
import * as count from "@/app/api/v1/audiences/count/route";
import * as audiences from "@/app/api/v1/audiences/route";
import { sql } from "@/db";
import type { KeyScope } from "@/lib/accounts/access/scopes";
import { commandLine } from "@/lib/accounts/audit/actor";
import { listAudienceMembers } from "@/lib/outbound/audiences/manage/members";
import { asServed } from "@/lib/platform/http/testing";
import { erasePerson } from "@/lib/privacy/person";
import { issueServerKey } from "@/lib/projects/server-keys/keys";
import { type AProject, aCampaign, aMember, anAttributedUser, aProject } from "@/testing/factories";

const keyFor = async (app: AProject, scopes: KeyScope[]) => {
  const input = { name: "Audiences", expiresAt: null, scopes };
  const project = { id: app.project.id, accountId: app.accountId };
  return (await issueServerKey(project, input, commandLine, new Date())).key;
};

asServed([audiences, count, audience, run, members, dashboardRoutes], (call) => {
  const setUp = async () => {
    const app = await aProject();
    const { session } = await aMember("admin", app.accountId);
    const campaign = await aCampaign(app);
    for (const name of ["a", "b"])
      await anAttributedUser(app, campaign.id, { email: `${name}@example.com`, userId: name });
    const send = (line: string, body?: unknown) =>
      call(line, { headers: { "linkrunner-key": app.serverKey }, ...(body === undefined ? {} : { body }) });
    const base = `/api/dashboard/projects/${app.project.id}/audiences`;
    const dash = (line: string, body?: unknown) => {
      const [method = "", path = ""] = line.split(" ");
      return call(`${method} ${base}${path}`, { session, ...(body === undefined ? {} : { body }) });
    };
    return { app, send, dash };
  };
  const valid = { title: "All", conditions: {}, kind: "csv" };
  const idle = (project: number) =>
    expect
      .poll(
        async () => {
          const [row] = await sql<{ busy: number }[]>`
            select count(*)::int as busy from audiences
            where project_id = ${project} and (claim is not null or next_at <= now())`;
          return row!.busy;
        },
        { interval: 10 },
      )
      .toBe(0);

  test("200 An audience is counted, added, run, changed and removed by a server key", async () => {
    const { app, send } = await setUp();
    const counted = await send("POST /api/v1/audiences/count", { conditions: { platform: "ANDROID" } });
    expect(counted).toMatchObject({
      status: 200,
      body: { msg: "Counted.", data: { checked: 2, matching: 2, next: null, progress: 1 } },
    });
    const receivers = Object.fromEntries(
      (
        counted.body.data as { receivers: { kind: string; sendable: number; skipped: object }[] }
      ).receivers.map(({ kind, ...rest }) => [kind, rest]),
    );
    expect(receivers.meta).toEqual({ sendable: 2, skipped: {} });
    expect(receivers.google_mobile).toEqual({ sendable: 0, skipped: { no_identifier: 2 } });
    expect(receivers.csv).toEqual({ sendable: 2, skipped: {} });

    const made = await send("POST /api/v1/audiences", valid);
    expect(made).toMatchObject({
      status: 201,
      body: {
        msg: "Audience added.",
        data: {
          audience: { title: "All", kind: "csv", on: true, holdout: 0, every_hours: 24 },
          secret: null,
        },
      },
    });
    const id = (made.body.data as { audience: { id: number } }).audience.id;
    await idle(app.project.id);
    expect(await send(`GET /api/v1/audiences/${id}`)).toMatchObject({
      status: 200,
      body: { data: { audience: { id }, runs: [{ state: "done", matching: 2, members: 2, requests: 0 }] } },
    });
    expect(await send(`POST /api/v1/audiences/${id}/run`)).toMatchObject({
      status: 200,
      body: { msg: "The run has started." },
    });
    await idle(app.project.id);
    const changed = await send(`PUT /api/v1/audiences/${id}`, {
      ...valid,
      conditions: { platform: "IOS" },
      on: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { audience: { on: false, conditions: { platform: "IOS" } } } },
    });
    await idle(app.project.id);
    expect((await send("GET /api/v1/audiences")).body.data).toMatchObject({
      audiences: [{ id, last: { state: "done", matching: 0, removed: 2, members: 0 } }],
    });
    expect(await send(`DELETE /api/v1/audiences/${id}?members=keep`)).toMatchObject({
      status: 200,
      body: { msg: "Audience removed.", data: { id, ending: false } },
    });
    for (const line of [
      `GET /api/v1/audiences/${id}`,
      `DELETE /api/v1/audiences/${id}`,
      `POST /api/v1/audiences/${id}/run`,
    ])
      expect(await send(line)).toMatchObject({ status: 404, body: { msg: "Not found." } });
    const entries = await sql<{ action: string; detail: object }[]>`
      select action, detail from audit_log where project_id = ${app.project.id} and action like 'audience.%' order by id`;
    expect(entries.map(({ action }) => action)).toEqual([
      "audience.create",
      "audience.run",
      "audience.change",
      "audience.remove",
    ]);
    const of = { kind: "csv", holdout: 0, every_hours: 24 };
    expect(entries[2]!.detail).toEqual({ ...of, on: false, before: { ...of, on: true } });
  });

  test.each([
    ["title", {}, "Name is required."],
    [
      "conditions.revenue.max",
      { conditions: { revenue: { min: 5, max: 4 } } },
      "This must not be less than the first amount.",
    ],
    [
      "conditions.app_version.from",
      { conditions: { app_version: { from: "dev" } } },
      "A version has numbers and dots, such as 2.10.3.",
    ],
    [
      "conditions.events",
      { conditions: { events: Array(6).fill({ name: "a" }) } },
      "Choose at most 5 events.",
    ],
    ["holdout", { holdout: 51 }, "Enter at most 50."],
    ["kind", { kind: "myspace" }, "Choose a receiver."],
    [
      "settings.audience_id",
      { kind: "meta", settings: { audience_id: "x" }, secrets: { access_token: "t" } },
      "An audience ID has digits only.",
    ],
    ["secrets.access_token", { kind: "meta", settings: { audience_id: "1" } }, "Access token is required."],
    [
      "settings.url",
      { kind: "webhook", settings: { url: "http://127.0.0.1/" } },
      "Its host is in a private network. An operator can allow it with OUTBOUND_ALLOW.",
    ],
  ])("400 %s has its problem next to the field", async (field, more, message) => {
    const { dash } = await setUp();
    const input = { ...valid, ...(field === "title" ? { title: " " } : {}), ...more };
    const answer = await dash("POST ", input);
    expect(answer.status).toBe(400);
    expect((answer.body as { errors: Record<string, string> }).errors).toHaveProperty([field], message);
  });

  test("400 The list of an audience is permanent; secrets are kept unless they are entered", async () => {
    const { app, dash } = await setUp();
    const meta = { ...valid, kind: "meta", on: false, settings: { audience_id: "1" } };
    const made = await dash("POST ", { ...meta, secrets: { access_token: "t" } });
    const id = (made.body.data as { audience: { id: number } }).audience.id;
    expect(JSON.stringify(made.body)).not.toContain("access_token");
    await idle(app.project.id);
    expect(await dash(`PUT /${id}`, { ...meta, settings: { audience_id: "2" } })).toMatchObject({
      status: 400,
      body: { errors: { "settings.audience_id": expect.stringContaining("The list can't be changed") } },
    });
    expect(await dash(`PUT /${id}`, { ...meta, kind: "csv" })).toMatchObject({ status: 400 });
    expect(
      await dash(`PUT /${id}`, { ...meta, title: "Renamed", secrets: { access_token: "" } }),
    ).toMatchObject({
      status: 200,
      body: { data: { audience: { title: "Renamed", has_secrets: true } } },
    });
  });

  test("201 A webhook's signing secret is shown once", async () => {
    const { dash } = await setUp();
    const input = {
      ...valid,
      kind: "webhook",
      on: false,
      settings: { url: "https://receiver.example/hook" },
    };
    const { status, body } = await dash("POST ", input);
    expect(status).toBe(201);
    expect((body.data as { secret: string }).secret).toMatch(/^whsec_/);
    expect(JSON.stringify((await dash("GET ")).body)).not.toContain("whsec_");
  });

  test("200 The members are listed page by page, for keys with the permission for personal data", async () => {
    const { app, send, dash } = await setUp();
    const id = ((await dash("POST ", valid)).body.data as { audience: { id: number } }).audience.id;
    await idle(app.project.id);
    const path = `GET /api/v1/audiences/${id}/members`;
    expect(await send(path)).toMatchObject({
      status: 403,
      body: { msg: 'This server key lacks the permission "Personal data".', code: "scope_missing" },
    });
    const key = await keyFor(app, ["api", "personal"]);
    const read = (query = "") => call(`${path}${query}`, { headers: { "linkrunner-key": key } });
    const whole = await read();
    expect(whole).toMatchObject({ status: 200, body: { msg: "Members.", data: { next: null } } });
    type Page = { members: { ids: Record<string, string>; entered_at: string }[]; next: string | null };
    const all = (whole.body.data as Page).members;
    expect(all.map(({ ids }) => ids.user_id).sort()).toEqual(["a", "b"]);
    const first = (await read("?limit=1")).body.data as Page;
    const second = (await read(`?limit=1&cursor=${first.next}`)).body.data as Page;
    expect([...first.members, ...second.members]).toEqual(all);
    expect(second.next).toBeNull();
    expect(await read("?cursor=x")).toMatchObject({
      status: 400,
      body: { msg: "The cursor is not valid. Send `next` from the previous response." },
    });
    expect(await read("?limit=10001")).toMatchObject({ status: 422 });
    const elsewhere = await aProject();
    const other = await keyFor(elsewhere, ["api", "personal"]);
    expect(await call(path, { headers: { "linkrunner-key": other } })).toMatchObject({ status: 404 });
  });

  test("An erased member is in no file and no list at once, before the next run", async () => {
    const { app, dash } = await setUp();
    const id = ((await dash("POST ", valid)).body.data as { audience: { id: number } }).audience.id;
    await idle(app.project.id);
    const users = async () => (await dash(`GET /${id}/members.csv`)).text.match(/"[ab]"/g);
    expect((await users())!.sort()).toEqual(['"a"', '"b"']);
    await erasePerson(app.project, { user: "a", install: null }, commandLine, new Date());
    expect(await users()).toEqual(['"b"']);
    const { members } = await listAudienceMembers(app.project, id, { limit: 10 });
    expect(members.map(({ ids }) => ids.user_id)).toEqual(["b"]);
  });

  test("200 The members are a file, in parts that have each member once, and the download is logged", async () => {
    const { app, dash } = await setUp();
    const made = await dash("POST ", valid);
    const id = (made.body.data as { audience: { id: number } }).audience.id;
    await idle(app.project.id);
    const rowsOf = ({ text }: { text: string }) => text.trim().split("\r\n").slice(1);
    const whole = await dash(`GET /${id}/members.csv`);
    expect(whole.text.split("\r\n")[0]).toBe(
      '"user_id","install_id","email_sha256","phone_sha256","gaid","idfa","entered_at"',
    );
    expect(rowsOf(whole)).toHaveLength(2);
    const parts = [1, 2, 3].map((part) => dash(`GET /${id}/members.csv?part=${part}&parts=3`));
    expect((await Promise.all(parts)).flatMap(rowsOf).filter(Boolean)).toEqual(rowsOf(whole));
    expect(await dash(`GET /${id}/members.csv?part=3&parts=2`)).toMatchObject({ status: 400 });
    const [entry] = await sql<{ target: string }[]>`
      select target from audit_log where project_id = ${app.project.id} and action = 'person.export-list' limit 1`;
    expect(entry!.target).toBe("Audience members");
  });

  test("409 A project has at most 50 audiences", async () => {
    const { app, dash } = await setUp();
    await sql`
      insert into audiences (project_id, title, conditions, holdout, holdout_seed, every_hours, kind, settings, is_on, next_at, created_by)
      select ${app.project.id}, 'n' || n, '{}', 0, 's', 24, 'csv', '{}', false, now() + interval '1 day', 'x' from generate_series(1, 50) n`;
    expect(await dash("POST ", valid)).toMatchObject({
      status: 409,
      body: { msg: "A project has at most 50 audiences. Remove some first." },
    });
  });
});
