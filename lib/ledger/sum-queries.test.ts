import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { notBrokenDownCountry } from "@/lib/ledger/country";
import { agedRows, type LedgerDimension, type LedgerSum, sumLedger } from "@/lib/ledger/sum-queries";
import { type AProject, aCampaign, aProject } from "@/testing/factories";

const days = ["2026-03-01", "2026-03-02", "2026-03-31"];
const measures = ["clicks", "installs", "spend"];

/** Rows of every combination, some of which add up to zero. */
async function aLedger(): Promise<AProject> {
  const app = await aProject();
  const { id } = await aCampaign(app);
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, platform, country, creative_id, count, amount)
    select ${app.project.id}, d.day::date, c.id, m.measure, '', p.platform, k.country, a.ad, n.count, n.count * 10
    from unnest(${days}::text[]) d(day) cross join unnest(${measures}::text[]) m(measure)
    cross join unnest(array[0, ${id}]::bigint[]) c(id) cross join (values ('IOS'), ('ANDROID'), ('')) p(platform)
    cross join (values ('DE'), ('')) k(country) cross join (values ('ad'), ('')) a(ad)
    cross join lateral (select 5 as count union all select case when p.platform = '' then -5 else 2 end) n`;
  return app;
}

const total = (rows: LedgerSum<never>[]) => rows.reduce((sum, { count }) => sum + count, 0);
const dimension = fc.constantFrom<LedgerDimension>(
  ...(["day", "week", "month", "campaign_id", "creative_id", "network", "affiliate", "tag"] as const),
  ...(["platform", "country", "measure"] as const),
);

test("sums by any dimensions add up to the total, and a filter by a row's value returns that row", async () => {
  const { project } = await aLedger();
  const whole = { measures, days: { from: days[0]!, to: days[2]! } };
  const [all] = await sumLedger(project.id, { ...whole, by: [] });
  const property = fc.asyncProperty(fc.uniqueArray(dimension, { minLength: 1, maxLength: 3 }), async (by) => {
    const rows = await sumLedger(project.id, { ...whole, by, labels: true });
    expect(total(rows)).toBe(all!.count);
    expect(rows.every(({ count }) => count !== 0)).toBe(true);
    const [row] = rows;
    const where = Object.fromEntries(by.map((name) => [name, row![name]]));
    expect(await sumLedger(project.id, { ...whole, by, labels: true, where })).toEqual([row]);
  });
  await fc.assert(property, { numRuns: 40 });
});

test("filters leave out organic traffic, days and values, and nothing else", async () => {
  const { project } = await aLedger();
  const count = async (request: Partial<Parameters<typeof sumLedger>[1]>) =>
    total(await sumLedger(project.id, { by: [], measures, days: { from: null, to: null }, ...request }));
  const all = await count({});
  expect(await count({ organic: false })).toBe(all / 2);
  expect(await count({ days: { from: days[2]!, to: null } })).toBe(all / 3);
  expect(await count({ days: { from: null, to: days[1]! } })).toBe((2 * all) / 3);
  expect(await count({ measures: ["clicks"] })).toBe(all / 3);
  expect(await count({ where: { platform: ["IOS", "ANDROID"] } })).toBe(all);
  expect(await count({ where: { platform: "" } })).toBe(0);
  expect(await count({ where: { day: [days[0]!, days[1]!] } })).toBe((2 * all) / 3);
  expect(await count({ where: { country: "DE" } })).toBe(all / 2);
  expect(await count({ where: { country: "" } })).toBe(all / 3);
  expect(await count({ where: { country: notBrokenDownCountry } })).toBe(all / 6);
  expect(await count({ days: "none" })).toBe(0);
});

test("sums of absurd amounts stop no report", async () => {
  const { project } = await aProject();
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount)
    select ${project.id}, '2026-03-01', 1, m.measure, m.name, 1, 9000000000000000
    from generate_series(1, 2500) n cross join (values ('payment', 'FIRST_PAYMENT'), ('revenue_since', '0'),
      ('spend', '')) m(measure, name)`;
  const days = { from: "2026-03-01", to: "2026-03-01" };
  const sums = async (names?: Record<string, string[]>) =>
    (
      await sumLedger(project.id, {
        by: ["measure"],
        measures: ["revenue_since", "spend"],
        days,
        ...(names && { names }),
      })
    )
      .map(({ amount }) => amount)
      .filter((amount) => amount === 2 ** 63).length;
  expect(await sums()).toBe(2);
  expect(await sums({ revenue_since: ["0"] })).toBe(2);
  const [cohorts] = await sql`
    select sum(r.amount) as amount from (${agedRows(project.id, {
      by: ["day", "campaign_id"],
      names: { revenue_since: ["0"] },
      ages: [0, 1],
      days,
    })}) r`;
  expect(Number(cohorts!.amount)).toBe(2_500 * 9e15);
});
