import { beforeAll, describe, expect, test } from "vitest";
import { overviewRoutes } from "@/app/api/dashboard/overview";
import { commandLine } from "@/lib/accounts/audit/actor";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { report } from "@/lib/reporting/report";
import { reportQuery } from "@/lib/reporting/schema";
import { type AMember, type AProject, aMember, aProject } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";

const day = (date: string) => new Date(`${date}T12:00:00Z`);

throughBothAdapters([overviewRoutes], (call) => {
  const path = ({ project }: AProject) => `GET /api/dashboard/projects/${project.id}/overview`;

  describe("a small world", () => {
    let known: KnownProject;
    let viewer: AMember;
    const ask = async (query: Record<string, string>) => {
      const got = await call(path(known.app), { session: viewer.session, now: known.now, query });
      expect(got.status, got.text).toBe(200);
      return got.body.data;
    };
    beforeAll(async () => {
      known = await knownProject();
      viewer = await aMember("viewer", known.app.accountId);
    });

    test("the totals are those of the report and the organic together, to the unit", async () => {
      const data = await ask({ from: "2026-06-01", to: "2026-06-10", traffic: "all" });
      const paid = await ask({ from: "2026-06-01", to: "2026-06-10" });
      const query = reportQuery.parse({ from: "2026-06-01", to: "2026-06-10", limit: "100" });
      const { campaigns } = await report(known.app.project, query, known.now);
      const number = (text: string | undefined) => Number((text ?? "0").replaceAll(/[^\d.-]/g, ""));
      const sum = (of: (row: (typeof campaigns)[number]) => string | undefined) =>
        campaigns.reduce((total, row) => total + number(of(row)), 0);
      const totals = (name: string) => data.figures[name].total;
      expect(totals("clicks")).toBe(sum((row) => row.clicks));
      expect(totals("installs")).toBe(sum((row) => row.installs) + known.organic.installs);
      expect(totals("signups")).toBe(sum((row) => row["sign-ups"]) + known.organic.signups);
      expect(totals("spend")).toBe(Math.round(100 * sum((row) => row.spend)));
      expect(totals("revenue")).toBe(Math.round(100 * sum((row) => row.revenue)) + known.organic.revenue);
      expect(totals("installs")).toBe(6);
      expect(totals("revenue")).toBe(2_050);
      expect(totals("spend")).toBe(4_100);
      expect(totals("roas")).toBeCloseTo(0.5, 10);
      expect(totals("cost_per_install")).toBeCloseTo(4_100 / 6, 10);
      expect(paid.traffic).toBe("paid");
      expect(paid.figures.installs.total).toBe(4);
      expect(paid.figures.revenue.total).toBe(2_000);
      expect(paid.figures.cost_per_install.total).toBeCloseTo(4_100 / 4, 10);
      expect(paid.figures.clicks).toEqual(data.figures.clicks);
    });

    test("the days of a figure add up to its total, by the project's calendar", async () => {
      const data = await ask({ from: "2026-06-01", to: "2026-06-10" });
      for (const name of ["clicks", "installs", "signups", "revenue", "spend"]) {
        const { total, days } = data.figures[name];
        expect(days).toHaveLength(10);
        expect(days.reduce((sum: number, value: number | null) => sum + (value ?? 0), 0)).toBe(total);
      }
      // 22:30 UTC on the 3rd is the 4th in Berlin.
      expect(data.figures.clicks.days.slice(2, 5)).toEqual([2, 1, 0]);
      expect(data.time_zone).toBe("Europe/Berlin");
    });

    test("what cannot be said is null: a ratio without its ground, days to come, days before the first figure", async () => {
      const data = await ask({ from: "2026-06-01", to: "2026-06-30" });
      expect(data.first_day).toBe("2026-05-25");
      expect(data.figures.roas.days[8]).toBeNull();
      expect(data.figures.clicks.days[8]).toBe(0);
      expect(data.today).toBe("2026-06-20");
      expect(data.figures.clicks.days.slice(19, 21)).toEqual([0, null]);
      expect(data.figures.clicks.previous_days.slice(0, 2)).toEqual([null, null]);
      expect(data.figures.clicks.previous).toBeNull();
    });

    test("a change is told of whole days, each against its own weekday; today is left out of it", async () => {
      const data = await ask({ from: "2026-06-01", to: "2026-06-07" });
      expect(data.previous).toEqual({ from: "2026-05-25", to: "2026-05-31" });
      expect(data.compared).toEqual({ from: "2026-06-01", to: "2026-06-07", previous: data.previous });
      expect(data.figures.clicks.over).toBe(5);
      expect(data.figures.clicks.previous).toBe(1);
      expect(data.figures.installs.previous).toBe(0);
      expect(data.figures.cost_per_install.previous).toBeNull();

      const running = await ask({ from: "2026-06-14", to: "2026-06-20" });
      expect(running.compared).toEqual({
        from: "2026-06-14",
        to: "2026-06-19",
        previous: { from: "2026-06-07", to: "2026-06-12" },
      });
      expect((await ask({ from: "2026-06-20", to: "2026-06-20" })).compared).toBeNull();
    });

    test("this month is compared with the same days of last month", async () => {
      const month = { from: "2026-06-01", to: "2026-06-20", compare: "previous" };
      const data = await ask(month);
      expect(data.previous).toEqual({ from: "2026-05-01", to: "2026-05-20" });
      // Nothing was counted before the 25th of May.
      expect(data.compared).toBeNull();
      expect(data.figures.clicks).toMatchObject({ over: null, previous: null });
      known.now = day("2026-07-08");
      try {
        const later = await ask({ from: "2026-07-01", to: "2026-07-08", compare: "previous" });
        expect(later.compared).toEqual({
          from: "2026-07-01",
          to: "2026-07-07",
          previous: { from: "2026-06-01", to: "2026-06-07" },
        });
        expect(later.figures.clicks).toMatchObject({ total: 0, over: 0, previous: 5 });
      } finally {
        known.now = day("2026-06-20");
      }
    });

    test("without a comparison no earlier day is answered", async () => {
      const data = await ask({ from: "2026-06-01", to: "2026-06-07", compare: "none" });
      expect(data).toMatchObject({ previous: null, compared: null });
      expect(data.figures.clicks).toMatchObject({ total: 5, over: null, previous: null, previous_days: [] });
      const asked = { from: "2026-06-01", to: "2026-06-07", compare: "sometimes" };
      const wrong = await call(path(known.app), { session: viewer.session, query: asked });
      expect(wrong.text).toContain("compare must be one of previous, weeks, month, year, none.");
    });

    test("installs by network, of all with the organic; the funnel is of campaigns only; whoever paid is counted once", async () => {
      const data = await ask({ from: "2026-06-01", to: "2026-06-10", traffic: "all" });
      const paid = await ask({ from: "2026-06-01", to: "2026-06-10" });
      expect(paid.networks).toEqual(data.networks.filter(({ organic }: { organic: boolean }) => !organic));
      expect(paid.funnel).toEqual(data.funnel);
      expect(data.networks).toEqual([
        { network: "META", organic: false, installs: 3 },
        { network: null, organic: true, installs: 2 },
        { network: null, organic: false, installs: 1 },
      ]);
      expect(data.funnel).toEqual({ clicks: 5, installs: 4, signups: 3, paying: 1 });
    });

    test("campaigns by what they brought; a deleted one keeps its figures and says that it is gone", async () => {
      const before = await ask({ from: "2026-06-01", to: "2026-06-10" });
      expect(before.campaigns).toMatchObject([
        { id: known.meta.id, network: "META", installs: 3, spend: 4_100, revenue: 2_000, deleted: false },
        { id: known.plain.id, network: null, installs: 1, spend: 0, roas: null },
      ]);
      await removeCampaign(known.app.project, { id: known.plain.id }, { by: commandLine, now: known.now });
      const after = await ask({ from: "2026-06-01", to: "2026-06-10" });
      expect(after.figures).toEqual(before.figures);
      expect(after.campaigns[1]).toMatchObject({ id: known.plain.id, installs: 1, deleted: true });
    });
  });

  test("without dates: the last thirty days of the project's calendar", async () => {
    const app = await aProject({ timeZone: "Pacific/Auckland" });
    const { session } = await aMember("viewer", app.accountId);
    const got = await call(path(app), { session, now: new Date("2026-06-20T12:30:00Z") });
    expect(got.body.data).toMatchObject({ from: "2026-05-23", to: "2026-06-21", first_day: null });
    expect(got.body.data.figures.clicks).toMatchObject({ total: 0, previous: null });
    expect(got.body.data.figures.clicks.days.every((value: unknown) => value === null)).toBe(true);
  });

  test("422 dates that are none, one without the other, in the wrong order, too far apart", async () => {
    const app = await aProject();
    const { session } = await aMember("viewer", app.accountId);
    const wrong = [
      { from: "2026-02-30", to: "2026-03-01" },
      { from: "2026-02-01" },
      { from: "2026-03-02", to: "2026-03-01" },
      { from: "2020-01-01", to: "2026-03-01" },
    ];
    for (const query of wrong) {
      const got = await call(path(app), { session, query: query as Record<string, string> });
      expect(got.status, JSON.stringify(query)).toBe(422);
    }
  });
});
