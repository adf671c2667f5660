import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { reportLines } from "@/lib/reporting/groups/lines";
import { linesQuery } from "@/lib/reporting/groups/lines-schema";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import type { MetricName } from "@/lib/reporting/metrics/metrics";
import { withoutCostText } from "@/lib/reporting/metrics/return-metrics";
import { report } from "@/lib/reporting/report/report";
import { reportQuery } from "@/lib/reporting/report/schema";
import { reportCsv } from "@/lib/reporting/table/csv";
import { reportFileQuery, reportTableQuery } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

/** Costs of the retargeting view: only campaigns for retargeting are in their numerators and denominators. */

const now = new Date("2026-06-10T12:00:00Z");
const days = { from: "2026-06-01", to: "2026-06-10" };
const purposes = ["retargeting", "both", "new_users"] as const;
const columns = ["count", "cost"]
  .flatMap((part) => [`event:buy:${part}`, `payment:RECURRING:${part}`])
  .join();

/** Amounts are in cents. */
const figuresOf: Record<CampaignPurpose, [string, string, number, number][]> = {
  retargeting: [
    ["clicks", "", 100, 0],
    ["scans", "", 30, 0],
    ["impressions", "", 1_000, 0],
    ["network_impressions", "", 2_000, 4_000],
    ["network_clicks", "", 50, 0],
    ["spend", "", 0, 5_000],
    ["reengagements", "", 20, 0],
    ["reinstalls", "", 5, 0],
    ["return_payment", "RECURRING", 4, 20_000],
    ["return_ad_revenue", "", 8, 1_000_000_000],
    ["return_event", "buy", 10, 0],
  ],
  both: [
    ["clicks", "", 300, 0],
    ["scans", "", 70, 0],
    ["impressions", "", 7_000, 0],
    ["network_impressions", "", 9_000, 90_000],
    ["network_clicks", "", 350, 0],
    ["spend", "", 0, 90_000],
    ["reengagements", "", 40, 0],
    ["reinstalls", "", 10, 0],
    ["return_payment", "RECURRING", 6, 10_000],
    ["return_event", "buy", 5, 0],
  ],
  new_users: [
    ["clicks", "", 700, 0],
    ["spend", "", 0, 70_000],
    ["reengagements", "", 3, 0],
    ["return_payment", "RECURRING", 1, 500],
  ],
};
const places = {
  retargeting: ["IOS", "DE"],
  both: ["ANDROID", "DE"],
  new_users: ["ANDROID", "IN"],
} as const;

let app: AProject;
const ids = {} as Record<CampaignPurpose, number>;

beforeAll(async () => {
  app = await aProject({ currency: "USD" });
  for (const purpose of purposes) {
    ids[purpose] = (await aCampaign(app, { name: purpose, purpose })).id;
    const [platform, country] = places[purpose];
    for (const [measure, name, count, amount] of figuresOf[purpose])
      await sql`
        insert into ledger (project_id, day, campaign_id, ad_set_id, measure, name, platform, country, count, amount)
        values (${app.project.id}, '2026-06-03', ${ids[purpose]}, 'set', ${measure}, ${name}, ${platform}, ${country},
          ${count}, ${amount})`;
  }
});

const table = () =>
  reportTable(app.project, reportTableQuery.parse({ ...days, columns, view: "retargeting" }), now);

/** Of the campaign for retargeting alone: each ratio as its numerator and its denominator. */
const ofRetargeting: Partial<Record<MetricName, number>> = {
  clicks: 100,
  scans: 30,
  impressions: 1_000,
  spend: 5_000,
  network_impressions: 2_000,
  network_clicks: 50,
  cost_per_click: 5_000 / 100,
  cost_per_mille: (1_000 * 5_000) / 1_000,
  network_ctr: (100 * 50) / 2_000,
  network_cost_per_click: 4_000 / 50,
  network_cost_per_mille: (1_000 * 4_000) / 2_000,
  cost_per_reengagement: 5_000 / 20,
  cost_per_reinstall: 5_000 / 5,
  roas: 20_000 / 5_000,
  ad_roas: 1_000 / 5_000,
  total_roas: (20_000 + 1_000) / 5_000,
};
const notSplit = Object.fromEntries(Object.keys(ofRetargeting).map((name) => [name, null]));

