import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, aProject } from "@/testing/factories";
import { knownProject } from "@/testing/reporting";
import { campaignFiguresRoutes } from "./campaign-figures";
import { campaignsRoutes } from "./campaigns";

type Named = { name: string };

asServed([campaignsRoutes, campaignFiguresRoutes], (call) => {
  const june = { from: "2026-06-01", to: "2026-06-30" };

  async function known() {
    const { app, meta, plain } = await knownProject();
    const idle = await aCampaign(app, { name: "Idle", now: new Date("2026-05-22T10:00:00Z") });
    const { session } = await aMember("marketer", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/campaigns`;
    const get = (rest: string, query: Record<string, string | number>) =>
      call(`GET ${path}${rest}`, { session, query, now: new Date("2026-06-20T12:00:00Z") });
    const names = async (query: Record<string, string | number>) =>
      (await get("", { ...june, ...query })).body.data.campaigns.map(({ name }: Named) => name);
    return { app, meta, plain, idle, get, names };
  }

  async function someone() {
    const app = await aProject();
    const { session } = await aMember("marketer", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/campaigns`;
    const page = async (query: Record<string, string> = {}) =>
      (await call(`GET ${path}`, { session, query })).body.data;
    const list = async (query: Record<string, string> = {}) => (await page(query)).campaigns;
    const bulk = (body: object) => call(`POST ${path}/bulk`, { session, body });
    const send = (method: string, id: number, body: object) =>
      call(`${method} ${path}/${id}`, { session, body });
    return {
      app,
      list,
      totals: async (query?: Record<string, string>) => (await page(query)).totals,
      bulk,
      send,
      namesOf: async (query = {}) => (await list(query)).map(({ name }: Named) => name),
    };
  }

  test.each([
    ["spend", "descending", ["Alps", "Idle", "Newsletter"]],
    ["installs", "descending", ["Alps", "Newsletter", "Idle"]],
    ["installs", "ascending", ["Idle", "Newsletter", "Alps"]],
    ["clicks", "descending", ["Alps", "Newsletter", "Idle"]],
    ["revenue", "descending", ["Alps", "Idle", "Newsletter"]],
    // Rows without a value are last in both directions.
    ["cost_per_install", "ascending", ["Alps", "Idle", "Newsletter"]],
    ["roas", "ascending", ["Alps", "Idle", "Newsletter"]],
  ])("200 by %s, %s, over all rows and not over the page", async (sort, order, expected) => {
    const { names, get } = await known();
    expect(await names({ sort, order })).toEqual(expected);
    for (const [at, name] of expected.entries())
      expect(await names({ sort, order, limit: 1, page: at + 1 })).toEqual([name]);
    const file = await get("/export.csv", { ...june, sort, order });
    const rows = file.text.trim().split(/\r?\n/).slice(1);
    expect(rows.map((row: string) => row.split(",")[0]?.replaceAll('"', ""))).toEqual(expected);
  });

  test("200 by a figure of other days has another order", async () => {
    const { names } = await known();
    expect(await names({ sort: "installs", from: "2026-06-06", to: "2026-06-06" })).toEqual([
      "Newsletter",
      "Idle",
      "Alps",
    ]);
  });

  test.each([
    [{ sort: "name_of_nothing" }, 400],
    [{ from: "2026-06-01" }, 422],
    [{ from: "2026-06-02", to: "2026-06-01" }, 422],
  ])("%j is a bad input", async (query, status) => {
    const { get } = await known();
    expect((await get("", query)).status).toBe(status);
    if (!("sort" in query)) expect((await get("/summary", query)).status).toBe(status);
  });

  test("200 the summary adds up what matches the filter, with the days before", async () => {
    const { get } = await known();
    const figures = async (query: Record<string, string>) => (await get("/summary", query)).body.data;
    const all = await figures({ ...june, compare: "none" });
    expect(all).toMatchObject({ ...june, currency: "EUR", compared: null });
    expect(all.figures.installs).toEqual({ total: 4, over: null, previous: null });
    expect(all.figures.spend.total).toBe(4100);
    expect(all.figures.cost_per_install.total).toBe(4100 / 4);
    const one = await figures({ ...june, compare: "none", search: "newsletter" });
    expect([one.figures.installs.total, one.figures.spend.total]).toEqual([1, 0]);
    const none = await figures({ ...june, compare: "none", search: "no such campaign" });
    expect([none.figures.installs.total, none.figures.roas.total]).toEqual([0, null]);
    const compared = await figures({ from: "2026-06-04", to: "2026-06-04", compare: "previous" });
    expect(compared.compared).toEqual({
      from: "2026-06-04",
      to: "2026-06-04",
      previous: { from: "2026-06-03", to: "2026-06-03" },
    });
    expect(compared.figures.installs).toEqual({ total: 2, over: 2, previous: 1 });
  });

  test("200 an archived campaign is paused and hidden; restored, it stays paused", async () => {
    const { app, bulk, list, namesOf } = await someone();
    const { id } = await aCampaign(app, { name: "Old" });
    await aCampaign(app, { name: "New" });
    expect((await bulk({ ids: [id], action: "archive" })).body.data).toMatchObject({ changed: 1, ids: [id] });
    expect((await bulk({ ids: [id], action: "archive" })).body.data.changed).toBe(0);
    expect(await namesOf()).toEqual(["New"]);
    expect(await namesOf({ status: "all" })).toEqual(["New"]);
    expect(await namesOf({ status: "inactive" })).toEqual([]);
    expect(await list({ status: "archived" })).toMatchObject([
      { name: "Old", state: "archived", active: false },
    ]);
    const [row] = await sql`
      select inactive_since is not null as since from campaigns where project_id = ${app.project.id} and id = ${id}`;
    expect(row).toEqual({ since: true });
    expect((await bulk({ ids: [id], action: "restore" })).body.data.changed).toBe(1);
    expect(await list({ status: "inactive" })).toMatchObject([{ name: "Old", state: "inactive" }]);
    const logged = await sql`
      select detail from audit_log where project_id = ${app.project.id} and action = 'campaign.edit' order by id`;
    expect(logged.map(({ detail }) => detail.archived)).toEqual([true, false]);
  });

  test("200 activating an archived campaign restores it", async () => {
    const { app, bulk, send, list } = await someone();
    const ids = [(await aCampaign(app, { name: "A" })).id, (await aCampaign(app, { name: "B" })).id];
    await bulk({ ids, action: "archive" });
    await bulk({ ids: [ids[0]], action: "activate" });
    await send("PATCH", ids[1]!, { active: true });
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(["active", "active"]);
  });

  test("200 archiving returns which campaigns were active, so that an undo restores their state", async () => {
    const { app, bulk, list } = await someone();
    const active = (await aCampaign(app, { name: "Active" })).id;
    const paused = (await aCampaign(app, { name: "Paused", active: false })).id;
    const { data } = (await bulk({ ids: [active, paused], action: "archive" })).body;
    expect({ ...data, ids: data.ids.toSorted() }).toEqual({
      changed: 2,
      ids: [active, paused].toSorted(),
      previously_active: [active],
    });
    expect((await bulk({ ids: data.ids, action: "restore" })).body.data).not.toHaveProperty(
      "previously_active",
    );
    await bulk({ ids: data.previously_active, action: "activate" });
    expect(await list({ sort: "name", order: "ascending" })).toMatchObject([
      { name: "Active", state: "active" },
      { name: "Paused", state: "inactive" },
    ]);
  });

  test("200 any status includes archived campaigns after all others, before the page is cut", async () => {
    const { app, bulk, namesOf } = await someone();
    const { id } = await aCampaign(app, { name: "A old" });
    await aCampaign(app, { name: "B" });
    await aCampaign(app, { name: "C", active: false });
    await bulk({ ids: [id], action: "archive" });
    const byName = { status: "any", sort: "name", order: "ascending" };
    expect(await namesOf(byName)).toEqual(["B", "C", "A old"]);
    expect(await namesOf({ ...byName, sort: "installs" })).toEqual(["C", "B", "A old"]);
    expect(await namesOf({ ...byName, limit: "1", page: "3" })).toEqual(["A old"]);
    expect(await namesOf({ ...byName, search: "old" })).toEqual(["A old"]);
  });

  test("200 the totals count archived campaigns that match the other filters, also without rows", async () => {
    const { app, bulk, totals } = await someone();
    const { id } = await aCampaign(app, { name: "Old" });
    await bulk({ ids: [id], action: "archive" });
    expect(await totals()).toMatchObject({ campaigns: 0, archived: 1 });
    expect(await totals({ status: "active" })).toMatchObject({ campaigns: 0, archived: 1 });
    expect(await totals({ status: "archived" })).toMatchObject({ campaigns: 1, archived: 1 });
    expect(await totals({ search: "other" })).toMatchObject({ campaigns: 0, archived: 0 });
    const other = await someone();
    expect(await other.totals()).toMatchObject({ campaigns: 0, archived: 0 });
  });

  test("200 several campaigns get the same settings; others stay", async () => {
    const { app, bulk, list } = await someone();
    const ids = [
      (await aCampaign(app, { name: "A", network: "META" })).id,
      (await aCampaign(app, { name: "B" })).id,
    ];
    await aCampaign(app, { name: "C" });
    const changes = { network: "tiktok", link_for_desktop_users: "https://example.com/x", click_limit: 7 };
    expect((await bulk({ ids, action: "edit", changes })).body.data.changed).toBe(2);
    const shown = { network: "TIKTOK", link_for_desktop_users: "https://example.com/x", click_limit: 7 };
    expect(await list({ sort: "name", order: "ascending" })).toMatchObject([
      { name: "A", ...shown },
      { name: "B", ...shown },
      { name: "C", network: null, link_for_desktop_users: null, click_limit: null },
    ]);
  });

  test.each([
    [{}, "Choose a setting to change."],
    [{ network: "no such network" }, undefined],
    [{ domain: "elsewhere.example" }, undefined],
    [{ link_for_desktop_users: "javascript:alert(1)" }, undefined],
  ])("400 editing several campaigns with %j changes none", async (changes, message) => {
    const { app, bulk, list } = await someone();
    const { id } = await aCampaign(app, { name: "A" });
    const [before] = await list();
    const got = await bulk({ ids: [id], action: "edit", changes });
    expect(got.status).toBe(400);
    if (message) expect(got.body.errors).toEqual({ changes: message });
    expect(await list()).toEqual([before]);
  });

  test("a campaign of another project is neither edited nor archived", async () => {
    const { bulk } = await someone();
    const other = await someone();
    const { id } = await aCampaign(other.app, { name: "Foreign" });
    for (const body of [{ action: "archive" }, { action: "edit", changes: { click_limit: 1 } }])
      expect((await bulk({ ids: [id], ...body })).body.data.changed).toBe(0);
    expect(await other.list()).toMatchObject([{ name: "Foreign", state: "active", click_limit: null }]);
  });
});
