import { beforeAll, describe, expect, test } from "vitest";
import { incrementalityRoutes } from "@/app/api/dashboard/reporting/incrementality";
import { reportRoutes } from "@/app/api/dashboard/reporting/report";
import * as result from "@/app/api/v1/incrementality/[id]/result/route";
import * as one from "@/app/api/v1/incrementality/[id]/route";
import * as plan from "@/app/api/v1/incrementality/plan/route";
import * as tests from "@/app/api/v1/incrementality/route";
import { sql } from "@/db";
import { addDays, eachDay } from "@/lib/base/days";
import { asServed, asServedOrBoth } from "@/lib/platform/http/testing";
import type { PlanData, ResultData, ShownTest } from "@/lib/reporting/incrementality/schema";
import { type AMember, type AProject, aMember, aProject, withoutLimits } from "@/testing/factories";
import { aPausedNetwork, type Paused, sizes } from "@/testing/projects/paused-network";

const path = "/api/v1/incrementality";
const now = new Date("2026-06-20T12:00:00Z");
const pause = { starts_on: "2026-05-18", ends_on: "2026-06-14" };
const days = { from: "2026-01-01", count: 170, pausedFrom: pause.starts_on, pausedTo: pause.ends_on };
const body = {
  title: "Meta in Germany and France",
  kind: "pause_regions",
  network: "META",
  kpi: "installs",
  countries: ["DE", "FR"],
  ...pause,
};

const refused: [Record<string, unknown>, string][] = [
  [{ title: "" }, "Name is required."],
  [{ kind: "pause" }, "kind must be one of pause_regions, pause_everywhere, start_regions."],
  [{ kpi: "clicks" }, "kpi must be one of installs, signups, revenue."],
  [{ network: "" }, "Network is required."],
  [{ network: "No such network" }, "Unknown ad network."],
  [{ countries: ["Germany"] }, "A country must be an ISO 3166 code such as DE."],
  [{ countries: [] }, "Choose at least one country."],
  [{ kind: "pause_everywhere" }, "A pause everywhere has no countries."],
  [{ starts_on: "2026-02-30" }, "The first day must be a date of the form YYYY-MM-DD."],
  [{ ends_on: "2026-05-20" }, "A test takes at least 7 days."],
  [{ ends_on: "2026-12-20" }, "A test takes at most 92 days."],
  [{ confidence: 99 }, "Choose 80, 90 or 95."],
  [{ campaigns: Array.from({ length: 51 }, (_, i) => i + 1) }, "Choose at most 50 campaigns."],
];
const badPlans: [Record<string, string>, string, number][] = [
  [{ network: "META", days: "6" }, "days must be a whole number from 7 to 92.", 422],
  [{ network: "META", countries: "Germany" }, "countries must be up to 50 ISO 3166 codes.", 422],
  [{ network: "META", confidence: "99" }, "confidence must be one of 80, 90, 95.", 400],
  [{ network: "META", power: "50" }, "power must be one of 70, 80, 90.", 400],
  [{}, "Network is required.", 400],
];

