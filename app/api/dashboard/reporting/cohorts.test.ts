import { beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { breakdownNames } from "@/lib/reporting/cohorts/breakdowns";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import {
  type CohortLine,
  type CohortRow,
  type CohortsData,
  cohortLimits,
  cohortsQuery,
} from "@/lib/reporting/cohorts/schema";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import { cohortMetricNames, cohortMetrics } from "@/lib/reporting/metrics/cohort-metrics";
import { csvFigure } from "@/lib/reporting/table/csv";
import { type AMember, aCampaign, aMember, aProject } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";
import { type KnownProject, knownProject } from "@/testing/reporting";
import { cohortsRoutes } from "./cohorts";

const days = { from: "2026-06-01", to: "2026-06-14" };

asServed([cohortsRoutes], (call) => {
  let world: KnownProject;
  let viewer: AMember;
  beforeAll(async () => {
    world = await knownProject();
    viewer = await aMember("viewer", world.app.accountId);
  });
  const get = (path: string, query: Record<string, string>) =>
    call(`GET /api/dashboard/projects/${world.app.project.id}/cohorts${path}`, {
      session: viewer.session,
      now: world.now,
      query: { ...days, traffic: "all", granularity: "day", ...query },
    });

  test.each(breakdownNames)("by %s the rows add up to the total of each age", async (by) => {
    const { rows, total } = (await get("", { by })).body.data;
    expect(rows.length).toBeGreaterThan(0);
    for (const i of [0, 1, 3, 9]) {
      const sum = rows.reduce((all: number, row: CohortRow) => all + (row.cells[i]?.revenue ?? 0), 0);
      expect(sum).toBe(total.cells[i].revenue);
    }
    expect(rows.reduce((all: number, { installs }: CohortRow) => all + installs, 0)).toBe(6);
  });

  test("the file has a line for each row, with every metric at every age", async () => {
    const lines = (await get("/export.csv", { by: "campaign", traffic: "paid" })).text.trim().split("\r\n");
    expect(lines[0]).toMatch(
      /^"From","To","Campaign","Installs","Spend \(EUR\)","Payback","Revenue D0 \(EUR\)"/,
    );
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^"2026-06-03","2026-06-03","Alps",1,30\.5,"–",15,15,15,20,20,"–"/);
  });

  test.each([
    {},
    { by: "campaign", granularity: "week" },
    { by: "country", granularity: "month" },
    { by: "platform", granularity: "week", country: "IN" },
    { by: "tag", granularity: "month" },
    { by: "creative", traffic: "paid" },
  ] as Record<string, string>[])(
    "%j: the SQL returns each metric of every cohort, value and total",
    async (query) => {
      const data: CohortsData = (await get("", { event: "hike", event_users: "true", ...query })).body.data;
      for (const metric of cohortMetricNames) {
        const read = async (rows: string) => {
          const got = await get("/sql", { event: "hike", ...query, metric, rows });
          expect(got.status, got.text).toBe(200);
          return (await runShownSql(world.app.project, got.body.data.sql)) as Record<string, string | null>[];
        };
        const { of, unit, label } = cohortMetrics[metric];
        const valuesOf = ({ installs, cells }: CohortLine, row: Record<string, string | null> | undefined) =>
          cohortAges.flatMap(({ label: age }, i) => {
            const returned = row?.[`${label} ${age}`];
            if (returned === undefined) return [];
            const value = cells[i] ? of(cells[i]) : null;
            const shown = value === null ? null : Number(csvFigure(unit, value, 2));
            const same = shown === (returned === null ? null : Number(returned));
            return [{ age, installs: installs === Number(row!.Installs), same }];
          });
        const check = (line: CohortLine, row: Record<string, string | null> | undefined) => {
          const found = valuesOf(line, row);
          expect(found.length).toBeGreaterThan(3);
          expect(found.filter(({ same, installs }) => !same || !installs)).toEqual([]);
        };
        const cohorts = await read("cohorts");
        expect(cohorts).toHaveLength(data.rows.length);
        for (const row of data.rows)
          check(
            row,
            cohorts.find(
              ({ cohort, value = "" }) =>
                cohort! <= row.from && value === row.key && isLast(cohort!, row, cohorts),
            ),
          );
        for (const line of data.values)
          check(
            line,
            (await read("values")).find(({ value }) => value === line.key),
          );
        check(data.total, (await read("total"))[0]);
      }
    },
  );

  /** The days of the request may begin after the cohort does. */
  const isLast = (cohort: string, row: CohortRow, all: Record<string, string | null>[]) =>
    !all.some((other) => other.cohort! > cohort && other.cohort! <= row.from);

  test("a campaign with two tags is in the rows of both, and once in the total", async () => {
    const { app, meta } = await knownProject();
    await sql`update campaigns set tags = '{Spring,Video}' where project_id = ${app.project.id} and id = ${meta.id}`;
    const query = cohortsQuery.parse({ ...days, by: "tag", granularity: "month" });
    const { rows, total } = await cohortReport(app.project, query, world.now);
    expect(rows.map(({ label, installs }) => [label, installs]).sort()).toEqual([
      ["No tag", 1],
      ["Spring", 3],
      ["Video", 3],
    ]);
    expect(total).toMatchObject({ installs: 4, spend: 4_100 });
  });
});

