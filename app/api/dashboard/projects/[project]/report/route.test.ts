import { beforeAll, describe, expect, test } from "vitest";
import * as overview from "@/app/api/dashboard/projects/[project]/overview/route";
import * as file from "@/app/api/dashboard/projects/[project]/report/export.csv/route";
import * as table from "@/app/api/dashboard/projects/[project]/report/route";
import { type AMember, aCampaign, aMember, aProject } from "@/db/world";
import { throughBothAdapters } from "@/lib/http/testing";
import { eventColumnId } from "@/lib/reporting/columns";
import { report } from "@/lib/reporting/report";
import { reportQuery } from "@/lib/reporting/schema";
import type { CampaignTableRow, TableData } from "@/lib/reporting/table-schema";
import { type SmallWorld, smallWorld } from "@/lib/reporting/testing";

const days = { from: "2026-06-01", to: "2026-06-10" };
const uniqueHikes = eventColumnId("event", "hike", "unique");

throughBothAdapters([table, file, overview], (call) => {
  let world: SmallWorld;
  let viewer: AMember;
  const base = () => `GET /api/dashboard/projects/${world.app.project.id}`;
  const ask = async (query: Record<string, string> = {}): Promise<TableData> => {
    const path = `${base()}/report`;
    const got = await call(path, { session: viewer.session, now: world.now, query: { ...days, ...query } });
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const lines = async (query: Record<string, string> = {}): Promise<string[]> => {
    const path = `${base()}/report/export.csv`;
    const got = await call(path, { session: viewer.session, now: world.now, query: { ...days, ...query } });
    expect(got.status, got.text).toBe(200);
    expect(got.headers.get("content-type")).toContain("text/csv");
    return got.text.split("\r\n").slice(0, -1);
  };
  beforeAll(async () => {
    world = await smallWorld();
    viewer = await aMember("viewer", world.app.accountId);
  });

  describe("the same window by every way", () => {
    test("each row has the interface's figures, to the unit", async () => {
      const { campaigns } = await ask();
      const query = reportQuery.parse({ ...days, limit: "100" });
      const told = await report(world.app.project, query, world.now);
      const euros = (minor: number | null) =>
        new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" }).format((minor ?? 0) / 100);
      const shape = (row: CampaignTableRow | CampaignTableRow["children"][number]) => ({
        name: row.name,
        clicks: String(row.metrics.clicks),
        installs: String(row.metrics.installs),
        "sign-ups": String(row.metrics.signups),
        revenue: euros(row.metrics.revenue),
        spend: euros(row.metrics.spend),
        hikes: row.events.hike ? String(row.events.hike.count) : undefined,
      });
      expect(campaigns).toHaveLength(2);
      for (const row of campaigns) {
        const other = told.campaigns.find((one) => String(one.id) === row.id)!;
        expect({ ...other, hikes: other.custom_events?.hike?.count }).toMatchObject(shape(row));
        expect(row.children).toHaveLength(other.adSets.length);
        for (const adSet of row.children) {
          const otherSet = other.adSets.find(({ id }) => id === adSet.id)!;
          expect({ ...otherSet, hikes: otherSet.custom_events?.hike?.count }).toMatchObject(shape(adSet));
        }
        expect(row.retention.d1 ?? 0).toBe(other.retention.d1);
        expect(row.classic_retention.d7 ?? 0).toBe(other.classic_retention.d7);
        expect(euros(row.daywise_revenue.d7)).toBe(other.daywise_revenue?.d7);
      }
    });

    test("the totals and the organic together are what the overview says", async () => {
      const { total, organic } = await ask();
      const got = await call(`${base()}/overview`, { session: viewer.session, now: world.now, query: days });
      for (const name of ["clicks", "installs", "signups", "revenue", "spend"] as const)
        expect((total.metrics[name] ?? 0) + (organic?.metrics[name] ?? 0), name).toBe(
          got.body.data.figures[name].total,
        );
      expect(total.metrics).toMatchObject({
        clicks: 5,
        installs: 4,
        signups: 3,
        revenue: 2_000,
        spend: 4_100,
      });
      expect(organic?.metrics).toMatchObject({ clicks: 0, installs: 2, signups: 1, revenue: 50, spend: 0 });
    });

    test("the totals are of all pages, and each page is a part of the order", async () => {
      const first = await ask({ limit: "1", sort_field: "clicks" });
      const second = await ask({ limit: "1", page: "2", sort_field: "clicks" });
      expect([first, second].map(({ campaigns }) => campaigns[0]?.name)).toEqual(["Alps", "Newsletter"]);
      expect(second.total).toEqual(first.total);
      expect(first.pagination).toEqual({ total: 2, pages: 2, page: 1, limit: 1 });
    });
  });

  describe("what cannot be said is null", () => {
    test("a retention of days that no install has reached is not yet mature, and is no zero", async () => {
      const { campaigns, total, organic } = await ask();
      const [alps] = campaigns;
      expect(alps?.classic_retention).toEqual({ d1: 33, d7: 0, d14: 0, d30: null });
      expect(alps?.daywise_revenue).toEqual({ d0: 1_500, d3: 1_500, d7: 2_000, d30: null });
      expect(total.classic_retention).toEqual({ d1: 25, d7: 0, d14: 0, d30: null });
      expect(organic?.classic_retention.d30).toBeNull();
      const early = await ask({ from: "2026-05-20", to: "2026-05-31" });
      expect(early.total.classic_retention.d1).toBeNull();
    });

    test("a cost or a return without its ground", async () => {
      const { campaigns } = await ask();
      expect(campaigns.find(({ name }) => name === "Newsletter")?.metrics).toMatchObject({
        roas: null,
        cost_per_install: 0,
        cost_per_reinstall: null,
      });
    });
  });

  test("different users: one of two ad sets is one of the campaign; they are counted only for columns that tell them", async () => {
    expect((await ask()).total.events.hike).toEqual({ count: 3, amount: 0 });
    const { total, organic, campaigns } = await ask({ columns: uniqueHikes });
    expect(total.events.hike).toEqual({ count: 3, amount: 0, unique: 2 });
    expect(organic?.events.hike).toEqual({ count: 1, amount: 0, unique: 1 });
    expect(campaigns[0]?.children.map(({ events }) => events.hike?.unique)).toEqual([1, 1]);
  });

  test("names of ad sets come with what was told of their cost", async () => {
    const { campaigns } = await ask();
    expect(campaigns[0]?.children.map(({ name }) => name)).toEqual(["First set", "two"]);
  });

  test("any figure and any event puts campaigns in order; what has no value comes last both ways", async () => {
    const order = async (sort_field: string, sort_order: string) =>
      (await ask({ sort_field, sort_order })).campaigns.map(({ name }) => name);
    expect(await order("name", "ascending")).toEqual(["Alps", "Newsletter"]);
    expect(await order("name", "descending")).toEqual(["Newsletter", "Alps"]);
    expect(await order("roas", "ascending")).toEqual(["Alps", "Newsletter"]);
    expect(await order("roas", "descending")).toEqual(["Alps", "Newsletter"]);
    expect(await order(eventColumnId("event", "hike", "count"), "ascending")).toEqual(["Newsletter", "Alps"]);
    expect(await order("created_at", "descending")).toEqual(["Newsletter", "Alps"]);
  });

  test("a filter leaves campaigns and their totals, and no organic row", async () => {
    const meta = await ask({ network: "META" });
    expect(meta.campaigns.map(({ name }) => name)).toEqual(["Alps"]);
    expect(meta.total.metrics.clicks).toBe(4);
    expect(meta.organic).toBeNull();
    expect((await ask({ search: "NEWS" })).campaigns.map(({ name }) => name)).toEqual(["Newsletter"]);
    expect((await ask({ active: "false" })).campaigns).toEqual([]);
    expect((await ask({ platform: "ios" })).total.metrics.installs).toBe(0);
  });

  test("422 an order that is none, a cohort that is counted for one page only, and the interface's own refusals", async () => {
    const wrong: Record<string, string>[] = [
      { sort_field: "nonsense" },
      { sort_field: "__proto__" },
      { sort_field: "classic_d7" },
      { sort_field: uniqueHikes },
      { from: "2026-02-30" },
      { limit: "201" },
      { view: "all" },
    ];
    for (const query of wrong) {
      const got = await call(`${base()}/report`, { session: viewer.session, query });
      expect(got.status, JSON.stringify(query)).toBe(422);
    }
  });

  describe("the file", () => {
    test("has the chosen columns in their order, as numbers", async () => {
      const columns = ["spend", "roas", "clicks", uniqueHikes, "classic_d1", "classic_d30"].join(",");
      expect(await lines({ columns })).toEqual([
        "Level,Campaign,Display ID,Network,Ad set,Creative or keyword,Spend (EUR),ROAS,Clicks,hike: users,Retention D1 (%),Retention D30 (%)",
        "Total,,,,,,41,0.49,5,2,25,",
        "Organic,,,,,,0,,0,1,0,",
        `Campaign,Alps,${world.meta.displayId},Meta,,,41,0.49,4,2,33,`,
        `Campaign,Newsletter,${world.plain.displayId},,,,0,,1,0,0,`,
      ]);
    });

    test("has the rows that are open, and no others", async () => {
      const { campaigns } = await ask();
      const open = [campaigns[0]!.key, campaigns[0]!.children[0]!.key].join(",");
      const rows = await lines({ columns: "installs", open });
      expect(rows.map((row) => row.split(",")[0])).toEqual([
        ...["Level", "Total", "Organic", "Campaign", "Ad set", "Ad set", "Campaign"],
      ]);
      expect(rows[4]).toBe(`Ad set,Alps,${world.meta.displayId},Meta,First set,,2`);
    });

    test("has every page, and no name that a spreadsheet would run", async () => {
      const app = await aProject();
      const member = await aMember("viewer", app.accountId);
      for (let i = 0; i < 30; i++) await aCampaign(app, { name: i === 7 ? '=HYPERLINK("x")' : `C ${i}` });
      const got = await call(`GET /api/dashboard/projects/${app.project.id}/report/export.csv`, {
        session: member.session,
        query: { columns: "clicks" },
      });
      expect(got.text.split("\r\n")).toHaveLength(1 + 2 + 30 + 1);
      expect(got.text).toContain(`"'=HYPERLINK(""x"")"`);
    });
  });
});
