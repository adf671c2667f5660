import { expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import { endpoints } from "@/app/api/endpoints";
import * as share from "@/app/api/share/[token]/route";
import { sql } from "@/db";
import { listMembers, removeMember } from "@/lib/accounts/members/change";
import { endpointsOf } from "@/lib/platform/http/mount";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anInstall, aProject, decideEverything } from "@/testing/factories";

const overview = {
  title: "For the client",
  window: { days: 30 },
  shown: { kind: "overview", query: "traffic=all" },
};
const report = (query: string) => ({ ...overview, shown: { kind: "report", query } });
const over = "This link has expired. Ask its sender for a new one.";

asServed([dashboardRoutes, share], (call) => {
  async function aMarketer() {
    const app = await aProject();
    const member = await aMember("marketer", app.accountId);
    const { session } = member;
    const path = `/api/dashboard/projects/${app.project.id}/shares`;
    const make = async (body: object) => {
      const made = await call(`POST ${path}`, { session, body });
      const link: string = made.body.data?.link ?? "";
      return { made, id: made.body.data?.share.id, open: `GET /api/share/${link.split("/").pop()}` };
    };
    return { app, member, session, path, make };
  }

  test("a shared link shows the overview without an account", async () => {
    const { app, member, session, path, make } = await aMarketer();
    const { made, open } = await make(overview);
    expect(made).toMatchObject({
      status: 201,
      body: { data: { share: { kind: "overview", ended: false } } },
    });
    expect(made.body.data.link).toMatch(/^http:\/\/[^/]+\/share\/[0-9A-Za-z]{40}$/);
    const got = await call(open, {});
    expect(got).toMatchObject({
      status: 200,
      body: { data: { title: "For the client", project: app.project.name, report: null } },
    });
    expect(got.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(got.headers.get("referrer-policy")).toBe("no-referrer");
    expect(got.headers.get("cache-control")).toBe("no-store");
    const listed = await call(`GET ${path}`, { session });
    expect(listed.body.data.shares).toMatchObject([
      { title: "For the client", created_by: member.email, last_opened_at: expect.any(String) },
    ]);
    expect(listed.text).not.toContain(made.body.data.link.split("/").pop());
  });

  test("a shared report has figures of cohorts and events; a figure of cohorts that aren't old enough is left out", async () => {
    const { app, make } = await aMarketer();
    const campaign = await aCampaign(app, { name: "Autumn" });
    const today = new Date().toISOString().slice(0, 10);
    // The installs of ten days ago have completed D7.
    for (const [measure, name, count, amount] of [
      ["installs", "", 4, 0],
      ["spend", "", 0, 1_000],
      ["revenue_since", "3", 0, 250],
      ["event", "hike", 5, 0],
    ] as const)
      await sql`
        insert into ledger (project_id, day, campaign_id, measure, name, platform, count, amount)
        values (${app.project.id}, ${today}::text::date - 10, ${campaign.id}, ${measure}, ${name}, 'IOS', ${count}, ${amount})`;
    const columns = "cohort:d7:roas,cohort:d30:roas,event:hike:count";
    const { open } = await make(report(`by=campaign&columns=${encodeURIComponent(columns)}`));
    const { report: shown } = (await call(open, {})).body.data;
    expect(shown.columns).toEqual(columns.split(","));
    expect(shown.rows).toEqual([
      { labels: ["Autumn"], metrics: { "cohort:d7:roas": 0.25, "event:hike:count": 5 } },
    ]);
    expect(shown.total).toEqual(shown.rows[0].metrics);
  });

  test("a shared report shows its rows by name, only its columns, and no IDs", async () => {
    const { app, make } = await aMarketer();
    const campaign = await aCampaign(app, { name: "Autumn" });
    await aClick(app, { campaignId: campaign.id });
    const install = await anInstall(app, campaign.id);
    await decideEverything(app);
    const { open } = await make(report("by=campaign&traffic=all&columns=clicks,installs"));
    const got = await call(open, {});
    expect(got.status).toBe(200);
    expect(got.body.data.report).toMatchObject({
      by: ["campaign"],
      columns: ["clicks", "installs"],
      more: 0,
    });
    for (const row of got.body.data.report.rows) {
      expect(Object.keys(row)).toEqual(["labels", "metrics"]);
      expect(Object.keys(row.metrics)).toEqual(["clicks", "installs"]);
    }
    expect(got.text).toContain("Autumn");
    for (const secret of [campaign.displayId, install, app.token, `"id"`, "display_id", "@example.com"])
      expect(got.text).not.toContain(secret);
  });

  test("a shared report of returns explains clicks and spend that it does not split, without other figures", async () => {
    const { app, make } = await aMarketer();
    const [both, back] = [await aCampaign(app), await aCampaign(app, { purpose: "retargeting" })];
    for (const { id } of [both, back])
      await sql`
        insert into ledger (project_id, day, campaign_id, measure, count, amount)
        values (${app.project.id}, current_date - 1, ${id}, 'clicks', 3, 0), (${app.project.id}, current_date - 1, ${id},
          'spend', 0, 700), (${app.project.id}, current_date - 1, ${id}, 'reengagements', 7, 0)`;
    const columns = "clicks,reengagements,cost_per_reengagement";
    const { open } = await make(report(`by=campaign&view=retargeting&columns=${columns}`));
    const { report: shown } = (await call(open, {})).body.data;
    expect(shown).toMatchObject({
      total: { clicks: 3, reengagements: 14, cost_per_reengagement: 100 },
      without_cost: 7,
    });
    expect(shown).not.toHaveProperty("total_not_split");
    const split = shown.rows.map(
      (row: { metrics: { clicks: number | null }; not_split?: { text: string } }) => [
        row.metrics.clicks,
        row.not_split?.text,
      ],
    );
    expect(split).toHaveLength(2);
    expect(split).toEqual(
      expect.arrayContaining([
        [3, undefined],
        [null, "Not split"],
      ]),
    );
    expect(Object.keys(shown.rows[0].metrics)).toEqual(columns.split(","));
  });

  test("a shared page that is filtered by country, or broken down by it, shows the country's name", async () => {
    const { app, make } = await aMarketer();
    const campaign = await aCampaign(app);
    await aClick(app, { campaignId: campaign.id, country: "IN" });
    await aClick(app, { campaignId: campaign.id });
    const shared = async (body: object) => (await call((await make(body)).open, {})).body.data;
    const filtered = await shared({
      ...overview,
      shown: { kind: "overview", query: "country=IN&figure=clicks" },
    });
    expect(filtered.overview).toMatchObject({ only: ["India"], countries: [{ country: "IN", value: 1 }] });
    expect(filtered.overview.figures).toMatchObject({ clicks: { total: 1 }, spend: { total: 0 } });
    const rows = await shared(report("by=country&sort_field=key&sort_order=ascending&columns=clicks,spend"));
    expect(rows.report.rows).toEqual([
      { labels: ["India"], metrics: { clicks: 1, spend: 0 } },
      { labels: ["Unknown"], metrics: { clicks: 1, spend: 0 } },
    ]);
    const ofOne = await shared(report("by=campaign&country=none&columns=clicks"));
    expect(ofOne.report).toMatchObject({ filtered: true, total: { clicks: 1 } });
  });

  test("410 after a migration the link opens the same link on the new server, unless it has ended", async () => {
    const { app, session, path, make } = await aMarketer();
    const [one, two] = [await make(overview), await make(overview)];
    expect((await call(`DELETE ${path}/${two.id}`, { session })).status).toBe(200);
    // It is gone, and a link of another project never was here.
    const foreign = await (await aMarketer()).make(overview);
    for (const id of [two.id, foreign.id, 999_999_999])
      expect(await call(`DELETE ${path}/${id}`, { session })).toMatchObject({
        status: 404,
        body: { msg: "Not found." },
      });
    expect((await call(`GET /api/share/${"a".repeat(40)}`, {})).status).toBe(404);
    const set = (address: string | null) =>
      sql`update projects set frozen_at = now(), moved_address = ${address} where id = ${app.project.id}`;
    await set(null);
    expect((await call(one.open, {})).status).toBe(200);
    await set("https://new.example");
    const moved_to = one.made.body.data.link.replace(/^http:\/\/[^/]+/, "https://new.example");
    expect(await call(one.open, {})).toMatchObject({
      status: 410,
      body: { msg: "These figures are on another server now.", moved_to },
    });
    expect((await call(two.open, {})).status).toBe(404);
  });

  test("a link stays valid when its creator leaves; its list shows that, and the list of members announces it", async () => {
    const { app, member, session, path, make } = await aMarketer();
    const { open } = await make(overview);
    const other = await aMember("admin", app.accountId);
    const left = async () =>
      (await call(`GET ${path}`, { session: other.session })).body.data.shares[0].maker_left;
    const members = await listMembers(app.accountId);
    expect(members.members.map(({ id, share_links }) => [id, share_links]).sort()).toEqual(
      [
        [member.id, 1],
        [other.id, 0],
      ].sort(),
    );
    expect(await left()).toBe(false);
    await removeMember(app.accountId, member.id, { member: other, role: "admin" });
    expect((await call(`GET ${path}`, { session })).status).toBe(401);
    expect(await left()).toBe(true);
    expect((await call(open, {})).status).toBe(200);
  });

  test("200 All links of a creator who left are revoked at once, and each is in the audit log", async () => {
    const { app, member, path, make } = await aMarketer();
    const foreign = [await make(overview), await make({ ...overview, title: "For the board" })];
    const other = await aMember("admin", app.accountId);
    const own = await call(`POST ${path}`, { session: other.session, body: overview });
    const revoke = (created_by: string) =>
      call(`POST ${path}/revoke`, { session: other.session, body: { created_by } });
    const none = { status: 404, body: { msg: "There are no share links by a creator who has left." } };
    expect(await revoke(member.email)).toMatchObject(none);
    expect((await call(foreign[0]!.open, {})).status).toBe(200);
    await removeMember(app.accountId, member.id, { member: other, role: "admin" });
    expect(await revoke(member.email.toUpperCase())).toMatchObject({
      status: 200,
      body: { msg: "Share links revoked.", data: { revoked: 2 } },
    });
    for (const { open } of foreign) expect((await call(open, {})).status).toBe(404);
    expect(await revoke(member.email)).toMatchObject(none);
    expect(await revoke(other.email)).toMatchObject(none);
    const { shares } = (await call(`GET ${path}`, { session: other.session })).body.data;
    expect(shares.map(({ id }: { id: number }) => id)).toEqual([own.body.data.share.id]);
    const log = await call(`GET /api/dashboard/projects/${app.project.id}/audit`, { session: other.session });
    const logged = log.body.data.entries.filter(
      ({ action }: { action: string }) => action === "share-link.revoke",
    );
    expect(logged.map(({ target }: { target: string }) => target).sort()).toEqual([
      "For the board",
      "For the client",
    ]);
  });

  test("400 when the creator is not an email address", async () => {
    const { session, path } = await aMarketer();
    expect(await call(`POST ${path}/revoke`, { session, body: { created_by: "Ada" } })).toMatchObject({
      status: 400,
      body: { errors: { created_by: "Enter an email address." } },
    });
  });

  test("a share link ends when it expires or is revoked, and when its project is archived or deleted", async () => {
    const { app, session, path, make } = await aMarketer();
    const deleted = { status: 404, body: { msg: over, status: 404, data: null } };
    const [one, two, three] = [await make(overview), await make(overview), await make(overview)];
    expect((await call(`DELETE ${path}/${one.id}`, { session })).status).toBe(200);
    expect(await call(one.open, {})).toMatchObject(deleted);
    await sql`update share_links set expires_at = now() - interval '1 second' where id = ${two.id}`;
    expect(await call(two.open, {})).toMatchObject(deleted);
    expect((await call(`GET ${path}`, { session })).body.data.shares[1]).toMatchObject({ ended: true });
    const set = (what: "archived_at" | "deleted_at", to: Date | null) =>
      sql`update projects set ${sql(what)} = ${to} where id = ${app.project.id}`;
    expect((await call(three.open, {})).status).toBe(200);
    for (const what of ["archived_at", "deleted_at"] as const) {
      await set(what, new Date());
      expect(await call(three.open, {})).toMatchObject(deleted);
      await set(what, null);
    }
    expect((await call(three.open, {})).status).toBe(200);
    expect(await call(`GET /api/share/${"x".repeat(40)}`, {})).toMatchObject(deleted);
    expect(await call("GET /api/share/short", {})).toMatchObject(deleted);
  });

  test("no other route accepts the link's token as key, token or cookie", async () => {
    const { app, make } = await aMarketer();
    const token = (await make(overview)).open.split("/").pop()!;
    for (const { path, routes } of endpointsOf("/api/dashboard", dashboardRoutes)) {
      if (!routes.GET || !path.includes(":project")) continue;
      const query = path.replace(":project", String(app.project.id)).replace(/:[a-z]+/g, "1");
      const got = await call(`GET ${query}`, { session: `next-auth.session-token=${token}`, key: token });
      expect(got.status, path).toBe(401);
    }
    expect(endpoints.filter(({ path }) => path.startsWith("/api/share")).map(({ path }) => path)).toEqual([
      "/api/share/:token",
    ]);
  });

  test("a reader's parameters do not change the page", async () => {
    const { make } = await aMarketer();
    const { open } = await make(report("by=network&columns=installs"));
    const plain = await call(open, {});
    const query = await call(open, { query: { by: "campaign", from: "2020-01-01", search: "x", limit: 1 } });
    expect(query.text).toBe(plain.text);
    const { session } = await aMember("owner");
    expect((await call(open, { session })).text).toBe(plain.text);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await call(open.replace("GET", method), { body: {} })).status).toBe(405);
    }
  });

  test("400 with the reason for what cannot be shared", async () => {
    const { make } = await aMarketer();
    for (const [body, errors] of [
      [{ ...overview, title: " " }, { title: "Title is required." }],
      [{ ...overview, valid_days: 366 }, { valid_days: "A link is valid for at most 365 days." }],
      [report("by=person"), { "shown.query": "The report's filters are not valid." }],
      [
        { ...overview, window: { days: 0 } },
        { "window.days": expect.stringContaining("Enter a number of days") },
      ],
      [
        { ...overview, shown: { kind: "users" } },
        { "shown.kind": "Choose an overview or a report to share." },
      ],
    ] as const) {
      expect((await make(body)).made).toMatchObject({ status: 400, body: { errors } });
    }
  });

  test("429 for a client that guesses links, and for a link that is read too often", async () => {
    const { make } = await aMarketer();
    const { open } = await make(overview);
    const address = "203.0.113.77";
    const query = await Promise.all(Array.from({ length: 70 }, () => call(open, { address })));
    expect(query.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(5);
    expect(query.find(({ status }) => status === 429)?.headers.get("retry-after")).toBe("60");
    expect((await call(open, { address: "203.0.113.78" })).status).toBe(200);
  });

  test("creating and revoking links is in the audit log, without the link", async () => {
    const { app, session, path, make } = await aMarketer();
    const admin = await aMember("admin", app.accountId);
    const { id, made } = await make(overview);
    await call(`DELETE ${path}/${id}`, { session });
    const log = await call(`GET /api/dashboard/projects/${app.project.id}/audit`, { session: admin.session });
    expect(log.body.data.entries.slice(0, 2)).toMatchObject([
      { action: "share-link.revoke", target: "For the client" },
      { action: "share-link.create", target: "For the client", detail: { kind: "overview" } },
    ]);
    expect(log.text).not.toContain(made.body.data.link.split("/").pop());
  });
});
