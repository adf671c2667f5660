import { expect, test } from "vitest";
import { asServed } from "@/lib/platform/http/testing";
import { aMember } from "@/testing/factories";
import { knownProject } from "@/testing/reporting";
import { campaignFiguresRoutes } from "./campaign-figures";

asServed([campaignFiguresRoutes], (call) => {
  async function someone() {
    const known = await knownProject();
    const { session } = await aMember("viewer", known.app.accountId);
    const path = `/api/dashboard/projects/${known.app.project.slug}/campaigns/${known.meta.id}`;
    return { ...known, session, path };
  }

  test("422 for days that do not exist, 404 for an unknown campaign", async () => {
    const { path, session } = await someone();
    expect((await call(`GET ${path}/days`, { session, query: { from: "2026-02-30" } })).status).toBe(422);
    expect((await call(`GET ${path}9/days`, { session })).status).toBe(404);
    expect((await call(`GET ${path}9/breakdown`, { session })).status).toBe(404);
  });

  test("figures by day next to the same weekdays before; days before the campaign are missing, not zero", async () => {
    const { path, session } = await someone();
    const query = { from: "2026-06-03", to: "2026-06-06" };
    const { body } = await call(`GET ${path}/days`, { session, query });
    const { figures, previous, since_install: since } = body.data;
    expect(previous).toEqual({ from: "2026-05-27", to: "2026-05-30" });
    expect(figures.clicks).toEqual({ days: [2, 1, 0, 1], previous_days: [0, 0, 0, 0] });
    expect(figures.installs.days).toEqual([1, 2, 0, 0]);
    expect(figures.signups.days).toEqual([1, 1, 0, 0]);
    expect(figures.revenue.days).toEqual([1_500, 0, 0, 0]);
    expect(since.slice(0, 7).map((age: { revenue: number }) => age.revenue)).toEqual([
      1_500, 0, 0, 0, 1_000, -500, 0,
    ]);
    expect(since[6].so_far).toBeCloseTo(2_000 / 3);
    const early = await call(`GET ${path}/days`, {
      session,
      query: { from: "2026-05-19", to: "2026-05-21" },
    });
    expect(early.body.data.figures.clicks.days).toEqual([null, 0, 0]);
    expect(early.body.data.figures.clicks.previous_days).toEqual([null, null, null]);
  });

  test("all time begins with the campaign and has no comparison", async () => {
    const { path, session } = await someone();
    const { body } = await call(`GET ${path}/days`, { session });
    expect(body.data).toMatchObject({ from: "2026-05-20", previous: null });
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
    expect(sum(body.data.figures.clicks.days)).toBe(5);
    expect(sum(body.data.figures.revenue.days)).toBe(2_000);
  });

  test("the breakdown contains only the ad sets of the campaign", async () => {
    const { path, session } = await someone();
    const query = { from: "2026-06-01", to: "2026-06-30" };
    const { body } = await call(`GET ${path}/breakdown`, { session, query });
    const { campaign, currency } = body.data;
    expect(currency).toBe("EUR");
    expect(campaign.metrics.installs).toBe(3);
    expect(campaign.children.map((row: { id: string }) => row.id)).toEqual(["one", "two"]);
    expect(campaign.children[0].metrics).toMatchObject({ clicks: 2, installs: 2, revenue: 2_000 });
    const countries: { country: string; metrics: Record<string, number | null> }[] = body.data.countries;
    expect(countries.map(({ country, metrics }) => [country, metrics.installs, metrics.spend])).toEqual([
      ["DE", 1, 0],
      ["IN", 1, 0],
      ["none", 1, 0],
      ["-", 0, 4_100],
    ]);
    const platforms: { platform: string; metrics: Record<string, number | null> }[] = body.data.platforms;
    expect(platforms.map(({ platform, metrics }) => [platform, metrics.installs, metrics.spend])).toEqual([
      ["ANDROID", 3, 0],
      ["", 0, 4_100],
    ]);
    // The rows add up to the campaign, to the cent.
    for (const rows of [countries, platforms])
      for (const name of ["clicks", "installs", "revenue", "spend"])
        expect(rows.reduce((sum, { metrics }) => sum + (metrics[name] ?? 0), 0)).toBe(campaign.metrics[name]);
  });
});
