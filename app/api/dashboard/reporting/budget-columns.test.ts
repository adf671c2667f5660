/** The budgets of campaigns in the campaigns list and in the report. */
import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import type { TableData } from "@/lib/reporting/table/schema";
import { setBudget } from "@/lib/spend/budgets/budgets";
import { budgetColumnIds } from "@/lib/spend/budgets/columns";
import { type AMember, type AProject, aCampaign, aMember, aProject } from "@/testing/factories";
import { campaignsRoutes } from "../campaigns/campaigns";
import { reportRoutes } from "./report";

/** In Berlin, May 11 has begun, and ten of 31 days are over. */
const now = new Date("2026-05-10T23:00:00Z");
const april = { from: "2026-04-01", to: "2026-04-30" };

asServed([reportRoutes, campaignsRoutes], (call) => {
  let app: AProject;
  let viewer: AMember;
  beforeAll(async () => {
    app = await aProject({ currency: "EUR", timeZone: "Europe/Berlin" });
    viewer = await aMember("viewer", app.accountId);
    const budget = { network: null, currency: "EUR", from: null, to: null };
    for (const [name, amount, yesterday] of [
      ["Over", 310, 11_800],
      ["Under", 620, 5_000],
      ["Free", null, 99_900],
    ] as const) {
      const { id } = await aCampaign(app, { name });
      await sql`
        insert into ledger (project_id, day, campaign_id, measure, platform, count, amount)
        values (${app.project.id}, '2026-04-10', ${id}, 'spend', 'IOS', 0, 700),
          (${app.project.id}, '2026-05-10', ${id}, 'spend', 'IOS', 0, ${yesterday}),
          (${app.project.id}, '2026-05-11', ${id}, 'spend', 'IOS', 0, 100)`;
      if (amount !== null)
        await setBudget(app.project, { ...budget, campaign_id: id, amount }, commandLine, now);
    }
    // A network's budget belongs to no row of a campaign.
    await setBudget(
      app.project,
      { ...budget, network: "META", campaign_id: null, amount: 5 },
      commandLine,
      now,
    );
  });

  const get = async (rest: string, query: Record<string, string>) => {
    const path = `GET /api/dashboard/projects/${app.project.id}/${rest}`;
    const got = await call(path, { session: viewer.session, now, query: { ...april, ...query } });
    expect(got.status, got.text).toBe(200);
    return got;
  };
  const cellsOf = async (rest: string, query: Record<string, string>) => {
    const [head, ...lines] = unquoted((await get(rest, query)).text)
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    return { head: head!.slice(-5), rows: lines.map((cells) => [cells, cells.slice(-5)] as const) };
  };

  const heads = [
    "Budget (EUR)",
    "Budget spent (EUR)",
    "Expected by today (EUR)",
    "Projected end (EUR)",
    "Pace (%)",
  ];
  /** The spend of ten complete days over what was expected of them: 118 of 100, and 50 of 200. */
  const over = ["310", "119", "100", String(118 + (118 / 7) * 21), "118"];
  const under = ["620", "51", "200", "200", "25"];
  const none = ["–", "–", "–", "–", "–"];
  const columns = budgetColumnIds.join();

  test("the report's rows of campaigns have their budgets, whatever the days; totals and campaigns without one have none", async () => {
    const { campaigns, total }: TableData = (await get("report", { columns })).body.data;
    const budgetOf = (name: string) => campaigns.find((one) => one.name === name)?.budget;
    expect(budgetOf("Over")).toEqual({
      budget: 31_000,
      budget_spent: 11_900,
      budget_expected: 10_000,
      budget_projected: 11_800 + (11_800 / 7) * 21,
      budget_pace: expect.closeTo((100 * 11_800) / 10_000),
    });
    expect(budgetOf("Free")).toBeUndefined();
    expect(total.budget).toBeUndefined();
    const plain: TableData = (await get("report", {})).body.data;
    expect(plain.campaigns.map(({ budget }) => budget)).toEqual([undefined, undefined, undefined]);
  });

  test("the files of both have the budgets, with a dash for campaigns without one", async () => {
    const list = await cellsOf("campaigns/export.csv", { sort: "name", order: "ascending" });
    expect([list.head, ...list.rows.map(([, cells]) => cells)]).toEqual([heads, none, over, under]);
    const file = await cellsOf("report/export.csv", {
      columns,
      sort_field: "budget_pace",
      sort_order: "descending",
    });
    expect(file.head).toEqual(heads);
    const named = file.rows.map(([[level, name], cells]) => [level, name, cells]);
    expect(named.filter(([level]) => level === "Campaign")).toEqual([
      ["Campaign", "Over", over],
      ["Campaign", "Under", under],
      ["Campaign", "Free", none],
    ]);
    expect(named.filter(([level]) => level !== "Campaign").map(([, , cells]) => cells)).toEqual([
      none,
      none,
      none,
    ]);
  });

  test.each([
    ["budget", "descending", ["Under", "Over", "Free"]],
    ["budget_spent", "descending", ["Over", "Under", "Free"]],
    ["budget_expected", "ascending", ["Over", "Under", "Free"]],
    ["budget_projected", "ascending", ["Under", "Over", "Free"]],
    ["budget_pace", "ascending", ["Under", "Over", "Free"]],
    ["budget_pace", "descending", ["Over", "Under", "Free"]],
  ])("both sort all campaigns by %s, %s; those without a budget are last", async (field, order, expected) => {
    const names = ({ body }: { body: { data: { campaigns: { name: string }[] } } }) =>
      body.data.campaigns.map(({ name }) => name);
    expect(names(await get("campaigns", { sort: field, order }))).toEqual(expected);
    expect(names(await get("report", { sort_field: field, sort_order: order }))).toEqual(expected);
    for (const [at, name] of expected.entries()) {
      const page = { limit: "1", page: String(at + 1) };
      expect(names(await get("campaigns", { sort: field, order, ...page }))).toEqual([name]);
      expect(names(await get("report", { sort_field: field, sort_order: order, ...page }))).toEqual([name]);
    }
  });

  test("a breakdown other than by campaign has no budgets", async () => {
    const path = `GET /api/dashboard/projects/${app.project.id}/report/groups`;
    const query = { ...april, by: "network", sort_field: "budget_pace" };
    const got = await call(path, { session: viewer.session, now, query });
    const errors = { sort_field: "The report can't be sorted by this column." };
    expect([got.status, got.body.errors]).toEqual([400, errors]);
  });

  test("the shown SQL names the budgets as left out", async () => {
    const { left_out } = (await get("report/sql", { by: "campaign", columns: `spend,${columns}` })).body.data;
    expect(left_out).toEqual(["Budget", "Budget spent", "Expected by today", "Projected end", "Pace"]);
  });
});
