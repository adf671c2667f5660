import { expect, test } from "vitest";
import { sql } from "@/db";
import { addDays } from "@/lib/base/days";
import { cohortReport } from "@/lib/reporting/cohorts/cohorts";
import { cohortsQuery } from "@/lib/reporting/cohorts/schema";
import { cohortSql } from "@/lib/reporting/cohorts/shown-sql";
import { cohortSqlQuery } from "@/lib/reporting/cohorts/sql-schema";
import { aCampaign, aProject } from "@/testing/factories";
import { runShownSql } from "@/testing/projects/shown-sql";

const now = new Date("2026-06-17T12:00:00Z");
const monday = "2026-06-15";

test("a projection is the cohort's revenue multiplied by the factors of the shown SQL", async () => {
  const { project, accountId } = await aProject({ timeZone: "UTC", now: new Date("2025-01-01T00:00:00Z") });
  const { id } = await aCampaign({ project, accountId } as Awaited<ReturnType<typeof aProject>>);
  const rows = Array.from({ length: 20 }, (_, n) => {
    const day = addDays(monday, -7 * (n + 1));
    const row = (measure: string, name: string, count: number, amount: number) => ({
      ...{ day, measure, name, count, amount },
    });
    return [
      row("installs", "", 220 + n, 0),
      row("payers", "0", 25, 0),
      row("payers", "30", 4, 0),
      ...[0, 1, 3, 7, 14, 30, 60, 90].map((age, i) =>
        row("revenue_since", String(age), 0, 1_000 + 37 * ((n * 7 + i) % 11)),
      ),
    ];
  }).flat();
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${project.id}, x.day, ${id}, x.measure, x.name, x.count, x.amount
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as x(day date, measure text, name text, count bigint, amount bigint)`;
  const factors = async (by?: "campaign") => {
    const query = cohortSqlQuery.parse({ metric: "ltv", rows: "factors", ...(by && { by }) });
    return (await runShownSql({ ...project, accountId }, (await cohortSql(project, query, now)).sql)) as {
      value: string;
      step: string;
      cohorts: number;
      installs: number;
      payers: number;
      factor: string | null;
    }[];
  };
  const all = await factors();
  expect(all.map(({ step }) => step)).toEqual([
    "D0 to D1",
    "D1 to D3",
    "D3 to D7",
    "D7 to D14",
    "D14 to D30",
    "D30 to D60",
    "D60 to D90",
  ]);
  // Only the latest cohorts that have reached both ages.
  expect(all.map(({ cohorts }) => cohorts)).toEqual([12, 12, 12, 12, 12, 11, 7]);
  // Seven of them have reached D30.
  expect(all[0]).toMatchObject({ payers: 12 * 25 + 4 * 7 });
  expect((await factors("campaign")).map(({ value, factor }) => [value, factor])).toEqual(
    all.map(({ factor }) => [String(id), factor]),
  );

  const data = await cohortReport(project, cohortsQuery.parse({ projection: "true" }), now);
  const row = data.rows.at(-1)!;
  const last = row.cells.findLastIndex((cell, i) => cell !== null && i < 9);
  const { cells } = row.projection!;
  expect(cells[last + 1]).not.toBeNull();
  let revenue = row.cells[last]!.revenue;
  for (let i = last; i < 7; i++) {
    revenue *= Number(all[i]!.factor);
    expect(Math.abs(cells[i + 1]!.revenue / revenue - 1)).toBeLessThan(1e-5);
  }
  expect(cells[8]).toBeNull();
});

test("the total with a breakdown is that without one, and a value's small weeks are projected together", async () => {
  const app = await aProject({ timeZone: "UTC", now: new Date("2025-01-01T00:00:00Z") });
  const campaigns = [await aCampaign(app), await aCampaign(app)].map(({ id }) => id);
  const rows = Array.from({ length: 20 }, (_, n) => {
    const day = addDays(monday, -7 * (n + 1));
    const of = (measure: string, name: string, count: number, amount: number) => ({
      ...{ day, measure, name, count, amount },
    });
    const revenue = [0, 1, 3, 7, 14, 30, 60, 90].map((age) => of("revenue_since", String(age), 0, 900 + age));
    return [of("installs", "", 120, 0), of("payers", "0", 15, 0), of("spend", "", 0, 2_000), ...revenue];
  }).flat();
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${app.project.id}, x.day, c.id, x.measure, x.name, x.count, x.amount
    from unnest(${campaigns}::bigint[]) c(id), json_to_recordset(${JSON.stringify(rows)}::text::json)
      as x(day date, measure text, name text, count bigint, amount bigint)`;
  const totals = async (more: object) => {
    const query = cohortsQuery.parse({ projection: "true", ...more });
    return await cohortReport(app.project, query, now);
  };
  const { total } = await totals({});
  expect(total.projection).toMatchObject({ refused: null });
  expect(total.projection!.cells.filter((cell) => cell !== null)).not.toEqual([]);
  for (const by of ["campaign", "network", "tag", "platform", "country"] as const) {
    const broken = await totals({ by });
    expect(broken.total).toEqual(total);
    if (by !== "campaign") continue;
    // Each week has 120 installs, and half of the total's revenue.
    for (const { projection } of broken.rows.filter(({ key }) => key === broken.values[0]!.key))
      expect(projection).toMatchObject({ refused: expect.stringContaining("200 installs") });
    // From D14 on, at least two weeks are younger.
    const revenueOf = ({ projection }: (typeof broken)["total"], share: number) =>
      projection!.cells.slice(4).map((cell) => cell && Math.round(cell.revenue * share));
    expect(revenueOf(broken.values[0]!, 2)).toEqual(revenueOf(total, 1));
  }
});