asServedOrBoth([tests, one, result, plan], (call) => {
  let app: AProject;
  beforeAll(async () => {
    app = await aProject();
    await withoutLimits(app);
  });
  const send = (line: string, options: object = {}) => call(line, { key: app.serverKey, now, ...options });

  test("401 missing or invalid server key", async () => {
    expect(await call(`GET ${path}`)).toMatchObject({ status: 401, body: { msg: "Server key missing!" } });
    expect(await call(`GET ${path}/plan`)).toMatchObject({
      status: 401,
      body: { msg: "Unauthorized access." },
    });
  });

  test.each(refused)("400 %j", async (change, msg) => {
    const got = await send(`POST ${path}`, { body: { ...body, ...change } });
    expect(got).toMatchObject({ status: 400, body: { msg } });
  });

  test.each(badPlans)("plan %j is refused", async (query, msg, status) => {
    expect(await send(`GET ${path}/plan`, { query })).toMatchObject({ status, body: { msg } });
  });

  test("404 an unknown test, or one of another project", async () => {
    const other = await aProject();
    const added = await call(`POST ${path}`, { key: other.serverKey, now, body });
    const { id } = added.body.data.test as ShownTest;
    for (const each of [`${path}/${id}`, `${path}/999999999`, `${path}/x`]) {
      expect(await send(`GET ${each}`)).toMatchObject({ status: 404, body: { msg: "Not found." } });
      expect(await send(`PUT ${each}`, { body })).toMatchObject({ status: 404 });
      expect(await send(`DELETE ${each}`)).toMatchObject({ status: 404 });
      expect(await send(`GET ${each}/result`)).toMatchObject({ status: 404 });
    }
  });

  test("201 added, read, changed and removed, with its state by the day", async () => {
    const added = await send(`POST ${path}`, { body });
    expect(added).toMatchObject({
      status: 201,
      body: {
        msg: "Incrementality test added.",
        data: { test: { ...body, campaigns: [], confidence: 90, state: "finished" } },
      },
    });
    const { id } = added.body.data.test as ShownTest;
    const stateOn = async (day: string) =>
      (await call(`GET ${path}/${id}`, { key: app.serverKey, now: new Date(`${day}T12:00:00Z`) })).body.data
        .test.state;
    expect([await stateOn("2026-05-17"), await stateOn("2026-05-18"), await stateOn("2026-06-14")]).toEqual([
      "planned",
      "running",
      "running",
    ]);
    const changed = await send(`PUT ${path}/${id}`, {
      body: { ...body, kind: "pause_everywhere", countries: [], network: "tiktok" },
    });
    expect(changed.body.data.test).toMatchObject({
      kind: "pause_everywhere",
      network: "TIKTOK",
      countries: [],
    });
    expect((await send(`GET ${path}`)).body.data.tests).toHaveLength(1);
    const actions = await sql<{ action: string }[]>`
      select action from audit_log where project_id = ${app.project.id} and action like 'incrementality-test.%' order by id`;
    expect(actions.map(({ action }) => action)).toEqual([
      "incrementality-test.add",
      "incrementality-test.edit",
    ]);
    expect(await send(`DELETE ${path}/${id}`)).toMatchObject({ status: 200, body: { data: { id } } });
    expect((await send(`GET ${path}`)).body.data.tests).toEqual([]);
  });

  test("409 a project has at most 100 tests", async () => {
    const full = await aProject();
    await sql`
      insert into incrementality_tests (project_id, title, kind, network, campaigns, kpi, countries, starts_on, ends_on,
        confidence, created_by)
      select ${full.project.id}, 'T', 'pause_everywhere', 'META', '{}', 'installs', '{}', '2026-06-01', '2026-06-28', 90, ''
      from generate_series(1, 100)`;
    const got = await call(`POST ${path}`, { key: full.serverKey, now, body });
    expect(got).toMatchObject({ status: 409 });
    expect(got.headers.get("cairn-error")).toBe("limit_reached");
  });

  test("a plan and a result without data say why they have no figures", async () => {
    const planned = (await send(`GET ${path}/plan`, { query: { network: "META" } })).body.data as PlanData;
    expect(planned.refused).toMatch(/^No split of countries is possible/);
    const { id } = (await send(`POST ${path}`, { body })).body.data.test as ShownTest;
    const found = (await send(`GET ${path}/${id}/result`)).body.data as ResultData;
    expect(found).toMatchObject({
      effect: null,
      refused: "There are no days of data before the test to compare with.",
    });
  });
});

