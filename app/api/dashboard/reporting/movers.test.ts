import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { addDays } from "@/lib/base/days";
import { asServed } from "@/lib/platform/http/testing";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { sumOfEffects } from "@/lib/reporting/movers/effects";
import { type MoversData, moverDimensions } from "@/lib/reporting/movers/schema";
import { mainFigures } from "@/lib/reporting/overview/names";
import { type AMember, type AProject, aCampaign, aMember, aProject } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";
import { overviewRoutes } from "./overview";
import { reportRoutes } from "./report";

const today = "2026-06-20";
const now = new Date(`${today}T12:00:00Z`);

asServed([overviewRoutes, reportRoutes], (call) => {
  let app: AProject;
  let viewer: AMember;
  const campaigns: number[] = [];
  const project = () => `GET /api/dashboard/projects/${app.project.id}`;

  beforeAll(async () => {
    app = await aProject({ timeZone: "Europe/Berlin", currency: "EUR" });
    viewer = await aMember("viewer", app.accountId);
    for (let i = 0; i < 9; i++)
      campaigns.push((await aCampaign(app, { name: `C${i}`, network: i % 3 ? "META" : "TIKTOK" })).id);
    const [rows] = fc.sample(
      fc.array(
        fc.record({
          day: fc.integer({ min: -20, max: 0 }).map((days) => addDays(today, days)),
          campaign_id: fc.constantFrom(0, ...campaigns),
          country: fc.constantFrom("DE", "FR", "IN", ""),
          creative_id: fc.constantFrom("", ...Array.from({ length: 12 }, (_, i) => `ad ${i}`)),
          measure: fc.constantFrom("clicks", "installs", "signups", "payment", "spend"),
          count: fc.integer({ min: 1, max: 40 }),
          amount: fc.integer({ min: 0, max: 90_000 }),
        }),
        { minLength: 3_000, maxLength: 3_000 },
      ),
      { numRuns: 1, seed: 31 },
    );
    await sql`
      insert into ledger ${sql(
        rows!.map((row) => ({
          ...row,
          project_id: app.project.id,
          platform: "IOS",
          ad_set_id: "",
          keyword_id: "",
          name: row.measure === "payment" ? (row.amount % 5 ? "ONE_TIME" : "SUBSCRIPTION_REFUNDED") : "",
        })),
      )}`;
    await sql`update campaigns set active = false where project_id = ${app.project.id} and id = ${campaigns[1]!}`;
  });

  const get = async (path: string, query: Record<string, string>) => {
    const got = await call(project() + path, { session: viewer.session, now, query });
    expect(got.status, got.text).toBe(200);
    return got.body.data;
  };
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

  const scopes: Record<string, string>[] = [
    { traffic: "all" },
    { traffic: "paid" },
    { network: "META" },
    { country: "DE", traffic: "all" },
  ];
  test.each(scopes)(
    "%j: totals are the report's, and rows and effects add up to each figure's change",
    async (scope) => {
      for (const figure of mainFigures) {
        const { periods } = (await get("/overview/movers", { ...scope, figure })) as MoversData;
        expect(periods.map(({ name, days, previous }) => [name, days, previous])).toEqual([
          ["yesterday", { from: "2026-06-19", to: "2026-06-19" }, { from: "2026-06-12", to: "2026-06-12" }],
          ["week", { from: "2026-06-13", to: "2026-06-19" }, { from: "2026-06-06", to: "2026-06-12" }],
        ]);
        for (const { days, previous, before, after, change, effects, by } of periods) {
          const unit = figure === "roas" ? 100 : 1;
          const shown = async (range: { from: string; to: string }) => {
            const { figures } = await get("/overview", { ...scope, ...range, compare: "none" });
            const { total } = figures[figure];
            return total === null ? null : Math.round(unit * total);
          };
          expect([before, after]).toEqual([await shown(previous), await shown(days)]);
          expect(change).toBe(after! - before!);
          for (const dimension of moverDimensions) {
            const rows = by[dimension];
            expect([figure, dimension, sum(rows.map((row) => row.change))]).toEqual([
              figure,
              dimension,
              change,
            ]);
            for (const row of rows) if (row.effects) expect(sumOfEffects(row.effects)).toBe(row.change);
          }
          expect(effects === null).toBe(figure === "roas" || figure === "cost_per_install");
          if (effects) expect(sumOfEffects(effects)).toBe(change);
        }
      }
    },
  );

  test("a row has the values of the report's row, and the spend and cost per install behind them", async () => {
    const { periods } = (await get("/overview/movers", { traffic: "all", figure: "installs" })) as MoversData;
    const { days, by } = periods[1]!;
    for (const dimension of ["campaign", "network", "country"] as const) {
      const { rows } = (await get("/report/groups", { ...days, by: dimension })) as { rows: GroupRow[] };
      const listed = by[dimension].filter(({ key }) => key !== null);
      expect(listed.length).toBeGreaterThan(1);
      for (const { key, label, after, later } of listed) {
        const same = rows.find(({ keys }) => keys[0] === key)!;
        expect(label).toBe(same.labels[0]);
        expect(after).toBe(same.metrics.installs);
        // Spend that a network does not break down by country has its own row.
        if (dimension === "country") continue;
        const cost = same.metrics.cost_per_install;
        expect(later).toEqual({
          spend: same.metrics.spend,
          cost_per_install: cost === null ? null : Math.round(cost),
        });
      }
    }
    const paused = by.campaign.find(({ key }) => key === String(campaigns[1]));
    expect(
      by.campaign.every(
        ({ key, is_active }) => is_active === (key !== null && key !== "0" && key !== paused?.key),
      ),
    ).toBe(true);
  });

  test.each(scopes)("%j: the SQL returns each row's figures in every period", async (scope) => {
    const { sql: text } = await get("/overview/sql", { ...scope, by: "changes" });
    const found = (await runShownSql({ ...app.project, accountId: app.accountId }, text)) as Record<
      string,
      string | null
    >[];
    let checked = 0;
    for (const figure of mainFigures) {
      const { periods } = (await get("/overview/movers", { ...scope, figure })) as MoversData;
      const unit = figure === "clicks" || figure === "installs" || figure === "signups" ? 1 : 100;
      for (const { days, previous, by, ...whole } of periods)
        for (const dimension of [...moverDimensions, "all"] as const) {
          const rows = dimension === "all" ? [{ key: null, rows: 0, ...whole }] : by[dimension];
          for (const { key, before, after } of rows) {
            // The sum of the other rows is not a row of the statement.
            if (key === null && dimension !== "all") continue;
            const row = found.find((one) => one.by === dimension && one.key === key);
            const returned = ({ from, to }: { from: string; to: string }) => {
              const value = row?.[`${metrics[figure].label}, ${from === to ? from : `${from} to ${to}`}`];
              return value == null ? value : Math.round(unit * Number(value));
            };
            expect([figure, dimension, key, returned(previous), returned(days)]).toEqual([
              figure,
              dimension,
              key,
              before,
              after,
            ]);
            checked += 1;
          }
        }
    }
    expect(checked).toBeGreaterThan(100);
  });

  test("a project without figures has no movers", async () => {
    const other = await aProject();
    const { session } = await aMember("viewer", other.accountId);
    const got = await call(`GET /api/dashboard/projects/${other.project.id}/overview/movers`, {
      session,
      now,
    });
    expect(got.body.data.periods[0]).toMatchObject({
      before: 0,
      after: 0,
      change: 0,
      is_spend_missing: false,
    });
    expect(Object.values(got.body.data.periods[0].by)).toEqual([[], [], [], []]);
  });

  test("400 or 422 for an unknown figure", async () => {
    const got = await call(`${project()}/overview/movers`, {
      session: viewer.session,
      query: { figure: "luck" },
    });
    expect([400, 422]).toContain(got.status);
  });
});
