import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aCampaign, aMember, anAccount, aProject } from "@/testing/factories";
import { campaignFiguresRoutes } from "./campaign-figures";

asServed([campaignFiguresRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session } = await aMember("viewer", account);
    const one = await aCampaign(app, { name: "One", now: new Date("2026-01-01T00:00:00Z") });
    const cell = (day: string, measure: string, count: number, amount = 0, name = "", campaign = one.id) =>
      sql`insert into ledger ${sql({
        project_id: app.project.id,
        day,
        campaign_id: campaign,
        ad_set_id: "",
        creative_id: "",
        keyword_id: "",
        platform: "IOS",
        measure,
        name,
        count,
        amount,
      })}`;
    const path = `/api/dashboard/projects/${app.project.slug}/campaigns/${one.id}/figures`;
    const get = (query: Record<string, string> = {}, now = new Date("2026-06-20T12:00:00Z")) =>
      call(`GET ${path}`, { session, query, now });
    return { app, path, one, cell, get };
  }

  test("401 without a session, 404 for members of other accounts and for campaigns of other projects", async () => {
    const own = await someone();
    const other = await someone();
    const { session: stranger } = await aMember("owner");
    expect((await call(`GET ${own.path}`)).status).toBe(401);
    expect((await call(`GET ${own.path}`, { session: stranger })).status).toBe(404);
    const { session } = await aMember("viewer", own.app.accountId);
    const foreign = own.path.replace(`/${own.one.id}/`, `/${other.one.id}/`);
    expect((await call(`GET ${foreign}`, { session })).status).toBe(404);
  });

  test("without dates it covers all time; with dates both ends, compared with the same weekdays in earlier weeks", async () => {
    const { cell, get } = await someone();
    await cell("2026-02-24", "clicks", 5);
    // Ten days are compared with the ten days two weeks earlier.
    await cell("2026-02-28", "clicks", 100);
    await cell("2026-03-01", "clicks", 7);
    await cell("2026-03-10", "clicks", 11);
    await cell("2026-03-10", "installs", 4);
    await cell("2026-03-10", "signups", 1);
    await cell("2026-03-10", "spend", 0, 200);
    await cell("2026-03-10", "payment", 1, 500, "ONE_TIME");
    await cell("2026-03-11", "clicks", 13);
    const all = (await get()).body.data;
    expect(all).toMatchObject({ from: null, to: null, figures: { clicks: 136 }, previous: null });
    const got = (await get({ from: "2026-03-01", to: "2026-03-10" })).body.data;
    expect(got.figures).toMatchObject({
      clicks: 18,
      installs: 4,
      signups: 1,
      conversion: 25,
      spend: 200,
      revenue: 500,
      roas: 2.5,
      cost_per_install: 50,
      cost_per_signup: 200,
      cost_per_reinstall: null,
      uninstalls: null,
    });
    expect(got.previous).toMatchObject({ clicks: 5, installs: 0, roas: null });
    expect(got.over).toEqual(got.figures);
    expect(got.compared).toEqual({
      from: "2026-03-01",
      to: "2026-03-10",
      previous: { from: "2026-02-15", to: "2026-02-24" },
    });
  });

  test("another campaign's figures are not included", async () => {
    const { app, cell, get } = await someone();
    const other = await aCampaign(app, { name: "Other" });
    await cell("2026-03-01", "clicks", 7);
    await cell("2026-03-01", "clicks", 100, 0, "", other.id);
    expect((await get()).body.data.figures.clicks).toBe(7);
  });

  test("days before the campaign was created are not compared", async () => {
    const { get } = await someone();
    expect((await get({ from: "2026-01-07", to: "2026-01-12" })).body.data.previous).toBeNull();
    expect((await get({ from: "2026-01-08", to: "2026-01-13" })).body.data.previous).not.toBeNull();
  });

  test("a change compares complete days: today is in the figure but not in the comparison", async () => {
    const { cell, get } = await someone();
    for (const [day, clicks] of [
      ["2026-03-04", 10],
      ["2026-03-10", 30],
      ["2026-03-11", 3],
    ] as const)
      await cell(day, "clicks", clicks);
    const got = (await get({ from: "2026-03-11", to: "2026-03-17" }, new Date("2026-03-17T12:00:00Z"))).body
      .data;
    expect(got.compared).toMatchObject({
      to: "2026-03-16",
      previous: { from: "2026-03-04", to: "2026-03-09" },
    });
    expect([got.figures.clicks, got.over.clicks, got.previous.clicks]).toEqual([3, 3, 10]);
    const alone = await get({ from: "2026-03-11", to: "2026-03-11" }, new Date("2026-03-11T12:00:00Z"));
    expect(alone.body.data).toMatchObject({
      figures: { clicks: 3 },
      over: null,
      previous: null,
      compared: null,
    });
  });

  test("422 for days that do not exist, and an end before the beginning", async () => {
    const { get } = await someone();
    expect((await get({ from: "2026-02-30" })).status).toBe(422);
    expect((await get({ from: "yesterday" })).status).toBe(422);
    expect((await get({ from: "2026-03-02", to: "2026-03-01" })).status).toBe(422);
  });
});