asServed([incrementalityRoutes, reportRoutes], (call) => {
  let world: Paused;
  let marketer: AMember;
  beforeAll(async () => {
    world = await aPausedNetwork(["DE", "FR"], days);
    marketer = await aMember("marketer", world.app.accountId);
  });
  const send = async (line: string, options: Record<string, unknown> = {}, status = 200) => {
    const [method, at] = line.split(" ") as [string, string];
    const got = await call(`${method} /api/dashboard/projects/${world.app.project.id}${at}`, {
      session: marketer.session,
      now,
      ...options,
    });
    expect(got.status, got.text).toBe(status);
    return got.body.data;
  };
  const add = async (change: object = {}) =>
    ((await send("POST /incrementality", { body: { ...body, ...change } }, 201)).test as ShownTest).id;
  const resultOf = async (id: number, query: Record<string, string> = {}, at = now) =>
    (await send(`GET /incrementality/${id}/result`, { query, now: at })) as ResultData;
  const report = async (query: Record<string, string>) =>
    (await send("GET /report/groups", { query: { limit: "500", ...query } })).rows as {
      keys: string[];
      metrics: Record<string, number>;
    }[];

  describe("a finished pause", () => {
    /** A quarter of the installs of 28 days in Germany and France, before their season. */
    const truth = 0.25 * (sizes.DE + sizes.FR) * 28;

    test("finds what the network added, within the interval, and not what it claims", async () => {
      const found = await resultOf(await add());
      expect(found.refused).toBeNull();
      expect(found.warnings).toEqual([]);
      const { total, is_clear, per_day, percent } = found.effect!;
      expect(is_clear).toBe(true);
      expect(total.value).toBeGreaterThan(0.75 * truth);
      expect(total.value).toBeLessThan(1.25 * truth);
      expect(per_day.value).toBeCloseTo(total.value / 28, 6);
      expect(percent.value).toBeGreaterThan(18);
      expect(percent.value).toBeLessThan(32);
      expect(found.controls.reduce((sum, { weight }) => sum + weight, 0)).toBeGreaterThan(0.98);
      expect(found.controls.every(({ key }) => key !== "DE" && key !== "FR")).toBe(true);
    });

    test("the days are the report's, and the ratios name what they divide", async () => {
      const found = await resultOf(await add());
      const range = { from: found.series[0]!.day, to: pause.ends_on };
      const rows = [
        ...(await report({ ...range, by: "day", country: "DE" })),
        ...(await report({ ...range, by: "day", country: "FR" })),
      ];
      const inReport = (day: string) =>
        rows.filter(({ keys }) => keys[0] === day).reduce((sum, { metrics }) => sum + metrics.installs!, 0);
      expect(found.series.map(({ day }) => day)).toEqual(eachDay(range.from, range.to));
      for (const { day, actual } of found.series) expect(actual).toBe(inReport(day));
      const before = { from: addDays(pause.starts_on, -28), to: addDays(pause.starts_on, -1) };
      const meta = (await report({ ...before, by: "country", network: "meta" })).filter(({ keys }) =>
        ["DE", "FR"].includes(keys[0]!),
      );
      const sum = (metric: string) => meta.reduce((total, { metrics }) => total + metrics[metric]!, 0);
      expect(found.attributed).toEqual({ before: sum("installs"), during: 0, change: sum("installs") });
      expect(found.spend).toEqual({
        before: sum("spend"),
        during: 0,
        change: sum("spend"),
        without_country: 0,
      });
      const { value } = found.effect!.total;
      expect(found.incremental_per_attributed).toBeCloseTo(value / sum("installs"), 9);
      expect(found.cost_per_incremental).toBeCloseTo(sum("spend") / value, 6);
      expect(found.incremental_roas).toBeNull();
    });

    test("revenue has an incremental ROAS: incremental revenue divided by the change of spend", async () => {
      const found = await resultOf(await add(), { kpi: "revenue" });
      expect(found.kpi).toBe("revenue");
      expect(found.incremental_roas).toBeCloseTo(found.effect!.total.value / found.spend.change, 9);
    });

    test("organic installs of the countries are shown next to the spend of the network", async () => {
      const found = await resultOf(await add());
      const rows = await report({ from: pause.starts_on, to: pause.starts_on, by: "country,network" });
      const organic = rows
        .filter(({ keys }) => ["DE", "FR"].includes(keys[0]!) && keys[1] === "organic")
        .reduce((sum, { metrics }) => sum + metrics.installs!, 0);
      expect(found.organic.find(({ day }) => day === pause.starts_on)).toEqual({
        day: pause.starts_on,
        organic,
        spend: 0,
      });
      expect(found.organic[0]!.spend).toBeGreaterThan(0);
    });

    test("countries without a pause show no effect and no ratios of it, but the spend that continued", async () => {
      for (const countries of [["US"], ["JP"], ["GB"], ["IT"]]) {
        const found = await resultOf(await add({ countries }));
        expect(found.effect!.is_clear).toBe(false);
        const { incremental_per_attributed, cost_per_incremental } = found;
        expect([incremental_per_attributed, cost_per_incremental]).toEqual([null, null]);
        expect(found.warnings[0]).toMatch(/^Meta was not paused: it spent on 28 of 28 days, in [A-Z]/);
      }
    });
  });

  test("a running test has no figures, but shows whether spend was paused", async () => {
    const id = await add();
    const found = await resultOf(id, {}, new Date("2026-05-25T12:00:00Z"));
    expect(found.refused).toMatch(/^The test is running. Do not read it yet/);
    expect(found).toMatchObject({ effect: null, series: [], controls: [] });
    expect(found.spend.during).toBe(0);
    expect((await resultOf(id, {}, new Date("2026-05-01T12:00:00Z"))).refused).toBe(
      "The test has not started.",
    );
  });

  const planOf = async (query: Record<string, string>, at = "2026-05-18") =>
    (await send("GET /incrementality/plan", {
      query: { network: "META", ...query },
      now: new Date(`${at}T12:00:00Z`),
    })) as PlanData;

  test("a plan suggests countries, and finds less than Meta's claims in them", async () => {
    const plan = await planOf({});
    expect(plan.refused).toBeNull();
    expect(plan.is_suggested).toBe(true);
    expect(plan.countries.length).toBeGreaterThan(0);
    expect(plan.detectable!.percent_of_attributed!).toBeLessThan(60);
    expect(plan.detectable!.value).toBeCloseTo(
      (plan.detectable!.percent_of_attributed! / 100) * plan.at_stake.attributed,
      4,
    );
    expect(plan.placebos).toBeGreaterThanOrEqual(9);
    expect(plan.error_percent!).toBeLessThan(10);
    const spent = (await report({ from: "2026-04-20", to: "2026-05-17", by: "country", network: "meta" }))
      .filter(({ keys }) => plan.countries.includes(keys[0]!))
      .reduce((sum, { metrics }) => sum + metrics.spend!, 0);
    expect(plan.at_stake.spend).toBe(spent);
  });

  test("more countries and more days find smaller effects", async () => {
    const percent = async (query: Record<string, string>) => (await planOf(query)).detectable!.percent;
    expect(await percent({ countries: "DE,FR,US" })).toBeLessThan(await percent({ countries: "SE" }));
    expect(await percent({ countries: "DE,FR" })).toBeLessThan(
      await percent({ countries: "DE,FR", days: "7" }),
    );
  });

  test("a plan refuses with a reason where history, volume or other countries are too small", async () => {
    expect((await planOf({ countries: "DE" }, "2026-02-10")).refused).toBe(
      "There are 40 days of data before the test. A test of 28 days needs at least 56.",
    );
    expect((await planOf({ countries: "DK" })).refused).toMatch(
      /^Meta has no spend and no attributed installs there/,
    );
    expect((await planOf({ countries: "DK", kind: "start_regions" })).refused).toBe(
      "The countries of the test have 0.0 installs a day. At least 5 are needed: add countries.",
    );
    const manyCountries = Object.keys(sizes).slice(0, 8).join(",");
    expect((await planOf({ countries: manyCountries })).refused).toBe(
      "Only 2 untouched countries are large enough to compare with. At least 3 are needed: choose fewer countries.",
    );
    expect((await planOf({ countries: "DE", confidence: "95", days: "42" }, "2026-03-30")).refused).toMatch(
      /^95% confidence needs 19 comparisons without an effect, and this history has \d+\./,
    );
    expect((await planOf({ kind: "pause_everywhere" })).refused).toMatch(/^Nothing else is large enough/);
  });

  test("a start shows what the network added from then on", async () => {
    const other = await aPausedNetwork(["DE", "FR"], {
      ...days,
      pausedFrom: days.from,
      pausedTo: addDays(pause.starts_on, -1),
    });
    const member = await aMember("marketer", other.app.accountId);
    const base = `/api/dashboard/projects/${other.app.project.id}/incrementality`;
    const added = await call(`POST ${base}`, {
      session: member.session,
      now,
      body: { ...body, kind: "start_regions" },
    });
    const at = `${base}/${added.body.data.test.id}/result`;
    const found = (await call(`GET ${at}`, { session: member.session, now })).body.data as ResultData;
    expect(found.warnings).toEqual([]);
    expect(found.effect!.is_clear).toBe(true);
    expect(found.effect!.total.value).toBeGreaterThan(0);
    expect(found.spend).toMatchObject({ before: 0, change: found.spend.during });
    expect(found.attributed).toMatchObject({ before: 0, change: found.attributed.during });
    expect(found.cost_per_incremental).toBeCloseTo(found.spend.during / found.effect!.total.value, 6);
  });

  test("days on which the network's account was not synced are a warning, but not if its spend comes from files", async () => {
    const id = await add();
    const { id: project } = world.app.project;
    const [account] = await sql<{ id: number }[]>`
      insert into network_accounts (project_id, network, name, email, status, credentials)
      values (${project}, 'META', 'Main', '', 'ACTIVE', ${Buffer.from([1])}) returning id`;
    await sql`insert into network_pulls (project_id, account_id) values (${project}, ${account!.id})`;
    expect((await resultOf(id)).warnings).toEqual([]);
    await sql`
      update network_pulls set succeeded_at = ${now}, from_day = ${days.from}, to_day = ${addDays(pause.ends_on, -3)}
      where project_id = ${project} and account_id = ${account!.id}`;
    expect((await resultOf(id)).warnings).toEqual([
      "The spend of Meta was not synced on all days of the test.",
    ]);
    await sql`delete from network_pulls where project_id = ${project}`;
    await sql`delete from network_accounts where project_id = ${project}`;
  });

  test("spend without countries cannot be checked, and has no cost per install", async () => {
    const other = await aPausedNetwork(["DE"], days, { withCountry: false });
    const member = await aMember("marketer", other.app.accountId);
    const base = `/api/dashboard/projects/${other.app.project.id}/incrementality`;
    const added = await call(`POST ${base}`, {
      session: member.session,
      now,
      body: { ...body, countries: ["DE"] },
    });
    const got = await call(`GET ${base}/${added.body.data.test.id}/result`, { session: member.session, now });
    const found = got.body.data as ResultData;
    expect(found.warnings).toEqual([
      "The spend of Meta is not broken down by country, so Cairn cannot check the pause, nor compute costs.",
    ]);
    expect(found.cost_per_incremental).toBeNull();
    expect(found.spend.without_country).toBeGreaterThan(0);
    expect(found.effect!.is_clear).toBe(true);
  });
});
