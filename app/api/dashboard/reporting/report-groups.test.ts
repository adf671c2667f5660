import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { addDays } from "@/lib/base/days";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { dimensionNames } from "@/lib/reporting/groups/dimensions";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import type { MetricName } from "@/lib/reporting/metrics/metrics";
import { type AMember, aMember, anAffiliate, aProject } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { reportRoutes } from "./report";

const days = { from: "2026-06-01", to: "2026-06-10" };
const added = [
  "clicks",
  "installs",
  "signups",
  "revenue",
  "spend",
  "reinstalls",
] as const satisfies MetricName[];

asServed([reportRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;
  const get = (path: string, query: Record<string, string>) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/report${path}`, {
      session: viewer.session,
      now: world.now,
      query: { ...days, ...query },
    });
  const groups = async (query: Record<string, string>): Promise<GroupRow[]> => {
    const got = await get("/groups", { limit: "500", ...query });
    expect(got.status, got.text).toBe(200);
    return got.body.data.rows;
  };
  const sumOf = (rows: GroupRow[]) =>
    Object.fromEntries(
      added.map((name) => [name, rows.reduce((sum, row) => sum + (row.metrics[name] ?? 0), 0)]),
    );

  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
    await anAffiliate(world.app, "Partner");
    const project = world.app.project.id;
    await sql`
      update campaigns set network = 'META', tags = '{Spring}' where project_id = ${project} and id = (
        select min(id) from campaigns where project_id = ${project})`;
    await sql`
      update campaigns set affiliate_id = (select id from affiliates where project_id = ${project})
      where project_id = ${project} and network is null`;
  });

  const pairs = dimensionNames.flatMap((one) => [one, `${one},${one === "week" ? "platform" : "week"}`]);
  test.each(pairs)("by %s the rows add up to the report's total", async (by) => {
    const { all } = (await get("", {})).body.data;
    const rows = await groups({ by });
    expect(sumOf(rows)).toEqual(Object.fromEntries(added.map((name) => [name, all.metrics[name]])));
    expect(new Set(rows.map(({ keys }) => keys.join("\0"))).size).toBe(rows.length);
    expect(
      rows.every(({ keys, labels }) => keys.length === by.split(",").length && labels.every(Boolean)),
    ).toBe(true);
  });

  test("rows have names, also those without a value", async () => {
    const labels = async (by: string) => (await groups({ by })).map((row) => row.labels[0]).sort();
    expect(await labels("network")).toEqual(["Meta", "No network", "Organic"]);
    expect(await labels("tag")).toEqual(["No tag", "Spring"]);
    expect(await labels("affiliate")).toEqual(["No affiliate", "Partner"]);
    expect(await labels("campaign")).toContain("Organic");
  });

  test("a campaign with two tags is in both rows; spellings are merged", async () => {
    const project = world.app.project.id;
    const before = await groups({ by: "tag" });
    await sql`update campaigns set tags = '{spring,Brand}' where project_id = ${project} and network = 'META'`;
    const rows = await groups({ by: "tag" });
    const row = (name: string) => rows.find(({ keys }) => keys[0] === name)?.metrics;
    expect(row("brand")).toEqual(before.find(({ keys }) => keys[0] === "spring")?.metrics);
    expect(row("spring")).toEqual(row("brand"));
    await sql`update campaigns set tags = '{Spring}' where project_id = ${project} and network = 'META'`;
  });

  test.each([
    ["monday", 1],
    ["saturday", 6],
    ["sunday", 0],
  ])("weeks that begin on %s contain their days", async (start, weekday) => {
    const project = world.app.project.id;
    await sql`update projects set week_starts_on = ${start} where id = ${project}`;
    const byDay = await groups({ by: "day" });
    const got = await get("/groups", { by: "week", limit: "500" });
    await sql`update projects set week_starts_on = 'monday' where id = ${project}`;
    expect(got.body.data.week_start).toBe(start);
    for (const { keys, metrics } of got.body.data.rows as GroupRow[]) {
      const [first = ""] = keys;
      expect(new Date(`${first}T00:00:00Z`).getUTCDay()).toBe(weekday);
      const last = addDays(first, 6);
      const within = byDay.filter(({ keys: [day = ""] }) => day >= first && day <= last);
      expect(metrics.clicks).toBe(within.reduce((sum, row) => sum + (row.metrics.clicks ?? 0), 0));
    }
    expect(sumOf(got.body.data.rows)).toEqual(sumOf(byDay));
  });

  test("campaign filters leave out other campaigns and organic; a platform filter only other platforms", async () => {
    const rows = await groups({ by: "campaign", network: "meta" });
    expect(rows).toHaveLength(1);
    const on = async (query: Record<string, string>) => sumOf(await groups({ by: "day", ...query })).installs;
    expect(Number(await on({ platform: "ios" })) + Number(await on({ platform: "android" }))).toBe(
      await on({}),
    );
  });

  test("rows by country have the facts of their installs; spend without a country has its own row", async () => {
    const { rows, total } = (await get("/groups", { by: "country" })).body.data;
    const figures = rows.map(({ labels, metrics }: GroupRow) => [
      labels[0],
      ...(["clicks", "installs", "signups", "revenue", "spend", "roas", "cost_per_install"] as const).map(
        (name) => metrics[name],
      ),
    ]);
    expect(figures).toEqual([
      ["Unknown", 4, 3, 2, 0, 0, null, null],
      ["India", 1, 2, 2, 2_050, 0, null, null],
      ["Germany", 0, 1, 0, 0, 0, null, null],
      ["Not broken down", 0, 0, 0, 0, 4_100, null, null],
    ]);
    expect(total.spend).toBe(4_100);
    const file = unquoted((await get("/groups/export.csv", { by: "country", columns: "spend,roas" })).text);
    expect(file).toBe(
      "Country,Spend (EUR),ROAS\r\nUnknown,0,–\r\nIndia,0,–\r\nGermany,0,–\r\nNot broken down,41,–\r\n",
    );
  });

  test("a country filters rows, their total and the ads of campaigns; spend without a country is reported", async () => {
    const { rows, total, spend_left_out } = (await get("/groups", { by: "campaign", country: "IN" })).body
      .data;
    expect(spend_left_out).toBe(4_100);
    expect(rows.map(({ labels, metrics }: GroupRow) => [labels[0], metrics.installs]).sort()).toEqual([
      ["Alps", 1],
      ["Organic", 1],
    ]);
    expect(total).toMatchObject({ installs: 2, clicks: 1, revenue: 2_050, spend: 0, roas: null });
    const table = (await get("", { country: "IN" })).body.data;
    expect(table.all.metrics).toEqual(total);
    expect(table.spend_left_out).toBe(4_100);
    expect((await get("", {})).body.data.spend_left_out).toBe(0);
    const alps = table.campaigns.find(({ name }: { name: string }) => name === "Alps");
    expect(alps.children.map(({ id }: { id: string }) => id)).toEqual(["one"]);
    expect(alps.children[0].metrics).toMatchObject({ installs: 1, revenue: 2_000, spend: 0 });
    const unknown = (await get("/groups", { by: "campaign", country: "none" })).body.data.total;
    expect(unknown).toMatchObject({ installs: 3, clicks: 4, spend: 0 });
    const refused = await get("/groups", { by: "campaign", country: "India" });
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      "A country must be two capital letters, or none.",
    ]);
  });

  test("the unique users of events are filtered by country like the events", async () => {
    const column = "event:hike:unique";
    const users = async (query: Record<string, string>) => {
      const { all } = (await get("", { columns: column, to: "2026-06-20", ...query })).body.data;
      return all.events.hike?.unique ?? 0;
    };
    const past = async (query: Record<string, string>) => users({ to: "2026-06-10", ...query });
    for (const count of [users, past])
      expect([await count({}), await count({ country: "IN" }), await count({ country: "none" })]).toEqual([
        3, 2, 1,
      ]);
  });

  test("sorted by any figure or key, in both directions, and paged", async () => {
    const inOrder = async (query: Record<string, string>) =>
      (await groups({ by: "day", ...query })).map(({ keys }) => keys[0]);
    const byKey = await inOrder({ sort_field: "key", sort_order: "ascending" });
    expect(byKey).toEqual([...byKey].sort());
    expect(await inOrder({ sort_field: "key" })).toEqual([...byKey].reverse());
    const installs = (await groups({ by: "day" })).map(({ metrics }) => metrics.installs ?? 0);
    expect(installs).toEqual([...installs].sort((a, b) => b - a));
    const second = await get("/groups", {
      by: "day",
      sort_field: "key",
      sort_order: "ascending",
      limit: "1",
      page: "2",
    });
    expect(second.body.data.rows[0].keys).toEqual([byKey[1]]);
    expect(second.body.data.pagination).toMatchObject({ total: byKey.length, page: 2 });
  });

  test("as CSV: every row, money in units of the currency", async () => {
    const got = await get("/groups/export.csv", { by: "network,month" });
    const [head, ...lines] = unquoted(got.text).split("\r\n").slice(0, -1);
    expect(head).toMatch(/^Network,Month,Clicks,QR scans,Installs,/);
    const rows = await groups({ by: "network,month" });
    expect(lines).toHaveLength(rows.length);
    const at = head!.split(",").indexOf("Spend (EUR)");
    expect(lines.map((line) => Number(line.split(",")[at]))).toEqual(
      rows.map(({ metrics }) => (metrics.spend ?? 0) / 100),
    );
  });

  test("a file has exactly the chosen columns, in their order", async () => {
    const got = await get("/groups/export.csv", {
      by: "platform",
      columns: "spend,installs,event:hike:unique",
    });
    const [head, ...lines] = unquoted(got.text).split("\r\n").slice(0, -1);
    expect(head).toBe("Platform,Spend (EUR),Installs");
    const rows = await groups({ by: "platform" });
    expect(lines).toEqual(
      rows.map(({ labels, metrics }) => [labels[0], (metrics.spend ?? 0) / 100, metrics.installs].join(",")),
    );
  });

  test("paid leaves out organic from rows and total", async () => {
    const { total, organic } = (await get("", {})).body.data;
    const paid = (await get("/groups", { by: "network", traffic: "paid" })).body.data;
    expect(paid.rows.map(({ labels }: GroupRow) => labels[0])).not.toContain("Organic");
    expect(paid.total).toEqual(total.metrics);
    const all = (await get("/groups", { by: "network" })).body.data;
    expect(all.total.installs).toBe(paid.total.installs + organic.metrics.installs);
  });

  test("there is no total if a campaign may be in several rows", async () => {
    expect((await get("/groups", { by: "tag" })).body.data.total).toBeNull();
    expect((await get("/groups", { by: "month,tag" })).body.data.total).toBeNull();
    expect((await get("/groups", { by: "month" })).body.data.total).not.toBeNull();
  });

  test("rows that are equal in the second key are sorted by the first", async () => {
    const rows = await groups({ by: "platform,day", sort_field: "second", sort_order: "ascending" });
    const days = rows.map(({ keys }) => keys[1]);
    expect(days).toEqual([...days].sort());
    expect(new Set(days).size).toBeGreaterThan(1);
  });

  test("too many rows are rejected with a message instead of filling the memory", async () => {
    const other = await aProject();
    const { session } = await aMember("viewer", other.accountId);
    await sql`
      insert into ledger (project_id, day, campaign_id, measure, count)
      select ${other.project.id}, '2026-06-01'::date + n % 10, n, 'clicks', 1 from generate_series(1, 200001) as n`;
    const read = (by: string) =>
      call(`GET /api/dashboard/projects/${other.project.id}/report/groups`, {
        session,
        query: { ...days, by },
      });
    const refused = await read("campaign,day");
    expect([refused.status, refused.body.msg]).toEqual([
      422,
      "The report would have too many rows. Choose fewer days or fewer breakdowns.",
    ]);
    expect((await read("day")).body.data.total.clicks).toBe(200_001);
  });

  test.each([
    [
      {},
      "by must be one or two of campaign, network, affiliate, tag, platform, country, app_version, publisher, day, week, month.",
    ],
    [
      { by: "hour" },
      "by must be one or two of campaign, network, affiliate, tag, platform, country, app_version, publisher, day, week, month.",
    ],
    [
      { by: "day,week,tag" },
      "by must be one or two of campaign, network, affiliate, tag, platform, country, app_version, publisher, day, week, month.",
    ],
    [{ by: "day", sort_field: "luck" }, "The report can't be sorted by this column."],
    [{ by: "day", from: "June" }, "from must be a date of the form YYYY-MM-DD."],
  ])("rejected: %j", async (query: Record<string, string>, message) => {
    const got = await get("/groups", query);
    expect(got.body.msg).toBe(message);
    expect(got.status).toBeGreaterThanOrEqual(400);
  });
});
