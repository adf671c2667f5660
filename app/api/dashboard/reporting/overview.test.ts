import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { asServed } from "@/lib/platform/http/testing";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { type AMember, type AProject, aCampaign, aMember, aProject } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { overviewRoutes } from "./overview";

const day = (date: string) => new Date(`${date}T12:00:00Z`);

asServed([overviewRoutes], (call) => {
  const path = ({ project }: AProject) => `GET /api/dashboard/projects/${project.id}/overview`;

  describe("a small project", () => {
    let known: KnownProject;
    let viewer: AMember;
    const read = async (query: Record<string, string>) => {
      const got = await call(path(known.app), { session: viewer.session, now: known.now, query });
      expect(got.status, got.text).toBe(200);
      return got.body.data;
    };
    beforeAll(async () => {
      known = await knownProject();
      viewer = await aMember("viewer", known.app.accountId);
    });

    test("the totals equal the report and organic together, to the unit", async () => {
      const data = await read({ from: "2026-06-01", to: "2026-06-10", traffic: "all" });
      const paid = await read({ from: "2026-06-01", to: "2026-06-10" });
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

    test("countries are ranked by the chosen figure; spend without a country has its own row", async () => {
      const by = async (query: Record<string, string>) =>
        (await read({ from: "2026-06-01", to: "2026-06-10", ...query })).countries;
      expect(await by({})).toEqual([
        { country: "", value: 2 },
        { country: "DE", value: 1 },
        { country: "IN", value: 1 },
      ]);
      expect(await by({ figure: "revenue", traffic: "all" })).toEqual([{ country: "IN", value: 2_050 }]);
      expect(await by({ figure: "spend" })).toEqual([{ country: "-", value: 4_100 }]);
      for (const figure of ["roas", "cost_per_install"]) expect(await by({ figure })).toEqual([]);
    });

    test("a country filters every figure of the page; spend without a country is reported", async () => {
      const data = await read({ from: "2026-06-01", to: "2026-06-10", traffic: "all", country: "IN" });
      expect(data.focus.country).toBe("IN");
      expect(data.countries).toEqual([{ country: "IN", value: 2 }]);
      expect(data.figures).toMatchObject({
        clicks: { total: 1 },
        installs: { total: 2 },
        revenue: { total: 2_050 },
        spend: { total: 0 },
        roas: { total: null },
        cost_per_install: { total: null },
      });
      expect(data.figures.spend.days).toEqual(Array(10).fill(0));
      expect(data.spend_left_out).toBe(4_100);
      expect(data.funnel).toEqual({ clicks: 1, installs: 1, signups: 1, paying: 1 });
      expect(data.campaigns).toMatchObject([{ name: "Alps", installs: 1, spend: 0 }]);
      const unknown = await read({ from: "2026-06-01", to: "2026-06-10", country: "none" });
      expect(unknown.figures).toMatchObject({ installs: { total: 2 }, spend: { total: 0 } });
    });

    test("the days of a figure add up to its total, in the project's calendar", async () => {
      const data = await read({ from: "2026-06-01", to: "2026-06-10" });
      for (const name of ["clicks", "installs", "signups", "revenue", "spend"]) {
        const { total, days } = data.figures[name];
        expect(days).toHaveLength(10);
        expect(days.reduce((sum: number, value: number | null) => sum + (value ?? 0), 0)).toBe(total);
      }
      // 22:30 UTC on the 3rd is the 4th in Berlin.
      expect(data.figures.clicks.days.slice(2, 5)).toEqual([2, 1, 0]);
      expect(data.time_zone).toBe("Europe/Berlin");
    });

    test("a ratio with a denominator of 0, future days and days before the first figure are null", async () => {
      const data = await read({ from: "2026-06-01", to: "2026-06-30" });
      expect(data.first_day).toBe("2026-05-25");
      expect(data.figures.roas.days[8]).toBeNull();
      expect(data.figures.clicks.days[8]).toBe(0);
      expect(data.today).toBe("2026-06-20");
      expect(data.figures.clicks.days.slice(19, 21)).toEqual([0, null]);
      expect(data.figures.clicks.previous_days.slice(0, 2)).toEqual([null, null]);
      expect(data.figures.clicks.previous).toBeNull();
    });

    test("a change compares whole days with the same weekdays before, without today", async () => {
      const data = await read({ from: "2026-06-01", to: "2026-06-07" });
      expect(data.previous).toEqual({ from: "2026-05-25", to: "2026-05-31" });
      expect(data.compared).toEqual({ from: "2026-06-01", to: "2026-06-07", previous: data.previous });
      expect(data.figures.clicks.over).toBe(5);
      expect(data.figures.clicks.previous).toBe(1);
      expect(data.figures.installs.previous).toBe(0);
      expect(data.figures.cost_per_install.previous).toBeNull();

      const running = await read({ from: "2026-06-14", to: "2026-06-20" });
      expect(running.compared).toEqual({
        from: "2026-06-14",
        to: "2026-06-19",
        previous: { from: "2026-06-07", to: "2026-06-12" },
      });
      expect((await read({ from: "2026-06-20", to: "2026-06-20" })).compared).toBeNull();
    });

    test("this month is compared with the same days of last month", async () => {
      const month = { from: "2026-06-01", to: "2026-06-20", compare: "previous" };
      const data = await read(month);
      expect(data.previous).toEqual({ from: "2026-05-01", to: "2026-05-20" });
      // Counting started on 25 May.
      expect(data.compared).toBeNull();
      expect(data.figures.clicks).toMatchObject({ over: null, previous: null });
      known.now = day("2026-07-08");
      try {
        const later = await read({ from: "2026-07-01", to: "2026-07-08", compare: "previous" });
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

    test("without a comparison no earlier day is returned", async () => {
      const data = await read({ from: "2026-06-01", to: "2026-06-07", compare: "none" });
      expect(data).toMatchObject({ previous: null, compared: null });
      expect(data.figures.clicks).toMatchObject({ total: 5, over: null, previous: null, previous_days: [] });
      const query = { from: "2026-06-01", to: "2026-06-07", compare: "sometimes" };
      const wrong = await call(path(known.app), { session: viewer.session, query: query });
      expect(wrong.text).toContain("compare must be one of previous, weeks, month, year, none.");
    });

    test("installs by network include organic ones, the funnel covers campaigns only, and each payer is counted once", async () => {
      const data = await read({ from: "2026-06-01", to: "2026-06-10", traffic: "all" });
      const paid = await read({ from: "2026-06-01", to: "2026-06-10" });
      expect(paid.networks).toEqual(data.networks.filter(({ organic }: { organic: boolean }) => !organic));
      expect(paid.funnel).toEqual(data.funnel);
      expect(data.networks).toEqual([
        { network: "META", organic: false, value: 3 },
        { network: null, organic: true, value: 2 },
        { network: null, organic: false, value: 1 },
      ]);
      expect(data.funnel).toEqual({ clicks: 5, installs: 4, signups: 3, paying: 1 });
    });

    test("campaigns are sorted by their results; a deleted one keeps its figures and is marked", async () => {
      const before = await read({ from: "2026-06-01", to: "2026-06-10" });
      expect(before.campaigns).toMatchObject([
        { id: known.meta.id, network: "META", installs: 3, spend: 4_100, revenue: 2_000, deleted: false },
        { id: known.plain.id, network: null, installs: 1, spend: 0, roas: null },
      ]);
      await removeCampaign(known.app.project, { id: known.plain.id }, { by: commandLine, now: known.now });
      const after = await read({ from: "2026-06-01", to: "2026-06-10" });
      expect(after.figures).toEqual(before.figures);
      expect(after.campaigns[1]).toMatchObject({ id: known.plain.id, installs: 1, deleted: true });
    });
  });

  describe("ranking and filters", () => {
    const june = { from: "2026-06-01", to: "2026-06-30" };
    async function someone() {
      const app = await aProject();
      const { session } = await aMember("viewer", app.accountId);
      const meta = await aCampaign(app, { name: "Alps", network: "META" });
      const plain = await aCampaign(app, { name: "Brook" });
      const cell = (measure: string, campaign: number, count: number, more: Record<string, unknown> = {}) => {
        const dimensions = {
          platform: "",
          ad_set_id: "",
          creative_id: "",
          keyword_id: "",
          name: "",
          amount: 0,
        };
        const row = { project_id: app.project.id, day: "2026-06-03", campaign_id: campaign, measure, count };
        return sql`insert into ledger ${sql({ ...dimensions, ...row, ...more })}`;
      };
      await cell("installs", meta.id, 5, { platform: "IOS", creative_id: "sun" });
      await cell("installs", meta.id, 2, { platform: "ANDROID", creative_id: "rain" });
      await cell("installs", plain.id, 4, { platform: "ANDROID" });
      await cell("installs", 0, 3, { platform: "ANDROID" });
      await cell("spend", meta.id, 1, { amount: 7_000, creative_id: "rain" });
      await cell("spend", plain.id, 1, { amount: 1_000 });
      await sql`insert into ad_names ${sql({ project_id: app.project.id, campaign_id: meta.id, level: "creative", ad_id: "sun", name: "Sunrise" })}`;
      const now = new Date("2026-07-01T12:00:00Z");
      const read = async (query: Record<string, string>) => {
        const got = await call(path(app), { session, now, query: { ...june, ...query } });
        expect(got.status, got.text).toBe(200);
        return got.body.data;
      };
      return { app, session, meta, plain, read };
    }
    const values = (rows: { value: number }[]) => rows.map(({ value }) => value);

    test("every card is sorted by the chosen figure; for costs the lowest is first", async () => {
      const { meta, plain, read } = await someone();
      const installs = await read({ traffic: "all" });
      expect(values(installs.networks)).toEqual([7, 4, 3]);
      expect(installs.platforms).toEqual([
        { platform: "ANDROID", value: 9 },
        { platform: "IOS", value: 5 },
      ]);
      expect(installs.creatives).toEqual([
        { creative: "sun", name: "Sunrise", value: 5 },
        { creative: "rain", name: null, value: 2 },
      ]);
      const spend = await read({ figure: "spend" });
      expect(values(spend.networks)).toEqual([7_000, 1_000]);
      expect(spend.platforms).toEqual([{ platform: "", value: 8_000 }]);
      expect(spend.creatives).toEqual([{ creative: "rain", name: null, value: 7_000 }]);
      const cost = await read({ figure: "cost_per_install" });
      expect(cost.campaigns.map(({ id }: { id: number }) => id)).toEqual([plain.id, meta.id]);
      expect(cost.networks).toEqual([
        { network: null, organic: false, value: 250 },
        { network: "META", organic: false, value: 1_000 },
      ]);
    });

    test("a row filters the whole page; the names of the filters are returned", async () => {
      const { meta, read } = await someone();
      const network = await read({ network: "META", traffic: "all" });
      expect(network.figures.installs.total).toBe(7);
      expect(network.funnel.installs).toBe(7);
      expect(network.networks).toHaveLength(1);
      expect((await read({ network: "none" })).figures.installs.total).toBe(4);
      expect((await read({ network: "organic", traffic: "all" })).figures.installs.total).toBe(3);
      expect((await read({ platform: "ANDROID" })).figures.installs.total).toBe(6);
      expect((await read({ platform: "none" })).figures.spend.total).toBe(8_000);
      const creative = await read({ creative: "sun", campaign: String(meta.id) });
      expect(creative.figures.installs.total).toBe(5);
      expect(creative.focus).toEqual({
        network: null,
        campaign: { id: meta.id, name: "Alps" },
        platform: null,
        country: null,
        creative: { id: "sun", name: "Sunrise" },
      });
    });

    test("a campaign of another project has no figures and no name", async () => {
      const { read } = await someone();
      const other = await someone();
      const data = await read({ campaign: String(other.meta.id) });
      expect(data.figures.installs.total).toBe(0);
      expect(data.focus.campaign).toEqual({ id: other.meta.id, name: null });
    });

    test("an unknown network, campaign, platform or figure is rejected with a message", async () => {
      const { app, session } = await someone();
      const wrong = {
        country: "India",
        network: "meta!",
        campaign: "all",
        platform: "WATCH",
        figure: "luck",
      };
      for (const [name, value] of Object.entries(wrong)) {
        const got = await call(path(app), { session, query: { ...june, [name]: value } });
        expect([name, got.status >= 400 && got.status < 500]).toEqual([name, true]);
      }
    });
  });

  test("without dates: the last thirty days in the project's calendar", async () => {
    const app = await aProject({ timeZone: "Pacific/Auckland" });
    const { session } = await aMember("viewer", app.accountId);
    const got = await call(path(app), { session, now: new Date("2026-06-20T12:30:00Z") });
    expect(got.body.data).toMatchObject({ from: "2026-05-23", to: "2026-06-21", first_day: null });
    expect(got.body.data.figures.clicks).toMatchObject({ total: 0, previous: null });
    expect(got.body.data.figures.clicks.days.every((value: unknown) => value === null)).toBe(true);
  });

  test("422 for dates that do not exist, a single date, the wrong order, or too many days", async () => {
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
