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
    const one = await aCampaign(app);
    const cell = (day: string, measure: string, count: number, name = "", campaign = one.id) =>
      sql`insert into ledger ${sql({ project_id: app.project.id, day, campaign_id: campaign, measure, count, name })}`;
    const path = `/api/dashboard/projects/${app.project.slug}/campaigns/${one.id}/cohorts`;
    return { app, cell, path, session };
  }

  test("401 without a session, 404 for members of other accounts", async () => {
    const { path } = await someone();
    const { session: stranger } = await aMember("owner");
    expect((await call(`GET ${path}`)).status).toBe(401);
    expect((await call(`GET ${path}`, { session: stranger })).status).toBe(404);
  });

  test("installs of the requested days and of this campaign only", async () => {
    const { app, cell, path, session } = await someone();
    const other = await aCampaign(app);
    await cell("2026-01-01", "installs", 4);
    await cell("2026-01-01", "opened_on", 3, "1");
    await cell("2026-01-01", "opened_on", -1, "1");
    await cell("2026-01-09", "installs", 50);
    await cell("2026-01-01", "installs", 100, "", other.id);
    const query = { from: "2026-01-01", to: "2026-01-08" };
    const { body } = await call(`GET ${path}`, { session, query });
    expect(body.data).toMatchObject({ ...query, by: "day" });
    expect(body.data.curve[0]).toEqual({ installs: 4, opened: 2 });
    expect(body.data.cohorts).toHaveLength(1);
    const all = await call(`GET ${path}`, { session });
    expect(all.body.data.curve[0]).toEqual({ installs: 54, opened: 2 });
  });
});
