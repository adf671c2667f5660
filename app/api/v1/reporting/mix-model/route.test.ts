import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { mixModelRoutes } from "@/app/api/dashboard/reporting/mix-model";
import { reportRoutes } from "@/app/api/dashboard/reporting/report";
import * as file from "@/app/api/v1/reporting/mix-model/file/route";
import * as description from "@/app/api/v1/reporting/mix-model/route";
import { sql } from "@/db";
import { addDays, weekStartOf } from "@/lib/base/days";
import { asServed, asServedOrBoth, unquoted } from "@/lib/platform/http/testing";
import type { GroupsData } from "@/lib/reporting/groups/schema";
import type { MixModelData } from "@/lib/reporting/mix-model/schema";
import {
  type AMember,
  type AProject,
  aCampaign,
  aMember,
  aProject,
  withoutLimits,
} from "@/testing/factories";

const path = "GET /api/v1/reporting/mix-model";
const today = "2026-06-20";
const now = new Date(`${today}T12:00:00Z`);
const formats = "meridian, robyn";

const refused: [Record<string, string>, string][] = [
  [{ format: "excel" }, `format must be one of ${formats}.`],
  [{ every: "month" }, "every must be one of week, day."],
  [{ geo: "city" }, "geo must be one of national, country."],
  [{ kpi: "clicks" }, "kpi must be one of installs, signups, revenue, ad_revenue, total_revenue."],
  [{ from: "2026-02-30" }, "from must be a date of the form YYYY-MM-DD."],
  [{ from: "2026-06-02", to: "2026-06-01" }, "from must not be after to."],
  [{ from: "2023-06-01", to: "2026-06-01" }, "Choose at most 1096 days."],
  [
    { format: "robyn", geo: "country" },
    "Robyn reads one row for each date. Choose geo=national, with country for one country.",
  ],
  [{ geo: "country", country: "DE" }, "A file of one country has no rows by country. Choose geo=national."],
];

asServedOrBoth([description, file], (call) => {
  test("401 missing server key", async () => {
    for (const each of [path, `${path}/file`])
      expect(await call(each)).toMatchObject({ status: 401, body: { msg: "Unauthorized access." } });
  });
  test("402 a suspended account", async () => {
    const app = await aProject();
    await sql`update projects set suspended_at = now() where id = ${app.project.id}`;
    for (const each of [path, `${path}/file`])
      expect((await call(each, { key: app.serverKey })).status).toBe(402);
  });
  describe("validation", () => {
    let app: AProject;
    beforeAll(async () => {
      app = await aProject();
      await withoutLimits(app);
    });
    test.each(refused)("422 %j", async (query, msg) => {
      for (const each of [path, `${path}/file`])
        expect(await call(each, { key: app.serverKey, now, query })).toMatchObject({
          status: 422,
          body: { msg, status: 422 },
        });
    });
    test("200 a project without data has rows of zeros, which are marked as gaps", async () => {
      const got = await call(`${path}/file`, {
        key: app.serverKey,
        now,
        query: { from: "2026-06-17", every: "day" },
      });
      expect(unquoted(got.text)).toBe(
        "time,installs,revenue_per_kpi,gap_days,gaps\r\n" +
          ["17", "18", "19"].map((day) => `2026-06-${day},0,0,1,before_first_day\r\n`).join(""),
      );
    });
    test("200 without a complete week, the file has its header only", async () => {
      const query = { from: "2026-06-16" };
      const got = await call(`${path}/file`, { key: app.serverKey, now, query });
      expect(unquoted(got.text)).toBe("time,installs,revenue_per_kpi,gap_days,gaps\r\n");
      const { data } = (await call(path, { key: app.serverKey, now, query })).body;
      expect(data).toMatchObject({ days: null, rows: 0 });
    });
  });
});

