import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import type { Budget } from "@/lib/spend/budgets/schema";
import { aCampaign, aMember, aProject } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";
import { budgetsRoutes } from "./budgets";

/** In Berlin, May 11 has begun, and ten of 31 days are over. */
const now = new Date("2026-05-10T23:00:00Z");

asServed([budgetsRoutes], (call) => {
  async function someone() {
    const app = await aProject({ currency: "EUR", timeZone: "Europe/Berlin" });
    const { session } = await aMember("marketer", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/budgets`;
    const send = (
      method: string,
      { rest = "", body, query }: { rest?: string; body?: object; query?: Record<string, string> } = {},
    ) => call(`${method} ${path}${rest}`, { session, now, ...(body && { body }), ...(query && { query }) });
    const spend = (campaign: number, day: string, amount: number) => sql`
      insert into ledger (project_id, day, campaign_id, measure, platform, count, amount)
      values (${app.project.id}, ${day}::text::date, ${campaign}, 'spend', 'IOS', 0, ${amount})`;
    return { app, send, spend };
  }
  const monthly = { amount: 310, currency: "EUR" };

  test("a monthly budget has this month's spend, without other months and campaigns, paced by complete days", async () => {
    const { app, send, spend } = await someone();
    const campaign = await aCampaign(app, { name: "Search US" });
    const other = await aCampaign(app);
    for (const [id, day, amount] of [
      [campaign.id, "2026-04-30", 99_999],
      [campaign.id, "2026-05-01", 5_000],
      [campaign.id, "2026-05-10", 6_800],
      [campaign.id, "2026-05-11", 700],
      [campaign.id, "2026-06-01", 99_999],
      [other.id, "2026-05-10", 99_999],
    ] as const)
      await spend(id, day, amount);
    const saved = await send("PUT", { body: { ...monthly, campaign_id: campaign.id } });
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.data.budget).toMatchObject({
      campaign: { id: campaign.id, name: "Search US", active: true },
      network: null,
      amount_minor: 31_000,
      currency: "EUR",
      from: null,
      to: null,
      period: { from: "2026-05-01", to: "2026-05-31" },
      spent: 12_500,
      pacing: {
        budget: 31_000,
        expected: 10_000,
        pace: expect.closeTo(0.18),
        projected: 11_800 + (6_800 / 7) * 21,
        days: { complete: 10, all: 31 },
      },
    });
    const { budgets, today, currency } = (await send("GET", { query: { campaign: String(campaign.id) } }))
      .body.data;
    expect([budgets, today, currency]).toEqual([[saved.body.data.budget], "2026-05-11", "EUR"]);
    expect((await send("GET", { query: { campaign: String(other.id) } })).body.data.budgets).toEqual([]);
  });

  test("a network's budget counts all of its campaigns, for its own days, in its own currency", async () => {
    const { app, send, spend } = await someone();
    await sql`insert into exchange_rates (project_id, currency, day, rate)
      values (${app.project.id}, 'USD', '2026-01-01', 0.9), (${app.project.id}, 'USD', '2026-06-01', 5)`;
    const campaigns = [await aCampaign(app, { network: "META" }), await aCampaign(app, { network: "META" })];
    const google = await aCampaign(app, { network: "GOOGLE" });
    for (const { id } of [...campaigns, google]) await spend(id, "2026-05-09", 900);
    const body = { network: "meta", amount: 40, currency: "USD", from: "2026-05-09", to: "2026-05-12" };
    const { budget } = (await send("PUT", { body })).body.data;
    expect(budget).toMatchObject({
      campaign: null,
      network: "META",
      amount_minor: 4_000,
      period: { from: "2026-05-09", to: "2026-05-12" },
      spent: 1_800,
      pacing: { budget: 3_600, expected: 1_800, pace: 0, projected: 3_600 },
    });
    await sql`delete from exchange_rates where project_id = ${app.project.id}`;
    expect((await send("GET")).body.data.budgets).toMatchObject([{ spent: 1_800, pacing: null }]);
  });

  test("the shown SQL returns every budget with the figures of the screen", async () => {
    const { app, send, spend } = await someone();
    await sql`insert into exchange_rates (project_id, currency, day, rate)
      values (${app.project.id}, 'USD', '2026-01-01', 0.9), (${app.project.id}, 'JPY', '2026-01-01', 0.0061),
        (${app.project.id}, 'GBP', '2026-01-01', 1.2)`;
    const own = { currency: "EUR", network: null };
    const budgets = [
      { network: "META", amount: 40.37, currency: "USD", from: "2026-05-09", to: "2026-05-12" },
      { network: "GOOGLE", amount: 9_001, currency: "JPY" },
      { network: "TIKTOK", amount: 7, currency: "GBP" },
      { ...own, amount: 99.01, from: "2026-05-11", to: "2026-05-11" },
      { ...own, amount: 12.5, from: "2026-06-01", to: "2026-06-30" },
      { ...own, amount: 80.2, from: "2026-02-03", to: "2026-03-17" },
      { ...own, amount: 310 },
    ];
    for (const [i, budget] of budgets.entries()) {
      const { id } = await aCampaign(app, { name: `It's ${i}`, network: budget.network ?? "SNAPCHAT" });
      for (const day of ["2026-02-03", "2026-03-12", "2026-05-01", "2026-05-04", "2026-05-10", "2026-05-11"])
        await spend(id, day, 137 * (i + 3) + day.length * Number(day.slice(8)));
      const body = budget.network === null ? { ...budget, campaign_id: id } : budget;
      const saved = await send("PUT", { body });
      expect(saved.status, saved.text).toBe(200);
    }
    await sql`delete from exchange_rates where project_id = ${app.project.id} and currency = 'GBP'`;
    const listed: Budget[] = (await send("GET")).body.data.budgets;
    const shown = (await send("GET", { rest: "/sql" })).body.data;
    const rows = await runShownSql(app.project, shown.sql);
    const number = (value: unknown) => (value === null ? null : Number(value));
    const round = (value: number | null, by: number) => (value === null ? null : Math.round(value * by) / by);
    expect(
      rows.map((row) => ({
        id: row.id,
        days: [row["First day"], row["Last day"]].map((day) =>
          new Date(day as Date).toLocaleDateString("en-CA"),
        ),
        budget: number(row["Budget (EUR)"]),
        spent: number(row["Budget spent (EUR)"]),
        expected: number(row["Expected by today (EUR)"]),
        projected: number(row["Projected end (EUR)"]),
        pace: number(row["Pace (%)"]),
      })),
    ).toEqual(
      listed.map((budget) => ({
        id: budget.id,
        days: [budget.period.from, budget.period.to],
        budget: round((budget.pacing?.budget ?? Number.NaN) / 100, 100) || null,
        spent: budget.spent / 100,
        expected: budget.pacing && budget.pacing.expected / 100,
        projected: round((budget.pacing?.projected ?? Number.NaN) / 100, 100) || null,
        pace: budget.pacing && round(budget.pacing.pace && 100 * (1 + budget.pacing.pace), 100),
      })),
    );
    expect(rows).toHaveLength(budgets.length);
    expect(rows.map((row) => row["Budget of"])).toContain("It's 3");
    expect(listed.filter(({ pacing }) => pacing?.projected)).toHaveLength(4);

    const [campaign] = listed.flatMap((budget) => budget.campaign ?? []);
    const one = (await send("GET", { rest: "/sql", query: { campaign: String(campaign!.id) } })).body.data;
    expect((await runShownSql(app.project, one.sql)).map((row) => row["Budget of"])).toEqual([
      campaign!.name,
    ]);
  });

  test("a second budget replaces the first; each change is in the audit log with the value before", async () => {
    const { app, send } = await someone();
    const campaign = await aCampaign(app);
    const first = (await send("PUT", { body: { ...monthly, campaign_id: campaign.id } })).body.data.budget;
    const second = {
      ...monthly,
      amount: 99.5,
      campaign_id: campaign.id,
      from: "2026-05-01",
      to: "2026-05-31",
    };
    expect((await send("PUT", { body: second })).body.data.budget).toMatchObject({
      id: first.id,
      amount_minor: 9_950,
    });
    expect((await send("DELETE", { rest: `/${first.id}` })).status).toBe(200);
    expect((await send("DELETE", { rest: `/${first.id}` })).status).toBe(404);
    expect((await send("GET")).body.data.budgets).toEqual([]);
    const logged = await sql`
      select action, detail->'amount_minor' as now, detail->'before'->'amount_minor' as before from audit_log
      where project_id = ${app.project.id} and action like 'budget.%' order by id`;
    expect(logged.map(({ action, now: amount, before }) => [action, amount, before])).toEqual([
      ["budget.set", 31_000, null],
      ["budget.set", 9_950, 31_000],
      ["budget.remove", null, null],
    ]);
  });

  test("a deleted campaign's budget is not listed", async () => {
    const { app, send } = await someone();
    const campaign = await aCampaign(app);
    await send("PUT", { body: { ...monthly, campaign_id: campaign.id } });
    await sql`update campaigns set deleted_at = now() where project_id = ${app.project.id} and id = ${campaign.id}`;
    expect((await send("GET")).body.data.budgets).toEqual([]);
    const again = await send("PUT", { body: { ...monthly, campaign_id: campaign.id } });
    expect([again.status, again.body.errors]).toEqual([
      400,
      { campaign_id: "This campaign does not exist." },
    ]);
  });

  test("another project's campaigns and budgets are as unknown as ones that do not exist", async () => {
    const own = await someone();
    const campaign = await aCampaign(own.app);
    const { id } = (await own.send("PUT", { body: { ...monthly, campaign_id: campaign.id } })).body.data
      .budget;
    const foreign = await someone();
    expect((await foreign.send("DELETE", { rest: `/${id}` })).status).toBe(404);
    expect((await foreign.send("PUT", { body: { ...monthly, campaign_id: campaign.id } })).status).toBe(400);
    expect((await own.send("GET")).body.data.budgets).toHaveLength(1);
  });

  test.each([
    [{ campaign_id: null }, { campaign_id: "Choose a campaign or a network." }],
    [{ network: "META" }, { campaign_id: "Choose a campaign or a network." }],
    [{ campaign_id: null, network: "Nowhere" }, { network: "Unknown ad network." }],
    [{ amount: 0 }, { amount: "Enter an amount above zero." }],
    [{ amount: 0.001 }, { amount: "Enter an amount above zero." }],
    [{ amount: "12" }, { amount: "Enter an amount above zero." }],
    [{ amount: 1e13 }, { amount: "This amount is too large." }],
    [{ currency: "XXXX" }, { currency: "Choose a currency." }],
    [{ currency: "USD" }, { currency: "There is no exchange rate for USD. Add one under Spend." }],
    [{ from: "2026-05-01" }, { to: "Enter the last day, too." }],
    [{ to: "2026-05-01" }, { from: "Enter the first day, too." }],
    [{ from: "2026-02-30", to: "2026-03-30" }, { from: "Enter a day such as 2026-05-01." }],
    [{ from: "2026-05-02", to: "2026-05-01" }, { to: "The last day must not be before the first." }],
    [{ from: "2026-01-01", to: "2027-01-02" }, { to: "A period has at most 366 days." }],
  ])("400 for %j, at its field", async (change, errors) => {
    const { app, send } = await someone();
    const campaign = await aCampaign(app);
    const got = await send("PUT", { body: { ...monthly, campaign_id: campaign.id, ...change } });
    expect([got.status, got.body.errors]).toEqual([400, errors]);
  });

  test("409 for more than 1,000 budgets, but an existing one can be changed", async () => {
    const { app, send } = await someone();
    const campaign = await aCampaign(app);
    await send("PUT", { body: { ...monthly, campaign_id: campaign.id } });
    await sql`
      insert into budgets (project_id, campaign_id, amount_minor, currency, created_by)
      select ${app.project.id}, ${campaign.id} + n, 1, 'EUR', 'x' from generate_series(1, 999) n`;
    expect((await send("PUT", { body: { ...monthly, network: "META" } })).status).toBe(409);
    expect((await send("PUT", { body: { ...monthly, campaign_id: campaign.id } })).status).toBe(200);
  });
});
