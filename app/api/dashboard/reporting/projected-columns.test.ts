import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { shortHistoryText, smallSampleText } from "@/lib/reporting/forecast/project";
import type { ProjectedFigures } from "@/lib/reporting/forecast/schema";
import type { GroupsData } from "@/lib/reporting/groups/schema";
import { projectedReportColumns } from "@/lib/reporting/table/columns";
import type { TableData } from "@/lib/reporting/table/schema";
import { type AMember, type AProject, aCampaign, aMember, aProject } from "@/testing/factories";
import { reportRoutes } from "./report";

/** The installs of the week from June 8 have completed D3. */
const now = new Date("2026-06-20T12:00:00Z");
const young = "2026-06-08";
const days = { from: young, to: "2026-06-14" };
/** What a unit of revenue up to D0 has become at each age. */
const growth: [age: number, total: number][] = [
  [0, 1],
  [1, 2],
  [3, 3],
  [7, 4],
  [14, 5],
  [30, 6],
  [60, 7],
  [90, 8],
  [180, 10],
];
const oldWeeks = ["2025-10-06", "2025-10-13", "2025-10-20", "2025-10-27", "2025-11-03"];
const columns = projectedReportColumns.map(({ id }) => id).join();

type Cohort = {
  installs: number;
  spend: number;
  first: number;
  until: number;
  payers?: number;
  adSet?: string;
};
/** A cohort on one day, with this revenue up to D0. */
async function aCohort({ project }: AProject, campaign: number, day: string, of: Cohort) {
  const { installs, spend, first, until, payers = 50, adSet = "" } = of;
  const revenue = growth
    .filter(([age]) => age <= until)
    .map(([age, total], i) => ({ age, amount: first * (total - (growth[i - 1]?.[1] ?? 0)) }));
  const rows = [
    { measure: "installs", name: "", count: installs, amount: 0 },
    { measure: "spend", name: "", count: 0, amount: spend },
    { measure: "payers", name: "0", count: payers, amount: 0 },
    ...revenue.map(({ age, amount }) => ({
      measure: "revenue_since",
      name: String(age),
      count: 0,
      amount,
    })),
  ];
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, platform, country, install_version, ad_set_id,
      creative_id, keyword_id, publisher_id, count, amount)
    select ${project.id}, ${day}::date, ${campaign}, r.measure, r.name, 'IOS', 'DE', '1.0', ${adSet}, '', '', '', r.count, r.amount
    from jsonb_to_recordset(${sql.json(rows)}) as r(measure text, name text, count bigint, amount bigint)`;
}

asServed([reportRoutes], (call) => {
  let app: AProject;
  let viewer: AMember;
  let ids: Record<"alps" | "small" | "fresh", number>;

  beforeAll(async () => {
    const since = new Date("2025-09-01T00:00:00Z");
    app = await aProject({ timeZone: "UTC", currency: "EUR", now: since });
    viewer = await aMember("viewer", app.accountId);
    const alps = await aCampaign(app, { name: "Alps", network: "META", now: since });
    const small = await aCampaign(app, { name: "Small", network: "TIKTOK", now: since });
    const fresh = await aCampaign(app, { name: "Fresh", now: since });
    ids = { alps: alps.id, small: small.id, fresh: fresh.id };
    for (const week of oldWeeks)
      await aCohort(app, alps.id, week, { installs: 500, spend: 90_000, first: 10_000, until: 180 });
    const young1 = { installs: 300, spend: 27_000, first: 3_000, until: 3, payers: 30, adSet: "one" };
    const young2 = { installs: 200, spend: 18_000, first: 2_000, until: 3, payers: 20, adSet: "two" };
    await aCohort(app, alps.id, young, young1);
    await aCohort(app, alps.id, young, young2);
    await aCohort(app, small.id, young, { installs: 30, spend: 7_000, first: 1_000, until: 3, payers: 5 });
    await aCohort(app, fresh.id, young, { installs: 500, spend: 45_000, first: 10_000, until: 3 });
  });

  const answer = (path: string, query: Record<string, string>, at = now) =>
    call(`GET /api/dashboard/projects/${app.project.id}/report${path}`, {
      session: viewer.session,
      now: at,
      query: { ...days, columns, ...query },
    });
  const get = async (path: string, query: Record<string, string> = {}, at = now) => {
    const got = await answer(path, query, at);
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const values = (projected: ProjectedFigures | undefined) =>
    projectedReportColumns.map(({ id }) => {
      const value = projected?.[id]?.value ?? null;
      return value === null ? null : Number(value.toFixed(4));
    });

  /** Of Alps: 400 up to D90 and 500 up to D180, for 450 of spend and 500 installs. Day 135 is halfway between. */
  const alpsValues = [0.8889, 1.1111, 80, 100, 135];
  /** Of Fresh: 800 and 1,000. Its spend of 450 is reached halfway between D7 and D14. */
  const freshValues = [1.7778, 2.2222, 160, 200, 11];
  /** The day has completed D7 without further revenue, so 150 grow to 150 * 8 / 4 up to D90. */
  const alpsByDay = [0.6667, 0.8333, 60, 75, null];
  const none = [null, null, null, null, null];

  test("a campaign is projected by its older weeks, or by all campaigns; a small one has a reason instead", async () => {
    const data: TableData = await get("");
    const row = (id: number) => data.campaigns.find((one) => one.id === String(id))!;
    expect(values(row(ids.alps).projected)).toEqual(alpsValues);
    expect(values(row(ids.fresh).projected)).toEqual(freshValues);
    expect(values(row(ids.small).projected)).toEqual(none);
    for (const { refused } of Object.values(row(ids.small).projected!)) expect(refused).toBe(smallSampleText);
    const roas = row(ids.alps).projected!["projected:d90:roas"]!;
    expect(roas).toMatchObject({ installs: 500, of_installs: 500, refused: null });
    expect(roas.low!).toBeLessThanOrEqual(roas.value!);
    expect(roas.high!).toBeGreaterThanOrEqual(roas.value!);
  });

  test("ad sets and totals are projected from their own sums", async () => {
    const data: TableData = await get("");
    const alps = data.campaigns.find(({ name }) => name === "Alps")!;
    expect(alps.children.map(({ id, projected }) => [id, values(projected)])).toEqual([
      ["one", alpsValues],
      ["two", alpsValues],
    ]);
    // 480 of revenue up to D3 grow to 480 * 8 / 3 up to D90, for 970 of spend and 1,030 installs.
    const [d90, , ltv] = values(data.total.projected);
    expect([d90, ltv]).toEqual([
      Number(((480 * 8) / 3 / 970).toFixed(4)),
      Number(((48_000 * 8) / 3 / 1_030).toFixed(4)),
    ]);
    expect(data.all!.projected).toEqual(data.total.projected);
    expect(data.organic!.projected).toBeUndefined();
  });

  test("cohorts that are old enough count with their actual revenue, and without young ones there is no range", async () => {
    const both: TableData = await get("", { from: "2025-10-01" });
    const alps = both.campaigns.find(({ name }) => name === "Alps")!;
    // Five weeks of 800 and one of 400, for five of 900 and one of 450.
    expect(values(alps.projected).slice(0, 2)).toEqual([
      Number((4_400 / 4_950).toFixed(4)),
      Number((5_500 / 4_950).toFixed(4)),
    ]);
    const old: TableData = await get("", { from: "2025-10-01", to: "2025-11-30" });
    const figure = old.campaigns.find(({ name }) => name === "Alps")!.projected!["projected:d180:roas"]!;
    expect(figure).toMatchObject({ value: 1_000 / 900, low: null, high: null, installs: 2_500 });
  });

  test("without older cohorts there is no figure, with the reason", async () => {
    // A year ago, no cohort had reached D180.
    const at = new Date("2025-11-12T12:00:00Z");
    const data: TableData = await get("", { from: "2025-11-03", to: "2025-11-05" }, at);
    const alps = data.campaigns.find(({ name }) => name === "Alps")!;
    expect(alps.projected!["projected:d90:roas"]).toMatchObject({ value: null, refused: shortHistoryText });
  });

  test("breakdowns have the same figures, also by time, and the same total", async () => {
    const table: TableData = await get("");
    for (const [by, label, expected] of [
      ["network", "Meta", alpsValues],
      ["campaign", "Fresh", freshValues],
      ["network,week", "Meta", alpsValues],
      ["network,day", "Meta", alpsByDay],
      ["network,month", "Meta", alpsValues],
    ] as const) {
      const data: GroupsData = await get("/groups", { by, traffic: "paid" });
      const row = data.rows.find(({ labels }) => labels[0] === label)!;
      expect([by, values(row.projected)]).toEqual([by, expected]);
      expect(data.total_requested!.projected).toEqual(table.total.projected);
    }
    const byWeek: GroupsData = await get("/groups", { by: "week", traffic: "paid" });
    expect(values(byWeek.rows[0]!.projected)).toEqual(values(table.total.projected));
  });

  test("the report can be sorted by a projection, with rows without one last", async () => {
    const sorted = async (sort_field: string, sort_order: string) =>
      ((await get("", { columns: "installs", sort_field, sort_order })) as TableData).campaigns.map(
        ({ name }) => name,
      );
    expect(await sorted("projected:d90:roas", "descending")).toEqual(["Fresh", "Alps", "Small"]);
    expect(await sorted("projected:d90:roas", "ascending")).toEqual(["Alps", "Fresh", "Small"]);
    expect(await sorted("projected:break_even_day", "ascending")).toEqual(["Fresh", "Alps", "Small"]);
    const groups: GroupsData = await get("/groups", {
      by: "campaign",
      traffic: "paid",
      sort_field: "projected:d180:ltv",
      sort_order: "ascending",
    });
    expect(groups.rows.map(({ labels }) => labels[0])).toEqual(["Alps", "Fresh", "Small"]);
  });

  test("a row has its own history in each breakdown, and no value if its younger weeks are too small", async () => {
    const since = new Date("2025-09-01T00:00:00Z");
    const other = await aProject({ timeZone: "UTC", currency: "EUR", now: since, account: app.accountId });
    const flat = await aCampaign(other, { name: "Flat", network: "META", now: since });
    const steep = await aCampaign(other, { name: "Steep", network: "TIKTOK", now: since });
    const shrunk = await aCampaign(other, { name: "Shrunk", network: "GOOGLE", now: since });
    const cohort = { installs: 500, spend: 10_000, first: 10_000 };
    for (const week of oldWeeks) {
      await aCohort(other, flat.id, week, { ...cohort, until: 0 });
      await aCohort(other, steep.id, week, { ...cohort, until: 180 });
      await aCohort(other, shrunk.id, week, { ...cohort, until: 180 });
    }
    await aCohort(other, flat.id, young, { ...cohort, until: 0 });
    await aCohort(other, steep.id, young, { ...cohort, until: 3 });
    await aCohort(other, shrunk.id, young, { ...cohort, installs: 30, until: 3 });
    for (const by of ["network", "network,week", "network,month"]) {
      const got = await call(`GET /api/dashboard/projects/${other.project.id}/report/groups`, {
        session: viewer.session,
        now,
        query: { ...days, from: by === "network" ? "2025-10-01" : days.from, by, columns, traffic: "paid" },
      });
      const { rows } = got.body.data as GroupsData;
      const of = (label: string) =>
        rows.find(({ labels }) => labels[0] === label)!.projected!["projected:d90:roas"]!;
      expect([by, of("Meta").value, of("TikTok").value]).toEqual([by, 1, expect.closeTo(8, 6)]);
      expect(of("Google Ads")).toMatchObject({ value: null, refused: smallSampleText });
    }
  });

  test("files have the columns, with a dash for small samples", async () => {
    const text = unquoted((await answer("/export.csv", {})).text);
    const [head, ...lines] = text.trim().split(/\r?\n/);
    expect(head).toContain(
      "Projected ROAS D90,Projected ROAS D180,Projected LTV D90 (EUR),Projected LTV D180 (EUR),Breaks even on day",
    );
    expect(lines.find((line) => line.includes("Alps"))).toMatch(/,0\.89,1\.11,0\.8,1,135$/);
    expect(lines.find((line) => line.includes("Small"))).toMatch(/,–,–,–,–,–$/);
    const groups = unquoted((await answer("/groups/export.csv", { by: "network", traffic: "paid" })).text);
    expect(groups).toMatch(/Meta,0\.89,1\.11,0\.8,1,135/);
  });

  test("without a requested column nothing is projected, and the retargeting view has no projections", async () => {
    const data: TableData = await get("", { columns: "installs" });
    expect(data.total).not.toHaveProperty("projected");
    const { sql: text, left_out: leftOut } = await get("/sql", { by: "campaign", view: "retargeting" });
    expect([text.includes("Projected"), leftOut]).toEqual([false, []]);
  });

  test("the shown SQL lists projections as left out, because they are no sums", async () => {
    const { left_out: leftOut } = await get("/sql", { by: "campaign", columns: `installs,${columns}` });
    expect(leftOut).toEqual(projectedReportColumns.map(({ label }) => label));
  });

  test("422 the report can't be sorted by an unknown projection", async () => {
    for (const sort_field of ["projected:d30:roas", "projected:d90:arppu", "projected:d90"])
      expect((await answer("", { sort_field })).status).toBe(422);
  });
});