describe("costs of the retargeting view", () => {
  test("a campaign for retargeting shows all of its clicks and spend, and no other campaign shows any", async () => {
    const { campaigns } = await table();
    const rows = Object.fromEntries(campaigns.map((row) => [row.purpose, row]));
    expect(rows.retargeting!.metrics).toMatchObject({ ...ofRetargeting, reengagements_without_cost: 0 });
    expect(rows.both!.metrics).toMatchObject({
      ...notSplit,
      reengagements: 40,
      reinstalls: 10,
      revenue: 10_000,
      reengagements_without_cost: 40,
    });
    expect(rows.new_users!.metrics).toMatchObject({ ...notSplit, reengagements: 3, revenue: 500 });
    expect(rows.both!.children.map(({ metrics }) => metrics)).toMatchObject([notSplit]);
    expect(rows.retargeting!.children.map(({ metrics }) => metrics)).toMatchObject([ofRetargeting]);
  });

  test("totals divide the spend of campaigns for retargeting by their own returns, and count all returns", async () => {
    const { total, all } = await table();
    const expected = {
      ...ofRetargeting,
      reengagements: 20 + 40 + 3,
      reengagements_without_cost: 40 + 3,
      reinstalls: 5 + 10,
      revenue: 20_000 + 10_000 + 500,
    };
    expect(total.metrics).toMatchObject(expected);
    expect(all!.metrics).toMatchObject(expected);
    expect(withoutCostText(total.metrics.reengagements_without_cost)).toMatch(
      /^43 re-engagements have no cost/,
    );
  });

  test("the cost of an event or payment divides by those of campaigns for retargeting", async () => {
    const { total, campaigns } = await table();
    expect(total.events).toEqual({ buy: { count: 10 + 5, amount: 0, with_cost: 10 } });
    expect(total.payments).toEqual({ RECURRING: { count: 4 + 6 + 1, amount: 30_500, with_cost: 4 } });
    expect(campaigns.find(({ id }) => Number(id) === ids.retargeting)!.events).toEqual({
      buy: { count: 10, amount: 0 },
    });
    const csv = await reportCsv(
      app.project,
      reportFileQuery.parse({
        ...days,
        view: "retargeting",
        columns: "event:buy:cost,spend,cost_per_reengagement",
      }),
      now,
    );
    const lines = csv
      .trim()
      .split("\r\n")
      .map((line) => line.replaceAll('"', "").split(","));
    const cells = Object.fromEntries(lines.map((line) => [line[1] || line[0], line.slice(-3)]));
    expect(cells).toMatchObject({
      Paid: ["5", "50", "2.5"],
      retargeting: ["5", "50", "2.5"],
      both: ["–", "–", "–"],
      new_users: ["–", "–", "–"],
    });
  });

  test("each row of a breakdown contains the costs of its campaigns for retargeting only", async () => {
    const rows = async (by: string) => {
      const query = groupsQuery.parse({ ...days, by, columns, view: "retargeting" });
      const { rows, total } = await reportGroups(app.project, query, now);
      expect(total).toMatchObject({ ...ofRetargeting, reengagements: 63, reengagements_without_cost: 43 });
      return Object.fromEntries(rows.map(({ keys, metrics }) => [keys[0], metrics]));
    };
    expect(await rows("platform")).toMatchObject({
      IOS: ofRetargeting,
      ANDROID: { ...notSplit, reengagements: 43, reengagements_without_cost: 43 },
    });
    expect(await rows("country")).toMatchObject({
      DE: { ...ofRetargeting, reengagements: 60, reengagements_without_cost: 40 },
      IN: { ...notSplit, reengagements: 3 },
    });
    expect(await rows("campaign")).toMatchObject({
      [ids.retargeting]: ofRetargeting,
      [ids.both]: notSplit,
      [ids.new_users]: notSplit,
    });
  });

  test("a chart of spend has the days of campaigns for retargeting, with zero on quiet days", async () => {
    const read = (metric: string, filter: Record<string, string> = {}) =>
      reportLines(
        app.project,
        linesQuery.parse({ from: "2026-06-03", to: "2026-06-04", view: "retargeting", metric, ...filter }),
        now,
      );
    expect((await read("spend")).lines.map((line) => line.days)).toEqual([[5_000, 0]]);
    expect((await read("spend", { platform: "android" })).lines.map((line) => line.days)).toEqual([
      [null, null],
    ]);
    expect((await read("reengagements", { platform: "android" })).lines.map((line) => line.days)).toEqual([
      [43, 0],
    ]);
    expect((await read("cost_per_reengagement")).lines.map((line) => line.days)).toEqual([[250, null]]);
  });

  test("spend left out by a filter is that of campaigns for retargeting", async () => {
    const leftOut = async (view: string) => {
      const query = reportTableQuery.parse({ ...days, view, publisher: "none" });
      return (await reportTable(app.project, query, now)).spend_left_out;
    };
    expect(await leftOut("retargeting")).toBe(5_000);
    expect(await leftOut("user_acquisition")).toBe(5_000 + 90_000 + 70_000);
  });

  test("in the API, spend and clicks are the campaign's as documented, and only a campaign for retargeting has ratios", async () => {
    const { campaigns } = await report(
      app.project,
      reportQuery.parse({ ...days, view: "retargeting", sort_field: "roas", cost_per_event: "RECURRING" }),
      now,
    );
    expect(
      campaigns.map(({ purpose, clicks, spend, roas, cost_per_reinstall }) => ({
        ...{ purpose, clicks, spend, roas, cost_per_reinstall },
      })),
    ).toEqual([
      { purpose: "retargeting", clicks: "100", spend: "$50.00", roas: "4.00", cost_per_reinstall: "$10.00" },
      { purpose: "new_users", clicks: "700", spend: "$700.00" },
      { purpose: "both", clicks: "300", spend: "$900.00" },
    ]);
    expect(campaigns.map((row) => [row.reengagements, row.cost_per_payment_events])).toEqual([
      ["20", { RECURRING: "12.50" }],
      ["3", {}],
      ["40", {}],
    ]);
  });

  test("the other view still has the spend of all campaigns", async () => {
    const { total } = await reportTable(app.project, reportTableQuery.parse(days), now);
    expect(total.metrics).toMatchObject({ clicks: 1_100, spend: 165_000, reengagements_without_cost: null });
  });
});