test("invented IDs don't displace real ones: the largest are listed, and the rest is one row", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const counted = (creative: string, measure: string, count: number, amount = 0) => sql`
    insert into ledger (project_id, day, campaign_id, measure, name, platform, creative_id, count, amount)
    values (${app.project.id}, '2026-06-02', ${campaign.id}, ${measure}, ${measure === "revenue_since" ? "3" : ""},
      'ANDROID', ${creative}, ${count}, ${amount})`;
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, creative_id, count)
    select ${app.project.id}, '2026-06-02', ${campaign.id}, measure, 'ANDROID', 'invented ' || n, 1
    from generate_series(1, 300) n cross join unnest(array['clicks', 'installs']) as measure`;
  await counted("video", "installs", 9);
  await counted("video", "revenue_since", 0, 500);
  await counted("banner", "installs", 5);
  await counted("invented 300", "revenue_since", 0, 70);
  const query = cohortsQuery.parse({ ...days, by: "creative", granularity: "month" });
  const now = new Date("2026-07-01T12:00:00Z");
  const { rows, total } = await cohortReport(app.project, query, now, { ...cohortLimits, values: 2 });
  expect(rows.map(({ label, installs, cells }) => [label, installs, cells[9]?.revenue])).toEqual([
    [expect.stringMatching(/ \/ video$/), 9, 500],
    [expect.stringMatching(/ \/ banner$/), 5, 0],
    ["(other)", 300, 70],
  ]);
  expect(total).toMatchObject({ installs: 314 });
  const whole = await cohortReport(app.project, query, now);
  expect(whole.rows).toHaveLength(101);
  expect(whole.rows.slice(0, 2).map(({ installs }) => installs)).toEqual([9, 5]);
});

test("the number of rows is limited, whatever the granularity", async () => {
  const app = await aProject();
  const limits = { ...cohortLimits, rows: 20 };
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, country, count)
    select ${app.project.id}, '2026-06-02'::date + d, 0, 'installs', 'IOS', chr(65 + n) || 'X', 1
    from generate_series(0, 9) d cross join generate_series(0, 7) n`;
  const query = cohortsQuery.parse({
    ...days,
    to: "2026-06-11",
    by: "country",
    traffic: "all",
    granularity: "day",
  });
  const { rows } = await cohortReport(app.project, query, new Date("2026-06-20T12:00:00Z"), limits);
  // With eleven cohorts, only one value and the rest fit.
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(["AX", null]));
});
