import { describe, expect, test } from "vitest";
import * as apiSpend from "@/app/api/v1/spend/route";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import type { SpendList, SpendSums } from "@/lib/spend/list/schema";
import { aCampaign, aMember, anAccount, aProject, ledgerOf } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";
import { spendRoutes } from "./spend";

asServed([spendRoutes, apiSpend], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account, currency: "EUR" });
    const { session } = await aMember("marketer", account);
    const path = `/api/dashboard/projects/${app.project.id}/spend`;
    const [one, two] = await Promise.all([
      aCampaign(app, { name: "One", network: "META" }),
      aCampaign(app, { name: "=Two" }),
    ]);
    const sendSpend = (rows: object[]) => call("POST /api/v1/spend", { key: app.serverKey, body: { rows } });
    const list = async (query: Record<string, string | number> = {}) =>
      (await call(`GET ${path}`, { session, query })).body.data;
    const remove = (body: object) => call(`POST ${path}/remove`, { session, body });
    return { app, session, path, one, two, tell: sendSpend, list, remove };
  }

  test("the stored rows, the newest day first, with names, source and the totals of all pages", async () => {
    const { tell: sendSpend, list, one, two, app } = await someone();
    await sendSpend([
      {
        date: "2026-06-13",
        campaign: one.displayId,
        ad_set_id: "7",
        ad_set_name: "Seven",
        creative_id: "8",
        creative_name: "Eight",
        platform: "ios",
        amount: 10.5,
      },
      { date: "2026-06-14", campaign: two.displayId, amount: 2 },
    ]);
    const got = await list();
    expect(got).toMatchObject({
      totals: { rows: 2, amount_minor: 1250, days: 2, campaigns: 2 },
      any: true,
      next: null,
      rows: [
        { day: "2026-06-14", campaign: { id: two.id, name: "=Two" }, ad_set: null, amount_minor: 200 },
        {
          day: "2026-06-13",
          campaign: { id: one.id, network: "META", deleted: false },
          ad_set: { id: "7", name: "Seven" },
          creative: { id: "8", name: "Eight" },
          keyword: null,
          platform: "IOS",
          amount_minor: 1050,
          currency: "EUR",
          original_minor: 1050,
          import: { kind: "KEY" },
        },
      ],
    });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test.each<Record<string, string>>([
    {},
    { from: "2026-06-14", to: "2026-06-15" },
    { network: "META", country: "DE" },
    { platform: "IOS", ad_set: "it's" },
    { campaign: "network:META", country: "none" },
  ])("the shown SQL returns the days, sources, rows and total of the screen, with %j", async (query) => {
    const { app, tell: sendSpend, list, session, path, one, two } = await someone();
    const rows = [
      { date: "2026-06-13", amount: 10.51 },
      { date: "2026-06-14", amount: 2.07, platform: "ios", ad_set_id: "it's", ad_set_name: 'One "A"' },
      { date: "2026-06-15", amount: 0.4, platform: "android", country: "DE", keyword_id: "k" },
    ];
    for (const { displayId } of [one, two])
      await sendSpend(rows.map((row) => ({ ...row, campaign: displayId })));
    await call(`POST ${path}`, {
      session,
      body: { ...rows[1], date: "2026-06-16", campaign: one.displayId },
    });
    await sql`update spend set import_id = null where project_id = ${app.project.id} and day = '2026-06-13'`;
    const run = async (by: string) => {
      const got = await call(`GET ${path}/sql`, { session, query: { ...query, by } });
      expect(got.status, got.text).toBe(200);
      return (await runShownSql(app.project, got.body.data.sql)).map(({ "Spend (EUR)": spend, ...row }) => ({
        ...row,
        amount: Math.round(100 * Number(spend)),
      }));
    };
    const sums = async (by: string): Promise<SpendSums["sums"]> =>
      (await call(`GET ${path}/sums`, { session, query: { ...query, by } })).body.data.sums;
    const screen: SpendList = await list(query);
    expect(screen.rows.length).toBeGreaterThan(0);
    expect(await run("row")).toEqual(
      screen.rows.map((row) => ({
        Day: row.day,
        campaign_id: String(row.campaign.id),
        Campaign: row.campaign.name,
        amount: row.amount_minor,
        ad_set_id: row.ad_set?.id ?? null,
        creative_id: row.creative?.id ?? null,
        keyword_id: row.keyword?.id ?? null,
        Platform: row.platform ?? "",
        Country: row.country ?? "",
        "Original amount (minor units)": row.original_minor,
        "Original currency": row.currency,
        Source: row.import?.name ?? null,
      })),
    );
    expect(await run("day")).toEqual(
      (await sums("day")).map((sum) => ({
        Day: sum.name,
        amount: sum.amount_minor,
        Campaigns: sum.campaigns,
        Rows: sum.rows,
      })),
    );
    expect(await run("source")).toEqual(
      (await sums("source")).map((sum) => ({
        import_id: sum.key,
        Source: sum.name,
        Kind: sum.about,
        amount: sum.amount_minor,
        Campaigns: sum.campaigns,
        Days: sum.days,
        Rows: sum.rows,
      })),
    );
    const { amount_minor, rows: count, days, campaigns } = screen.totals;
    expect(await run("total")).toEqual([
      { amount: amount_minor, Campaigns: campaigns, Days: days, Rows: count },
    ]);
  });

  test("every row is on exactly one page, whatever is stored meanwhile", async () => {
    const { tell: sendSpend, list, one, two } = await someone();
    const rows = Array.from({ length: 11 }, (_, i) => ({
      date: `2026-06-${10 + (i % 3)}`,
      campaign: i % 2 ? one.displayId : two.displayId,
      keyword_id: `k"${i}`,
      amount: 1,
    }));
    await sendSpend(rows);
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const page: { rows: { keyword: { id: string } }[]; next: string | null } = await list({
        limit: 4,
        ...(before ? { before } : {}),
      });
      seen.push(...page.rows.map(({ keyword }) => keyword.id));
      before = page.next;
      await sendSpend([
        { date: "2026-06-20", campaign: one.displayId, keyword_id: `new ${seen.length}`, amount: 1 },
      ]);
    } while (before);
    expect(seen.sort()).toEqual(rows.map((row) => row.keyword_id).sort());
  });

  test.each([
    { from: "2026-06-31" },
    { campaign: "x" },
    { network: "nobody" },
    { import: "-1" },
    { before: "xyz" },
    { before: Buffer.from('["2026-06-01",1,"\\u0000","","",""]').toString("base64url") },
  ] as Record<string, string>[])("400 for the query %j", async (query) => {
    const { path, session } = await someone();
    expect((await call(`GET ${path}`, { session, query })).status).toBe(400);
  });

  test("filters by day, campaign, network and import return the matching rows, and totals follow", async () => {
    const { tell: sendSpend, list, one, two, path, session } = await someone();
    await sendSpend([
      { date: "2026-06-13", campaign: one.displayId, amount: 10 },
      { date: "2026-06-14", campaign: two.displayId, amount: 2 },
    ]);
    await call(`POST ${path}`, { session, body: { date: "2026-06-14", campaign: one.displayId, amount: 5 } });
    const sum = async (query: Record<string, string | number>) => (await list(query)).totals.amount_minor;
    expect(await sum({ from: "2026-06-14", to: "2026-06-14" })).toBe(700);
    expect(await sum({ campaign: one.id })).toBe(1500);
    expect(await sum({ network: "meta" })).toBe(1500);
    const { body } = await call(`GET ${path}/imports`, { session });
    expect(body.data.imports).toMatchObject([
      { kind: "HAND", rows: 1, amount_minor: 500, from: "2026-06-14" },
      { kind: "KEY", rows: 2, amount_minor: 1200, campaigns: 2 },
    ]);
    expect(await sum({ import: body.data.imports[0].id })).toBe(500);
  });

  test("the rows that match a part and a platform can be listed and deleted, and no others", async () => {
    const { tell: sendSpend, list, remove, one } = await someone();
    const cost = { date: "2026-06-13", campaign: one.displayId };
    await sendSpend([
      { ...cost, amount: 1 },
      { ...cost, ad_set_id: "7", amount: 2 },
      { ...cost, ad_set_id: "7", creative_id: "8", platform: "IOS", amount: 4 },
      { ...cost, ad_set_id: "7", keyword_id: "9", platform: "ANDROID", amount: 8 },
    ]);
    const sum = async (query: Record<string, string>) => (await list(query)).totals.amount_minor;
    expect(await sum({ ad_set: "7" })).toBe(1400);
    expect(await sum({ ad_set: "7", creative: "8" })).toBe(400);
    expect(await sum({ keyword: "9" })).toBe(800);
    expect(await sum({ platform: "IOS" })).toBe(400);
    expect((await remove({ ad_set: "7", platform: "ANDROID", rows: 1 })).body.data).toEqual({
      rows: 1,
      amount_minor: 800,
    });
    expect((await remove({ creative: "8", rows: 2 })).status).toBe(409);
    expect(await sum({})).toBe(700);
  });

  test("imports are found by a part of their name or author, and by kind; the file has the same rows", async () => {
    const { tell: sendSpend, one, path, session } = await someone();
    await sendSpend([{ date: "2026-06-13", campaign: one.displayId, amount: 10 }]);
    await call(`POST ${path}`, { session, body: { date: "2026-06-14", campaign: one.displayId, amount: 5 } });
    const kinds = async (query: Record<string, string> = {}): Promise<string[]> => {
      const { body } = await call(`GET ${path}/imports`, { session, query });
      const file = await call(`GET ${path}/imports/export.csv`, { session, query });
      const found = body.data.imports.map(({ kind }: { kind: string }) => kind);
      const [headers, ...lines] = unquoted(file.text).split("\r\n").filter(Boolean);
      expect(headers).toBe(
        "ID,Kind,Name,Made by,Made at,Last changed,State,First day,Last day,Campaigns,Rows,Spend (EUR)",
      );
      expect(lines.map((line) => line.split(",")[1])).toEqual(found);
      return found;
    };
    expect(await kinds()).toEqual(["HAND", "KEY"]);
    expect(await kinds({ kind: "KEY" })).toEqual(["KEY"]);
    expect(await kinds({ kind: "FILE" })).toEqual([]);
    expect(await kinds({ search: "example.COM" })).toEqual(["HAND"]);
    expect(await kinds({ search: "%" })).toEqual([]);
    expect((await call(`GET ${path}/imports`, { session, query: { kind: "DISK" } })).status).toBe(400);
  });

  test("sums by day, campaign and source add up to the totals, under the same filters", async () => {
    const { tell: sendSpend, one, two, path, session } = await someone();
    await sendSpend([
      { date: "2026-06-13", campaign: one.displayId, amount: 10 },
      { date: "2026-06-13", campaign: one.displayId, ad_set_id: "7", amount: 1 },
      { date: "2026-06-14", campaign: two.displayId, amount: 2 },
    ]);
    await call(`POST ${path}`, { session, body: { date: "2026-06-14", campaign: one.displayId, amount: 5 } });
    const by = async (query: Record<string, string>) =>
      (await call(`GET ${path}/sums`, { session, query })).body.data;
    expect(await by({ by: "day" })).toMatchObject({
      cut: false,
      sums: [
        { key: "2026-06-14", name: "2026-06-14", rows: 2, days: 1, campaigns: 2, amount_minor: 700 },
        { key: "2026-06-13", rows: 2, amount_minor: 1100 },
      ],
    });
    expect(await by({ by: "campaign", from: "2026-06-14" })).toMatchObject({
      sums: [
        { key: String(one.id), name: "One", about: "META", amount_minor: 500 },
        { key: String(two.id), name: "=Two", about: null, amount_minor: 200 },
      ],
    });
    expect(await by({ by: "source" })).toMatchObject({
      sums: [
        { about: "KEY", rows: 3, days: 2, amount_minor: 1300 },
        { name: "By hand", about: "HAND", rows: 1, amount_minor: 500 },
      ],
    });
    expect((await call(`GET ${path}/sums`, { session, query: { by: "moon" } })).status).toBe(400);
  });

  describe("by hand", () => {
    test("replaces the same part of the same day from any source", async () => {
      const { tell: sendSpend, list, one, path, session, app } = await someone();
      await sendSpend([{ date: "2026-06-13", campaign: one.displayId, amount: 10 }]);
      const body = { date: "2026-06-13", campaign: one.displayId, amount: 4.005 };
      expect(await call(`POST ${path}`, { session, body })).toMatchObject({
        status: 200,
        body: { data: { rows: 1 } },
      });
      expect((await list()).rows).toMatchObject([{ amount_minor: 401, import: { kind: "HAND" } }]);
      expect((await ledgerOf(app.project.id)).spend?.amount).toBe(401);
    });

    test.each([
      [{ campaign: "nobody" }, "campaign", "The project has no campaign with this ID."],
      [{ amount: -1 }, "amount", "amount must not be negative."],
      [{ date: "2026-02-30" }, "date", "date must be a day of the calendar."],
      [
        { currency: "usd" },
        "currency",
        "There is no exchange rate from USD to EUR on 2026-06-13. Add one, then try again: spend is never counted without.",
      ],
    ])("400 for %j, at its field", async (bad, field, text) => {
      const { path, session, one, app } = await someone();
      const body = { date: "2026-06-13", campaign: one.displayId, amount: 4, ...bad };
      expect(await call(`POST ${path}`, { session, body })).toMatchObject({
        status: 400,
        body: { errors: { [field]: text } },
      });
      expect(await ledgerOf(app.project.id)).toEqual({});
    });
  });

  describe("deleted spend leaves the report, to the cent", () => {
    test("a row, a day, an import", async () => {
      const { tell: sendSpend, list, remove, one, two, app } = await someone();
      const row = { date: "2026-06-13", campaign: one.displayId, amount: 10 };
      await sendSpend([
        row,
        { ...row, ad_set_id: "7", amount: 3 },
        { ...row, date: "2026-06-14", amount: 1 },
      ]);
      await sendSpend([{ ...row, campaign: two.displayId, amount: 100 }]);
      const part = { ad_set_id: "7", creative_id: "", keyword_id: "", platform: "" };
      const only = { from: "2026-06-13", to: "2026-06-13", campaign: one.id, part };
      expect((await remove({ ...only, rows: 1 })).body.data).toEqual({ rows: 1, amount_minor: 300 });
      expect((await ledgerOf(app.project.id)).spend?.amount).toBe(11_100);
      await remove({ from: "2026-06-13", to: "2026-06-13", rows: 2 });
      expect((await ledgerOf(app.project.id)).spend?.amount).toBe(100);
      const [left] = (await list()).rows;
      await remove({ import: left.import.id, rows: 1 });
      expect(await ledgerOf(app.project.id)).toEqual({});
      expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
    });

    test("409 if other rows match now than were shown, 404 for none, 400 without a choice", async () => {
      const { tell: sendSpend, remove, one, app } = await someone();
      const row = { date: "2026-06-13", campaign: one.displayId, amount: 10 };
      await sendSpend([row, { ...row, ad_set_id: "7" }]);
      expect(await remove({ from: "2026-06-13", to: "2026-06-13", rows: 1 })).toMatchObject({
        status: 409,
        body: { msg: "There are now 2 rows, not 1. Nothing was deleted. Review them and try again." },
      });
      expect((await remove({ from: "2026-06-15", rows: 1 })).status).toBe(404);
      expect((await remove({ rows: 2 })).status).toBe(400);
      expect((await ledgerOf(app.project.id)).spend?.amount).toBe(2_000);
    });
  });

  test("the file contains the rows of the list, and no formula", async () => {
    const { tell: sendSpend, path, session, two } = await someone();
    await sendSpend([
      { date: "2026-06-14", campaign: two.displayId, ad_set_id: "@a", ad_set_name: "+SUM(1)", amount: 2.5 },
    ]);
    const { text } = await call(`GET ${path}/export.csv`, { session });
    const [headers, line] = unquoted(text).split("\r\n");
    expect(headers).toBe(
      "Date,Campaign,Campaign display ID,Network,Ad set ID,Ad set,Creative ID,Creative,Keyword ID,Keyword,Platform,Country,Spend (EUR),Original amount,Original currency,Source",
    );
    expect(line).toContain("2026-06-14,'=Two,");
    expect(line).toContain(",'@a,'+SUM(1),");
    expect(line).toContain(",2.5,2.5,EUR,");
  });
});