asServed([mixModelRoutes, reportRoutes], (call) => {
  let app: AProject;
  let viewer: AMember;
  const networks = ["META", "TIKTOK", "My-Net_2", null] as const;

  beforeAll(async () => {
    app = await aProject({ timeZone: "Europe/Berlin", currency: "EUR" });
    viewer = await aMember("viewer", app.accountId);
    const campaigns: number[] = [];
    for (const network of networks)
      campaigns.push((await aCampaign(app, { name: network ?? "Newsletter", network: undefined })).id);
    for (const [i, network] of networks.entries())
      await sql`update campaigns set network = ${network} where project_id = ${app.project.id} and id = ${campaigns[i]!}`;
    const [meta, tiktok, own, free] = campaigns as [number, number, number, number];
    const [rows] = fc.sample(
      fc.array(
        fc.record({
          day: fc.integer({ min: -40, max: 0 }).map((days) => addDays(today, days)),
          country: fc.constantFrom("DE", "FR", "NA", ""),
          what: fc.constantFrom(
            ...([
              [0, "installs"],
              [0, "signups"],
              [0, "payment"],
              [meta, "installs"],
              [meta, "signups"],
              [meta, "payment"],
              [meta, "ad_revenue"],
              [meta, "clicks"],
              [meta, "spend"],
              [meta, "network_impressions"],
              [tiktok, "spend"],
              [tiktok, "clicks"],
              [own, "spend"],
              [free, "clicks"],
              [free, "installs"],
            ] as [number, string][]),
          ),
          count: fc.integer({ min: 1, max: 40 }),
          amount: fc.integer({ min: 0, max: 90_000 }),
        }),
        { minLength: 2_000, maxLength: 2_000 },
      ),
      { numRuns: 1, seed: 7 },
    );
    await sql`
      insert into ledger ${sql(
        rows!.map(({ what: [campaign_id, measure], ...row }) => ({
          ...row,
          campaign_id,
          measure,
          project_id: app.project.id,
          platform: "IOS",
          ad_set_id: "",
          keyword_id: "",
          creative_id: "",
          count: measure === "spend" ? 0 : row.count,
          amount: measure === "ad_revenue" ? row.amount * 1_000_000 : row.amount,
          name: measure === "payment" ? (row.amount % 5 ? "ONE_TIME" : "SUBSCRIPTION_REFUNDED") : "",
        })),
      )}`;
  });

  const get = async (at: string, query: Record<string, string>) => {
    const got = await call(`GET /api/dashboard/projects/${app.project.id}${at}`, {
      session: viewer.session,
      now,
      query,
    });
    expect(got.status, got.text).toBe(200);
    return got;
  };
  const describeFile = async (query: Record<string, string>) =>
    (await get("/mix-model", query)).body.data as MixModelData;
  const tableOf = async (query: Record<string, string>) => {
    const lines = unquoted((await get("/mix-model/export.csv", query)).text)
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    const [head, ...rows] = lines as [string[], ...string[][]];
    return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]!])));
  };
  const sumOf = (rows: Record<string, string>[], name: string) =>
    Math.round(rows.reduce((sum, row) => sum + Number(row[name]), 0) * 1e4) / 1e4;
  const report = async (days: { from: string; to: string }, by: string, query: Record<string, string> = {}) =>
    (await get("/report/groups", { ...days, by, limit: "500", ...query })).body.data as GroupsData;

  test.each(["day", "week"])(
    "by %s, every column adds up to the report of the same days, and to its total in the description",
    async (every) => {
      for (const kpi of ["installs", "signups", "revenue", "ad_revenue", "total_revenue"] as const) {
        const query = { every, kpi, from: "2026-05-12", to: "2026-06-30" };
        const { days, columns } = await describeFile(query);
        // Today is incomplete, and so is the week that it belongs to.
        expect(days).toEqual(
          every === "day"
            ? { from: "2026-05-12", to: "2026-06-19" }
            : { from: "2026-05-18", to: "2026-06-14" },
        );
        const rows = await tableOf(query);
        expect(rows.length).toBe(every === "day" ? 39 : 4);
        const byNetwork = await report(days!, "network");
        const inReport = (network: string, metric: "spend" | "network_impressions" | "clicks") =>
          byNetwork.rows.find(({ keys }) => keys[0] === network)?.metrics[metric] ?? 0;
        const money = kpi === "installs" || kpi === "signups" ? 1 : 100;
        expect(sumOf(rows, kpi)).toBe((byNetwork.total![kpi] ?? 0) / money);
        expect(sumOf(rows, "meta_spend")).toBe(inReport("META", "spend") / 100);
        expect(sumOf(rows, "meta_impression")).toBe(inReport("META", "network_impressions"));
        expect(sumOf(rows, "tiktok_spend")).toBe(inReport("TIKTOK", "spend") / 100);
        expect(sumOf(rows, "tiktok_click")).toBe(inReport("TIKTOK", "clicks"));
        expect(sumOf(rows, "no_network_click")).toBe(inReport("", "clicks"));
        for (const { name, role, total } of columns)
          if (total !== null)
            expect(sumOf(rows, name)).toBe(
              role === "spend" || (role === "kpi" && money > 1) ? total / 100 : total,
            );
      }
    },
  );

  test("revenue per KPI is the revenue of purchases and ads, divided by the KPI of the same row", async () => {
    const rows = await tableOf({ every: "week", kpi: "signups" });
    const weeks = await report({ from: "2026-05-11", to: "2026-06-14" }, "week");
    for (const { time, revenue_per_kpi } of rows.filter((row) => row.time! >= "2026-05-11")) {
      const { metrics } = weeks.rows.find(({ keys }) => keys[0] === time)!;
      expect(Number(revenue_per_kpi)).toBeCloseTo(
        (metrics.total_revenue ?? 0) / 100 / (metrics.signups ?? 0),
        4,
      );
    }
  });

  test("names of columns depend on the network only, and are safe in Python and R", async () => {
    const names = (data: MixModelData) => data.columns.map(({ name }) => name);
    const all = names(await describeFile({}));
    expect(all.filter((name) => name.startsWith("my_net_2"))).toHaveLength(1);
    expect(all).toEqual([
      "time",
      "installs",
      "revenue_per_kpi",
      "meta_spend",
      "meta_impression",
      expect.stringMatching(/^my_net_2_[a-z0-9]+_spend$/),
      "no_network_click",
      "tiktok_spend",
      "tiktok_click",
      "gap_days",
      "gaps",
    ]);
    expect(names(await describeFile({ from: "2026-06-01", every: "day" }))).toEqual(all);
    const robyn = names(await describeFile({ format: "robyn", kpi: "revenue" }));
    expect(robyn).toEqual([
      "DATE",
      "revenue",
      "meta_S",
      "meta_I",
      expect.stringMatching(/^my_net_2_[a-z0-9]+_S$/),
      "no_network_C",
      "tiktok_S",
      "tiktok_C",
      "gap_days",
      "gaps",
    ]);
  });

  test("by country, each country has a row for each week; what has no country is left out and reported", async () => {
    const query = { geo: "country", every: "week", from: "2026-05-18" };
    const { days, countries, left_out } = await describeFile(query);
    expect(countries).toEqual(["DE", "FR", "NA"]);
    const rows = await tableOf(query);
    expect(rows.map(({ geo, time }) => `${time} ${geo}`)).toEqual(
      ["2026-05-18", "2026-05-25", "2026-06-01", "2026-06-08"].flatMap((week) =>
        countries.map((country) => `${week} ${country}`),
      ),
    );
    const byCountry = await report(days!, "country");
    const of = (country: string) => byCountry.rows.find(({ keys }) => keys[0] === country)!.metrics;
    for (const country of countries) {
      const own = rows.filter(({ geo }) => geo === country);
      expect(sumOf(own, "installs")).toBe(of(country).installs);
    }
    expect(left_out).toEqual({ spend: of("-").spend, kpi: of("").installs });
    expect(sumOf(rows, "installs") + left_out.kpi).toBe(byCountry.total!.installs);
    // A file of one country reports the spend that may belong to it, too.
    const one = await describeFile({ country: "DE", every: "week", from: "2026-05-18" });
    expect(one.left_out.spend).toBe(of("-").spend);
    expect(one.columns.find(({ name }) => name === "installs")!.total).toBe(of("DE").installs);
  });

  test("days before the first day, and of an account that was not synced, are marked with the reason", async () => {
    const [account] = await sql<{ id: number }[]>`
      insert into network_accounts (project_id, network, name, email, status, credentials)
      values (${app.project.id}, 'META', 'Main', '', 'ACTIVE', ${Buffer.from([1])}) returning id`;
    await sql`
      insert into network_pulls (project_id, account_id, succeeded_at, from_day, to_day)
      values (${app.project.id}, ${account!.id}, ${now}, '2026-05-01', '2026-06-12')`;
    const query = { every: "day", from: "2026-05-01" };
    const first = (
      await sql<{ day: string }[]>`
        select min(day)::text as day from ledger where project_id = ${app.project.id} and day > '-infinity'`
    )[0]!.day;
    const rows = await tableOf(query);
    const gaps = (from: string, to: string) =>
      new Set(
        rows.filter(({ time }) => time! >= from && time! <= to).map((row) => `${row.gap_days} ${row.gaps}`),
      );
    expect(gaps("2026-05-01", addDays(first, -1))).toEqual(new Set(["1 before_first_day"]));
    expect(gaps(first, "2026-06-12")).toEqual(new Set(["0 none"]));
    expect(gaps("2026-06-13", "2026-06-19")).toEqual(new Set(["1 meta_spend"]));
    const weeks = await tableOf({ ...query, every: "week" });
    expect(weeks.find(({ time }) => time === weekStartOf("2026-06-13", "monday"))).toMatchObject({
      gap_days: "2",
      gaps: "meta_spend",
    });
    // An account that was never synced counts as missing only after the last spend from files.
    const [waiting] = await sql<{ id: number }[]>`
      insert into network_accounts (project_id, network, name, email, status, credentials)
      values (${app.project.id}, 'TIKTOK', 'New', '', 'ACTIVE', ${Buffer.from([1])}) returning id`;
    await sql`insert into network_pulls (project_id, account_id) values (${app.project.id}, ${waiting!.id})`;
    const { gaps: reasons, loader } = await describeFile(query);
    expect(reasons).toEqual([
      { reason: "before_first_day", days: 10 },
      { reason: "meta_spend", days: 7 },
    ]);
    expect(loader).toContain('controls=["gap_days"]');
  });

  test("the loader names the columns of the file, with spend next to its exposure", async () => {
    const { loader } = await describeFile({});
    expect(loader).toContain('kpi_type="non_revenue"');
    expect(loader).toMatch(/media=\["meta_impression", "my_net_2_\w+_spend", "tiktok_click"\]/);
    expect(loader).toMatch(/media_spend=\["meta_spend", "my_net_2_\w+_spend", "tiktok_spend"\]/);
    expect(loader).toContain('organic_media=["no_network_click"]');
    const robyn = await describeFile({ format: "robyn", kpi: "revenue" });
    expect(robyn.loader).toContain('dep_var_type = "revenue"');
    expect(robyn.loader).toMatch(/paid_media_vars = c\("meta_I", "my_net_2_\w+_S", "tiktok_C"\)/);
    const byCountry = await describeFile({ geo: "country" });
    expect(byCountry.loader).toContain('population = {"DE": 0, "FR": 0, "NA": 0}');
  });

  test("countries and networks beyond the limits are one row and one channel, and nothing is lost", async () => {
    const many = await aProject({ currency: "EUR" });
    const member = await aMember("viewer", many.accountId);
    const letters = [..."ABCDEFGH"];
    const codes = letters.flatMap((a) => letters.map((b) => `${a}${b}`));
    const ids: number[] = [];
    for (let i = 0; i < 43; i++) ids.push((await aCampaign(many, { name: `C${i}` })).id);
    for (const [i, id] of ids.entries())
      await sql`update campaigns set network = ${`NET${i}`} where project_id = ${many.project.id} and id = ${id}`;
    await sql`
      insert into ledger ${sql(
        codes.flatMap((country, i) =>
          ["installs", "spend"].map((measure) => ({
            project_id: many.project.id,
            day: "2026-06-10",
            campaign_id: ids[i % ids.length]!,
            country,
            measure,
            name: "",
            platform: "IOS",
            ad_set_id: "",
            creative_id: "",
            keyword_id: "",
            count: measure === "installs" ? 100 - i : 0,
            amount: measure === "spend" ? 1_000 - i : 0,
          })),
        ),
      )}`;
    const data = (
      await call(`GET /api/dashboard/projects/${many.project.id}/mix-model`, {
        session: member.session,
        now,
        query: { every: "day", geo: "country", from: "2026-06-10" },
      })
    ).body.data as MixModelData;
    expect(data.countries).toHaveLength(51);
    expect(data.countries.at(-1)).toBe("(other)");
    const total = (role: string) =>
      data.columns.filter((column) => column.role === role).reduce((sum, { total }) => sum + total!, 0);
    expect(data.columns.filter(({ role }) => role === "spend")).toHaveLength(41);
    expect(data.columns.find(({ channel }) => channel === "other_networks")!.total).toBeGreaterThan(0);
    expect(total("kpi")).toBe(codes.reduce((sum, _, i) => sum + 100 - i, 0));
    expect(total("spend")).toBe(codes.reduce((sum, _, i) => sum + 1_000 - i, 0));
    const tooLarge = await call(`GET /api/dashboard/projects/${many.project.id}/mix-model`, {
      session: member.session,
      now,
      query: { every: "day", geo: "country", from: "2024-06-10" },
    });
    expect(tooLarge).toMatchObject({ status: 422 });
    expect(tooLarge.headers.get("cairn-error")).toBe("report_too_large");
  });
});
