import { beforeAll, expect, test } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { reportColumn } from "@/lib/reporting/table/columns";
import type { TableData, TableFigures } from "@/lib/reporting/table/schema";
import { deleteSpend } from "@/lib/spend/list/queries";
import { setExchangeRates } from "@/lib/spend/rates/change";
import { recordSpend } from "@/lib/spend/record";
import { type AMember, aMember } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { reportRoutes } from "./report";

const columns = [
  "network_impressions",
  "network_clicks",
  "network_ctr",
  "network_cost_per_click",
  "network_cost_per_mille",
];
const labels = ["Network impressions", "Network clicks", "Network CTR", "Network CPC", "Network CPM"];
const none = [null, null, null, null, null];

asServed([reportRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;

  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
    const row = { network_campaign_id: "", ad_set_id: "", creative_id: "", keyword_id: "", country: "" };
    const meta = { ...row, campaign: world.meta.displayId, platform: "IOS" };
    const plain = { ...row, campaign: world.plain.displayId, platform: "" };
    const send = (rows: Parameters<typeof recordSpend>[1]) =>
      recordSpend(
        world.app.project,
        rows,
        { kind: "HAND", sourceKey: null, name: "Network", createdBy: "test" },
        world.now,
      );
    const first = { ...meta, date: "2026-06-05", ad_set_id: "three", country: "IN" };
    await send([{ ...first, amount: 9, impressions: 500, clicks: 90 }]);
    await send([
      // The network corrected the day.
      { ...first, amount: 8, impressions: 1_000, clicks: 30 },
      { ...first, country: "DE", amount: 4, impressions: 600, clicks: 10 },
      // The rest, which is not broken down by country, has cost only.
      { ...first, country: "", amount: 1 },
      { ...plain, date: "2026-06-04", amount: 0, impressions: 400, clicks: 60 },
      // With only clicks, there is no share.
      { ...plain, date: "2026-06-05", amount: 2, clicks: 700 },
      { ...meta, date: "2026-05-20", amount: 3, impressions: 9_000, clicks: 900 },
    ]);
  });

  const answer = (path: string, query: Record<string, string> = {}) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/report${path}`, {
      session: viewer.session,
      now: world.now,
      query: { from: "2026-06-01", to: "2026-06-10", columns: columns.join(), ...query },
    });
  const ok = async (path: string, query: Record<string, string> = {}) => {
    const got = await answer(path, query);
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const get = (query: Record<string, string> = {}): Promise<TableData> => ok("", query);
  const values = (row: Pick<TableFigures, "metrics"> | null) =>
    columns.map((id) => {
      const value = row && reportColumn(id)!.of(row as TableFigures);
      return value === null ? null : Math.round(value * 100) / 100;
    });

  test("campaigns and totals have the last counts, and each share and cost is of spend with both counts", async () => {
    const data = await get();
    const of = (name: string) => values(data.campaigns.find((row) => row.name === name)!);
    // 40 / 1,600 clicks, 12.00 / 40 clicks, 12.00 / 1.6 thousand impressions.
    expect(of("Alps")).toEqual([1_600, 40, 2.5, 30, 750]);
    expect(of("Newsletter")).toEqual([400, 60, 15, null, null]);
    expect(values(data.total)).toEqual([2_000, 100, 5, 12, 600]);
    expect(values(data.all)).toEqual([2_000, 100, 5, 12, 600]);
    expect(values(data.organic)).toEqual(none);
    expect(values((await get({ search: "alps" })).total)).toEqual([1_600, 40, 2.5, 30, 750]);
  });

  test("ad sets have theirs, and ad sets without counts have no value", async () => {
    const alps = (await get()).campaigns.find(({ name }) => name === "Alps")!;
    const sets = Object.fromEntries(alps.children.map((row) => [row.name, values(row)]));
    expect(sets).toEqual({ "First set": none, two: none, three: [1_600, 40, 2.5, 30, 750] });
  });

  test("countries and platforms add up to the campaign; a value without counts has a dash", async () => {
    const rowsBy = async (by: string) => {
      const { rows } = await ok("/groups", { by });
      return Object.fromEntries(
        rows.map((row: TableFigures & { keys: string[] }) => [row.keys[0], values(row)]),
      );
    };
    const countries = await rowsBy("country");
    expect(countries).toMatchObject({
      IN: [1_000, 30, 3, 26.67, 800],
      DE: [600, 10, 1.67, 40, 666.67],
      "": none,
    });
    expect(countries["-"]).toEqual([400, 60, 15, null, null]);
    expect(await rowsBy("platform")).toMatchObject({ IOS: [1_600, 40, 2.5, 30, 750], ANDROID: none });
    expect(values((await get({ country: "IN" })).total)).toEqual([1_000, 30, 3, 26.67, 800]);
    expect(values((await get({ platform: "android" })).total)).toEqual(none);
  });

  test("the report can be sorted by them, and files have them", async () => {
    const { campaigns } = await get({ sort_field: "network_ctr", sort_order: "descending" });
    expect(campaigns.map(({ name }) => name)).toEqual(["Newsletter", "Alps"]);
    const text = unquoted((await answer("/export.csv")).text);
    expect(text).toContain("Network impressions,Network clicks,Network CTR (%)");
    expect(text).toMatch(/Alps.*,1600,40,2\.5,0\.3,7\.5\r?\n/);
  });

  test("the shown SQL returns them for every breakdown", async () => {
    for (const by of ["campaign", "country"]) {
      const { sql, left_out } = await ok("/sql", { by });
      expect(left_out).toEqual([]);
      const rows = await runShownSql(world.app.project, sql);
      const found = rows.map((row) =>
        labels.map((label) => {
          const [, value] = Object.entries(row).find(([name]) => name.startsWith(label)) ?? [];
          return value === null ? null : Number(value);
        }),
      );
      const expected = by === "campaign" ? [1_600, 40, 2.5, 0.3, 7.5] : [1_000, 30, 3, 0.27, 8];
      expect(found).toContainEqual(expected);
      expect(found).toContainEqual([400, 60, 15, null, null]);
    }
  });

  test("a new exchange rate changes the costs only, and deleted spend takes its counts along", async () => {
    const { project } = world.app;
    const day = "2026-06-07";
    const shown = async () => values((await get({ from: day, to: day })).total);
    const rate = (value: number) =>
      setExchangeRates(project, [{ currency: "USD", day, rate: value }], commandLine, world.now);
    await rate(1);
    const row = { network_campaign_id: "", ad_set_id: "", creative_id: "", keyword_id: "", country: "" };
    const usd = { ...row, campaign: world.meta.displayId, platform: "", date: day, currency: "USD" };
    const reporter = { kind: "HAND", sourceKey: null, name: "Dollars", createdBy: "test" } as const;
    await recordSpend(project, [{ ...usd, amount: 20, impressions: 800, clicks: 40 }], reporter, world.now);
    expect(await shown()).toEqual([800, 40, 5, 50, 2_500]);
    await rate(0.5);
    expect(await shown()).toEqual([800, 40, 5, 25, 1_250]);
    expect(await findDifferences(project.id, project.timeZone)).toEqual([]);
    const any = {
      campaign: null,
      network: null,
      import: null,
      currency: null,
      platform: null,
      country: null,
    };
    const everything = { from: day, to: day, ...any, part: null, adSet: null, creative: null, keyword: null };
    expect(await deleteSpend(world.app.accountId, project.id, everything, 1, commandLine)).toEqual({
      rows: 1,
      amount_minor: 1_000,
    });
    expect(await shown()).toEqual(none);
    expect(await findDifferences(project.id, project.timeZone)).toEqual([]);
  });
});
