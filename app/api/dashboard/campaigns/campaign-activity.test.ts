import { expect, test } from "vitest";
import { asServed } from "@/lib/platform/http/testing";
import { aMember } from "@/testing/factories";
import { knownProject } from "@/testing/reporting";
import { campaignFiguresRoutes } from "./campaign-figures";

asServed([campaignFiguresRoutes], (call) => {
  test("recent activity of campaigns: figures of 30 days, installs of 14, the last day with a click", async () => {
    const { app, meta, plain } = await knownProject();
    const { session } = await aMember("viewer", app.accountId);
    const path = `GET /api/dashboard/projects/${app.project.id}/campaigns/activity`;
    const request = (query: Record<string, string>, now = new Date("2026-06-10T12:00:00Z")) =>
      call(path, { session, now, query });
    const { data } = (await request({ ids: `${meta.id},${plain.id},999999999` })).body;
    expect(data).toMatchObject({ from: "2026-05-12", to: "2026-06-10", currency: "EUR" });
    const of = (id: number) => data.campaigns.find((one: { id: number }) => one.id === id);
    const [first, second] = [of(meta.id), of(plain.id)];
    expect(data.campaigns).toHaveLength(2);
    expect(first.metrics).toEqual({
      clicks: 5,
      installs: 3,
      signups: 2,
      spend: 4100,
      revenue: 2000,
      cost_per_install: 4100 / 3,
      roas: 2000 / 4100,
    });
    expect(first.installs_by_day).toEqual([0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0]);
    expect(first.last_click_day).toBe("2026-06-06");
    expect(second.metrics).toMatchObject({
      clicks: 1,
      installs: 1,
      spend: 0,
      cost_per_install: null,
      roas: null,
    });
    // The time of the last click is known even if it is older than the figures.
    const later = (await request({ ids: String(meta.id) }, new Date("2026-08-01T12:00:00Z"))).body.data
      .campaigns[0];
    expect([later.metrics.clicks, later.last_click_day]).toEqual([0, "2026-06-06"]);
    const longAgo = await request({ ids: String(meta.id) }, new Date("2026-12-01T12:00:00Z"));
    expect(longAgo.body.data.campaigns).toEqual([]);
  });

  test.each(["", "a", "1,,2", "0", "-1", "1.5"])("400 for the ids %j", async (ids) => {
    const { app } = await knownProject();
    const { session } = await aMember("viewer", app.accountId);
    const path = `GET /api/dashboard/projects/${app.project.id}/campaigns/activity`;
    expect((await call(path, { session, query: { ids } })).status).toBe(400);
  });
});
