import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { removeCampaign } from "@/lib/campaigns/change/remove";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { mainFigures } from "@/lib/reporting/overview/names";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { eventColumnId } from "@/lib/reporting/table/columns";
import type { CampaignTableRow, TableData } from "@/lib/reporting/table/schema";
import { type AMember, aCampaign, aClick, aMember, aProject } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { overviewRoutes } from "./overview";
import { reportRoutes } from "./report";

const days = { from: "2026-06-01", to: "2026-06-10" };
const uniqueHikes = eventColumnId("event", "hike", "unique");

asServed([reportRoutes, overviewRoutes], (call) => {
  let known: KnownProject;
  let viewer: AMember;
  const base = () => `GET /api/dashboard/projects/${known.app.project.id}`;
  const read = async (query: Record<string, string> = {}): Promise<TableData> => {
    const path = `${base()}/report`;
    const got = await call(path, { session: viewer.session, now: known.now, query: { ...days, ...query } });
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const lines = async (query: Record<string, string> = {}): Promise<string[]> => {
    const path = `${base()}/report/export.csv`;
    const got = await call(path, { session: viewer.session, now: known.now, query: { ...days, ...query } });
    expect(got.status, got.text).toBe(200);
    expect(got.headers.get("content-type")).toContain("text/csv");
    return unquoted(got.text).split("\r\n").slice(0, -1);
  };
  beforeAll(async () => {
    known = await knownProject();
    viewer = await aMember("viewer", known.app.accountId);
  });

  describe("the same days from every source", () => {
    test("each row equals the API's figures, to the unit", async () => {
      const { campaigns } = await read();
      const query = reportQuery.parse({ ...days, limit: "100" });
      const reported = await report(known.app.project, query, known.now);
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
        const other = reported.campaigns.find((one) => String(one.id) === row.id)!;
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

    test("paid and all equal the overview's figures, blended ones too", async () => {
      const { total, organic, all } = await read();
      for (const [traffic, row] of [["paid", total] as const, ["all", all] as const]) {
        const query = { ...days, traffic };
        const got = await call(`${base()}/overview`, { session: viewer.session, now: known.now, query });
        for (const name of mainFigures)
          expect(row?.metrics[name], `${traffic} ${name}`).toBe(got.body.data.figures[name].total);
      }
      for (const name of ["clicks", "installs", "signups", "revenue", "spend"] as const)
        expect((total.metrics[name] ?? 0) + (organic?.metrics[name] ?? 0), name).toBe(all?.metrics[name]);
      expect(total.metrics).toMatchObject({
        clicks: 5,
        installs: 4,
        signups: 3,
        revenue: 2_000,
        spend: 4_100,
      });
      expect(organic?.metrics).toMatchObject({ clicks: 0, installs: 2, signups: 1, revenue: 50, spend: 0 });
    });

    test("the totals cover all pages, and the pages follow one order", async () => {
      const first = await read({ limit: "1", sort_field: "clicks" });
      const second = await read({ limit: "1", page: "2", sort_field: "clicks" });
      expect([first, second].map(({ campaigns }) => campaigns[0]?.name)).toEqual(["Alps", "Newsletter"]);
      expect(second.total).toEqual(first.total);
      expect(first.pagination).toEqual({ total: 2, pages: 2, page: 1, limit: 1 });
    });
  });

  describe("unknown values are null", () => {
    test("retention at an age that no install has reached is null, not zero", async () => {
      const { campaigns, total, organic } = await read();
      const [alps] = campaigns;
      expect(alps?.classic_retention).toEqual({ d1: 33, d7: 0, d14: 0, d30: null });
      expect(alps?.daywise_revenue).toEqual({ d0: 1_500, d3: 1_500, d7: 2_000, d30: null });
      expect(total.classic_retention).toEqual({ d1: 25, d7: 0, d14: 0, d30: null });
      expect(organic?.classic_retention.d30).toBeNull();
      const early = await read({ from: "2026-05-20", to: "2026-05-31" });
      expect(early.total.classic_retention.d1).toBeNull();
    });

    test("a cost or return with a denominator of 0 is null", async () => {
      const { campaigns } = await read();
      expect(campaigns.find(({ name }) => name === "Newsletter")?.metrics).toMatchObject({
        roas: null,
        cost_per_install: null,
        cost_per_reinstall: null,
      });
    });

    test("a conversion without installs, and returns without spend, are null; the API keeps its documented strings", async () => {
      const before = { from: "2026-05-22", to: "2026-05-28" };
      expect((await read(before)).total.metrics).toMatchObject({ installs: 0, conversion: null });
      const { campaigns } = await report(
        known.app.project,
        reportQuery.parse({ ...days, limit: "100" }),
        known.now,
      );
      expect(campaigns.find(({ name }) => name === "Newsletter")).toMatchObject({
        cost_per_install: "€0.00",
      });
      const [row] = (await report(known.app.project, reportQuery.parse(before), known.now)).campaigns;
      expect(row).toMatchObject({ installs: "0", conversion: "0%" });
      expect(row).not.toHaveProperty("cost_per_install");
    });
  });

  test("unique users: a user of two ad sets counts once in the campaign; they are computed only for columns that show them", async () => {
    expect((await read()).total.events.hike).toEqual({ count: 3, amount: 0 });
    const { total, organic, campaigns } = await read({ columns: uniqueHikes });
    expect(total.events.hike).toEqual({ count: 3, amount: 0, unique: 2 });
    expect(organic?.events.hike).toEqual({ count: 1, amount: 0, unique: 1 });
    expect((await read({ columns: uniqueHikes })).all?.events.hike).toEqual({
      count: 4,
      amount: 0,
      unique: 3,
    });
    expect(campaigns[0]?.children.map(({ events }) => events.hike?.unique)).toEqual([1, 1]);
  });

  test("ad sets have the names from their spend", async () => {
    const { campaigns } = await read();
    expect(campaigns[0]?.children.map(({ name }) => name)).toEqual(["First set", "two"]);
  });

  test("campaigns can be sorted by any figure and event; missing values are last in both directions", async () => {
    const order = async (sort_field: string, sort_order: string) =>
      (await read({ sort_field, sort_order })).campaigns.map(({ name }) => name);
    expect(await order("name", "ascending")).toEqual(["Alps", "Newsletter"]);
    expect(await order("name", "descending")).toEqual(["Newsletter", "Alps"]);
    expect(await order("roas", "ascending")).toEqual(["Alps", "Newsletter"]);
    expect(await order("roas", "descending")).toEqual(["Alps", "Newsletter"]);
    expect(await order(eventColumnId("event", "hike", "count"), "ascending")).toEqual(["Newsletter", "Alps"]);
    expect(await order("created_at", "descending")).toEqual(["Newsletter", "Alps"]);
  });

  test("a filter leaves matching campaigns with their totals, without an organic row", async () => {
    const meta = await read({ network: "META" });
    expect(meta.campaigns.map(({ name }) => name)).toEqual(["Alps"]);
    expect(meta.total.metrics.clicks).toBe(4);
    expect(meta.organic).toBeNull();
    expect((await read({ search: "NEWS" })).campaigns.map(({ name }) => name)).toEqual(["Newsletter"]);
    expect((await read({ active: "false" })).campaigns).toEqual([]);
    expect((await read({ platform: "ios" })).total.metrics.installs).toBe(0);
  });

  test("the affiliate filter leaves the campaigns of that affiliate", async () => {
    const app = await aProject();
    const member = await aMember("viewer", app.accountId);
    const [partner] = await sql<{ id: number }[]>`
      insert into affiliates (project_id, name, created_at) values (${app.project.id}, 'Peak', now()) returning id`;
    await aCampaign(app, { name: "Own" });
    await aCampaign(app, { name: "Theirs", affiliate_id: partner!.id });
    const path = `GET /api/dashboard/projects/${app.project.id}/report`;
    const query = async (affiliate: string) => call(path, { session: member.session, query: { affiliate } });
    const { body } = await query(String(partner!.id));
    expect(body.data.campaigns.map(({ name }: { name: string }) => name)).toEqual(["Theirs"]);
    expect(body.data).toMatchObject({ organic: null, all: null });
    expect((await query("999999999")).body.data.campaigns).toEqual([]);
    expect((await query("Peak")).status).toBe(400);
  });

  test("the figures of deleted campaigns are paid, in their own row; a filter leaves it out", async () => {
    const { app, meta, now } = await knownProject();
    const member = await aMember("viewer", app.accountId);
    const query = async (query: Record<string, string> = {}) => {
      const path = `GET /api/dashboard/projects/${app.project.id}/report`;
      return (await call(path, { session: member.session, now, query: { ...days, ...query } })).body
        .data as TableData;
    };
    const before = await query();
    expect(before.deleted).toBeNull();
    await removeCampaign(app.project, { id: meta.id }, { by: commandLine, now });
    const after = await query();
    expect([after.total, after.all, after.organic]).toEqual([before.total, before.all, before.organic]);
    expect(after.campaigns.map(({ name }) => name)).toEqual(["Newsletter"]);
    expect(after.deleted?.metrics).toMatchObject({ installs: 3, spend: 4_100, revenue: 2_000 });
    expect(after.deleted?.retention.d1).toBe(
      before.campaigns.find(({ name }) => name === "Alps")?.retention.d1,
    );
    expect(await query({ search: "News" })).toMatchObject({
      deleted: null,
      total: { metrics: { installs: 1 } },
    });
  });

  test("422 for an unknown order, for sorting by a cohort, and for the API's own refusals", async () => {
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
        "Level,Campaign,Display ID,Network,Spend (EUR),ROAS,Clicks,hike: users,Retention D1 (%),Retention D30 (%)",
        "All (blended),,,,41,0.50,5,3,17,–",
        "Paid,,,,41,0.49,5,2,25,–",
        "Organic,,,,0,–,0,1,0,–",
        `Campaign,Alps,${known.meta.displayId},Meta,41,0.49,4,2,33,–`,
        `Campaign,Newsletter,${known.plain.displayId},,0,–,1,0,0,–`,
      ]);
    });

    test("has every row of the requested level, open or not", async () => {
      const rows = await lines({ columns: "installs,spend", level: "ad_set" });
      expect(rows).toEqual([
        "Level,Campaign,Display ID,Network,Ad set,Ad set ID,Installs,Spend (EUR)",
        "All (blended),,,,,,6,41",
        "Paid,,,,,,4,41",
        "Organic,,,,,,2,0",
        `Ad set,Alps,${known.meta.displayId},Meta,First set,one,2,30.5`,
        `Ad set,Alps,${known.meta.displayId},Meta,two,two,1,10.5`,
      ]);
      const headers = async (level: string) => (await lines({ columns: "installs", level }))[0];
      expect(await headers("creative")).toBe(
        "Level,Campaign,Display ID,Network,Ad set,Ad set ID,Creative,Creative ID,Installs",
      );
      expect(await headers("keyword")).toContain("Keyword,Keyword ID,Installs");
      const path = `${base()}/report/export.csv`;
      const got = await call(path, { session: viewer.session, query: { level: "ad" } });
      expect(got.status).toBe(400);
    });

    test("has each of many campaigns once, with its own creatives and keywords", async () => {
      const app = await aProject();
      const member = await aMember("viewer", app.accountId);
      for (let i = 0; i < 230; i++) {
        const { id } = await aCampaign(app, { name: `C ${i}` });
        const parts = i % 2 ? { keywordId: `k${i}` } : { adSetId: `s${i}`, creativeId: `c${i}` };
        await aClick(app, { campaignId: id, at: new Date("2026-06-05T12:00:00Z"), ...parts });
      }
      const rows = async (level: string) => {
        const path = `GET /api/dashboard/projects/${app.project.id}/report/export.csv`;
        const got = await call(path, { session: member.session, query: { columns: "clicks", level } });
        return unquoted(got.text).split("\r\n").slice(4, -1);
      };
      expect(new Set(await rows("campaign")).size).toBe(230);
      expect(new Set(await rows("ad_set")).size).toBe(230);
      const [creatives, keywords] = [await rows("creative"), await rows("keyword")];
      expect([creatives.length, keywords.length]).toEqual([115, 115]);
      expect(creatives.filter((row) => row.endsWith(",s8,s8,c8,c8,1"))).toHaveLength(1);
      expect(keywords.filter((row) => row.endsWith(",No ad set,,k7,k7,1"))).toHaveLength(1);
    });

    test("has every page, and no name that a spreadsheet would run", async () => {
      const app = await aProject();
      const member = await aMember("viewer", app.accountId);
      for (let i = 0; i < 30; i++) await aCampaign(app, { name: i === 7 ? '=HYPERLINK("x")' : `C ${i}` });
      const got = await call(`GET /api/dashboard/projects/${app.project.id}/report/export.csv`, {
        session: member.session,
        query: { columns: "clicks" },
      });
      expect(got.text.split("\r\n")).toHaveLength(1 + 3 + 30 + 1);
      expect(got.text).toContain(`"'=HYPERLINK(""x"")"`);
    });
  });
});
