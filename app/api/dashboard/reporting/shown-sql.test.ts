import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import { type MetricName, metricNames, metrics } from "@/lib/reporting/metrics/metrics";
import { mainFigures } from "@/lib/reporting/overview/names";
import type { OverviewData } from "@/lib/reporting/overview/schema";
import {
  cohortColumnsOf,
  eventColumnId,
  fixedColumns,
  isInView,
  metricColumns,
  type ReportColumn,
  reportColumn,
} from "@/lib/reporting/table/columns";
import { csvFigure, csvHead } from "@/lib/reporting/table/csv";
import type { TableData, TableFigures } from "@/lib/reporting/table/schema";
import { type AMember, aMember } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { overviewRoutes } from "./overview";
import { reportRoutes } from "./report";

const days = { from: "2026-06-01", to: "2026-06-10" };
type Row = Record<string, unknown>;

asServed([reportRoutes, overviewRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;

  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
    const { id } = world.app.project;
    // In the retargeting view, the other campaign's clicks and spend are not known to be of returning users.
    await sql`
      update campaigns set tags = '{Spring,O''Hara}', purpose = 'retargeting' where project_id = ${id} and id = ${world.meta.id}`;
    // Every measure, at every level, with amounts that no rounding hides. Some ratios are close to a half.
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, name, platform, country, install_version, ad_set_id,
        creative_id, keyword_id, publisher_id, count, amount)
      select ${id}, d.day::date, c.id, m.measure, m.name, p.platform, p.country, p.version, a.ad_set, a.creative, a.keyword, a.publisher,
        7 + length(m.measure || m.name || a.creative) * (1 + c.factor), 1003 + 17 * length(m.measure || p.country || a.ad_set)
      from unnest(array['2026-05-20', '2026-06-02', '2026-06-03', '2026-06-09']) d(day)
      cross join (values (0::bigint, 0), (${world.meta.id}, 0), (${world.plain.id}, 2)) c(id, factor)
      cross join (values ('IOS', 'DE', '2.0'), ('ANDROID', 'IN', '2.1'), ('', '', '')) p(platform, country, version)
      cross join (values ('one', 'sun', '', 'com.game'), ('one', '', 'boots', ''), ('', 'rain', '', 'com.game'), ('', '', '', ''))
        a(ad_set, creative, keyword, publisher)
      cross join (values ('clicks', ''), ('scans', ''), ('impressions', ''), ('installs', ''), ('signups', ''), ('spend', ''),
        ('payment', 'FIRST_PAYMENT'), ('payment', 'SUBSCRIPTION_REFUNDED'), ('payment', 'SUBSCRIPTION_CANCELLED'),
        ('return_payment', 'RECURRING'), ('return_payment', 'FUNDS_WITHDRAWAL'), ('reinstalls', ''), ('reengagements', ''),
        ('uninstalls', ''), ('uninstalled', ''), ('probed', ''), ('suspicious', ''), ('click_through', ''),
        ('view_through', ''), ('event', 'it''s'), ('event', 'hike'), ('return_event', 'it''s'), ('return_event', 'hike'), ('opened_on', '1'), ('opened_on', '7'),
        ('opened_since', '1'), ('opened_since', '7'), ('revenue_since', '0'), ('revenue_since', '2'),
        ('revenue_since', '60'), ('payers', '0'), ('payers', '3'), ('event_since', '1 it''s'), ('event_since', '3 it''s'),
        ('event_since', '3 hike')) m(measure, name)
      where (m.measure not in ('installs') or p.platform <> '')`;
  });

  const get = async (path: string, query: Record<string, string>) => {
    const got = await call(`GET /api/dashboard/projects/${world.app.project.id}${path}`, {
      session: viewer.session,
      now: world.now,
      query: { ...days, ...query },
    });
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const run = async (path: string, query: Record<string, string>): Promise<Row[]> => {
    const { sql: text } = await get(path, query);
    return (await runShownSql(world.app.project, text)) as Row[];
  };

  /** The figure as a person reads it. */
  const shown = (column: ReportColumn, value: number | null) => csvFigure(column.unit, value, 2);
  const returned = (column: ReportColumn, row: Row | undefined) => {
    const value = row?.[csvHead(column, "EUR")];
    if (value === null || value === undefined) return "–";
    return column.unit === "money" ? Number(value) : csvFigure(column.unit, Number(value), 2);
  };
  const all = (columns: readonly ReportColumn[], of: (column: ReportColumn) => unknown) =>
    Object.fromEntries(columns.map((column) => [column.id, of(column)]));

  const columns = metricNames.join(",");
  const filters: Record<string, string>[] = [
    {},
    { view: "retargeting" },
    { traffic: "paid", platform: "ios" },
    { country: "IN", from: "2026-06-03", to: "2026-06-03" },
    { network: "META" },
    { search: "it's" },
    { publisher: "com.game" },
    { publisher: "none" },
  ];

  describe.each(filters)("report %j", (filter) => {
    test.each([
      "network",
      "country",
      "app_version",
      "publisher",
      "platform",
      "tag",
      "affiliate",
      "week",
      "day,campaign",
      "month,country",
    ])("by %s, the SQL returns every metric of the view for every row", async (by) => {
      const view = filter.view === "retargeting" ? "retargeting" : "user_acquisition";
      const offered = metricColumns.filter((column) => isInView(view, column));
      expect(offered.length).toBeGreaterThan(view === "retargeting" ? 10 : metricColumns.length - 4);
      const { rows } = (await get("/report/groups", { by, limit: "500", ...filter })) as { rows: GroupRow[] };
      const found = await run("/report/sql", { by, columns, ...filter });
      const names = by.split(",").map((name) => (name === "campaign" ? "campaign_id" : name));
      const at = (keys: string[]) =>
        found.find((row) => names.every((name, i) => String(row[name]) === keys[i]));
      const figures = (row: GroupRow) =>
        all(offered, (column) => shown(column, row.metrics[column.id as MetricName]));
      // A row whose only figures are of new users has nothing in the retargeting view.
      const isEmpty = (row: GroupRow) =>
        Object.values(figures(row)).every((value) => value === 0 || value === "–");
      const expected = rows.filter((row) => view === "user_acquisition" || at(row.keys) || !isEmpty(row));
      for (const row of expected)
        expect(all(offered, (column) => returned(column, at(row.keys)))).toEqual(figures(row));
      expect(found.length).toBeGreaterThanOrEqual(expected.length);
      expect(rows.length > 0).toBe(filter.search === undefined);
    });
  });

  const everyColumn = [
    ...fixedColumns,
    ...cohortColumnsOf(null),
    ...cohortColumnsOf("it's"),
    ...cohortColumnsOf("hike").filter(({ cohort }) => cohort!.metric.startsWith("event_")),
    ...(["count", "amount", "cost"] as const).flatMap((part) => [
      reportColumn(eventColumnId("event", "it's", part))!,
      reportColumn(eventColumnId("payment", "FIRST_PAYMENT", part))!,
    ]),
  ];
  const ids = everyColumn.map(({ id }) => id).join(",");
  const ofNewUsers = everyColumn.filter((column) => isInView("user_acquisition", column));
  const figures = (row: TableFigures) => all(ofNewUsers, (column) => shown(column, column.of(row)));
  const ofSql = (row: Row | undefined) => all(ofNewUsers, (column) => returned(column, row));

  test("at every level and in total, the SQL returns metrics, events, payments and cohorts of the table", async () => {
    const data = (await get("/report", { columns: ids })) as TableData;
    expect(ofSql((await run("/report/sql", { by: "total", columns: ids, traffic: "paid" }))[0])).toEqual(
      figures(data.total),
    );
    expect(ofSql((await run("/report/sql", { by: "total", columns: ids }))[0])).toEqual(figures(data.all!));
    const found = await run("/report/sql", { by: "campaign", columns: ids });
    const creatives = await run("/report/sql", { by: "creative", columns: ids });
    const keywords = await run("/report/sql", { by: "keyword", columns: ids });
    const adSets = await run("/report/sql", { by: "ad_set", columns: ids });
    for (const campaign of data.campaigns) {
      const within = (rows: Row[]) => rows.filter((row) => String(row.campaign_id) === campaign.id);
      expect(ofSql(within(found)[0])).toEqual(figures(campaign));
      expect(within(found)[0]!.campaign).toBe(campaign.name);
      for (const adSet of campaign.children) {
        const inSet = (rows: Row[]) => within(rows).filter((row) => row.ad_set_id === adSet.id);
        expect(ofSql(inSet(adSets)[0])).toEqual(figures(adSet));
        for (const leaf of adSet.children) {
          const leaves = inSet(leaf.level === "creative" ? creatives : keywords);
          expect(ofSql(leaves.find((row) => row[`${leaf.level}_id`] === leaf.id))).toEqual(figures(leaf));
        }
      }
    }
    expect(data.campaigns.flatMap(({ children }) => children).length).toBeGreaterThan(3);
  });

  test("in the retargeting view, the SQL returns events and payments soon after returns", async () => {
    const offered = everyColumn.filter((column) => isInView("retargeting", column));
    expect(offered.filter(({ group }) => group === "events")).toHaveLength(3);
    const of = (row: Row | undefined) => all(offered, (column) => returned(column, row));
    const data = (await get("/report", { columns: ids, view: "retargeting" })) as TableData;
    const found = await run("/report/sql", { by: "campaign", columns: ids, view: "retargeting" });
    expect(data.campaigns.length).toBeGreaterThan(1);
    const figuresOf = (row: TableFigures) => all(offered, (column) => shown(column, column.of(row)));
    for (const campaign of data.campaigns)
      expect(of(found.find((row) => String(row.campaign_id) === campaign.id))).toEqual(figuresOf(campaign));
    const total = { by: "total", columns: ids, view: "retargeting" };
    expect(of((await run("/report/sql", { ...total, traffic: "paid" }))[0])).toEqual(figuresOf(data.total));
    const adSets = await run("/report/sql", { ...total, by: "ad_set" });
    for (const { id, children } of data.campaigns)
      for (const adSet of children)
        expect(
          of(adSets.find((row) => String(row.campaign_id) === id && row.ad_set_id === adSet.id)),
        ).toEqual(figuresOf(adSet));
    const spent = new Set(data.campaigns.map(({ metrics: { spend } }) => spend !== null));
    expect(spent).toEqual(new Set([true, false]));
    expect(data.campaigns.some(({ events }) => (events.hike?.count ?? 0) > 0)).toBe(true);
  });

  test("distinct users are listed as left out", async () => {
    const columns = `installs,${eventColumnId("event", "hike", "unique")}`;
    const answer = await get("/report/sql", { by: "total", columns });
    expect(answer.left_out).toEqual(["hike: users"]);
    expect(answer.sql).not.toContain("hike");
  });

  const focuses: Record<string, string>[] = [{}, { traffic: "all" }, { country: "IN" }, { network: "META" }];
  test.each(focuses)("overview %j: the SQL returns totals, days, cards and paying users", async (focus) => {
    const data = (await get("/overview", { ...focus, compare: "none" })) as OverviewData;
    const main = metricColumns.filter(({ id }) => mainFigures.some((name) => name === id));
    const of = (row: Row | undefined) => all(main, (column) => returned(column, row));
    const [total] = await run("/overview/sql", { ...focus, by: "total" });
    expect(of(total)).toEqual(
      all(main, (column) => shown(column, data.figures[column.id as (typeof mainFigures)[number]].total)),
    );
    const [paying] = await run("/overview/sql", { ...focus, by: "paying" });
    expect(paying).toEqual({ users: data.funnel.paying });
    const byDay = await run("/overview/sql", { ...focus, by: "day" });
    expect(byDay.reduce((sum, row) => sum + Number(row.Installs), 0)).toBe(data.figures.installs.total);
    const installs = async (by: string) =>
      Object.fromEntries(
        (await run("/overview/sql", { ...focus, by }))
          .map((row) => [String(row[by] ?? row[`${by}_id`]), Number(row.Installs)])
          .filter(([, count]) => count !== 0),
      );
    const keyed = (rows: [string, number][]) => Object.fromEntries(rows);
    expect(await installs("country")).toEqual(keyed(data.countries.map((row) => [row.country, row.value])));
    expect(await installs("platform")).toEqual(keyed(data.platforms.map((row) => [row.platform, row.value])));
    expect(await installs("creative")).toEqual(keyed(data.creatives.map((row) => [row.creative, row.value])));
    expect(await installs("network")).toEqual(
      keyed(data.networks.map((row) => [row.organic ? "organic" : (row.network ?? ""), row.value])),
    );
  });

  test("422 rows and columns that do not exist", async () => {
    const path = `GET /api/dashboard/projects/${world.app.project.id}`;
    const status = async (rest: string, query: Record<string, string>) =>
      (await call(path + rest, { session: viewer.session, query: { ...days, ...query } })).status;
    for (const query of [{ by: "colour", columns: "installs" }, { by: "total" }, { columns: "installs" }])
      expect([query, [400, 422].includes(await status("/report/sql", query as never))]).toEqual([
        query,
        true,
      ]);
    expect([400, 422]).toContain(await status("/report/sql", { by: "total", columns: "nonsense" }));
    expect([400, 422]).toContain(await status("/overview/sql", { by: "colour" }));
    expect(metrics.installs.label).toBe("Installs");
  });
});
