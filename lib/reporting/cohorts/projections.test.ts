import { expect, test } from "vitest";
import { withProjections } from "@/lib/reporting/cohorts/projections";
import type { CohortLine, CohortRow } from "@/lib/reporting/cohorts/schema";
import { ageNames } from "@/lib/reporting/metrics/cohort-ages";
import { projectedCell } from "@/lib/reporting/metrics/cohort-metrics";

/** A cohort with this revenue at its first ages; lifetime has the last of them. */
const cohort = (from: string, revenue: number[], more: Partial<CohortRow> = {}): CohortRow => {
  const { installs = 500, spend = 900 } = more;
  const cellOf = (amount: number) => ({ ...projectedCell({ installs, spend, revenue: amount }), payers: 50 });
  const cells = ageNames.map((name, i) => {
    if (name === "lifetime") return cellOf(revenue.at(-1) ?? 0);
    const amount = revenue[i];
    return amount === undefined ? null : cellOf(amount);
  });
  return {
    key: "",
    label: "",
    from,
    to: from,
    installs,
    spend,
    cells,
    payback: null,
    projection: null,
    ...more,
  };
};
const old = [100, 200, 300, 400, 500, 600, 700, 800, 1_000];
const history = (key = "", times = 1) =>
  [1, 2, 3, 4, 5].map((week) =>
    cohort(
      `2026-01-0${week}`,
      old.map((revenue) => times * revenue),
      { key },
    ),
  );
const lineOf = (row: CohortRow): CohortLine => row;
const at = (line: CohortLine, name: (typeof ageNames)[number]) =>
  line.projection?.cells[ageNames.indexOf(name)];
const tableOf = (rows: CohortRow[]) => ({ rows, values: rows.map(lineOf), total: lineOf(rows[0]!) });
const projected = (rows: CohortRow[], known = history(), whole = known) =>
  withProjections(tableOf(rows), known, whole);

test("a cohort grows like the older weeks, and breaks even between the ages at which it passes its spend", () => {
  const { rows } = projected([cohort("2026-06-01", [50, 100])]);
  const [row] = rows;
  expect(at(row!, "d1")).toBeNull();
  expect(at(row!, "d90")).toMatchObject({ installs: 500, spend: 900, revenue: expect.closeTo(400, 6) });
  expect(at(row!, "d180")).toMatchObject({ revenue: expect.closeTo(500, 6), error: expect.closeTo(0, 6) });
  expect(at(row!, "lifetime")).toBeNull();
  expect(row!.projection).toMatchObject({ refused: null, break_even_day: null });
  const cheap = projected([cohort("2026-06-01", [50, 100], { spend: 450 })]);
  // 400 on D90, 500 on D180.
  expect(cheap.rows[0]!.projection!.break_even_day).toBe(135);
});

test("a value is projected by its own older weeks, or by all of them if these lack a later age", () => {
  const young = (key: string) => cohort("2026-06-01", [50, 100], { key });
  // The weeks of "b" triple by D3, but none has reached D180.
  const short = [1, 2, 3, 4, 5].map((week) => cohort(`2026-05-0${week}`, [100, 200, 600], { key: "b" }));
  const { rows } = projected([young("a"), young("b")], [...history("a"), ...short], history());
  for (const row of rows) expect(at(row, "d180")!.revenue).toBeCloseTo(500, 6);
  const { rows: alone } = projected([young("b")], short, short);
  expect([at(alone[0]!, "d3")!.revenue, at(alone[0]!, "d7")]).toEqual([expect.closeTo(300, 6), null]);
});

test("a total adds actual and projected revenue, also of cohorts that are too small alone", () => {
  const rows = [
    cohort("2026-01-06", old),
    cohort("2026-06-01", [50, 100]),
    cohort("2026-06-08", [10], { installs: 30, spend: 70 }),
    cohort("2026-06-15", [], { installs: 400, spend: 800 }),
  ];
  const { total, rows: alone } = projected(rows);
  expect(alone[2]!.projection).toMatchObject({ refused: expect.stringContaining("200 installs") });
  expect(alone[3]!.projection).toMatchObject({ refused: expect.stringContaining("D0") });
  // Nothing is known of the newest cohort yet.
  expect(at(total, "d180")).toMatchObject({
    installs: 1_030,
    spend: 1_870,
    revenue: expect.closeTo(1_000 + 500 + 100, 6),
  });
  // Together 1,600 on D180, of a spend of 1,870.
  expect(total.projection).toMatchObject({ refused: null, break_even_day: null });
});

test("a total whose younger cohorts are too small together has no projection", () => {
  const small = cohort("2026-06-08", [10], { installs: 30, spend: 70 });
  const { total } = projected([cohort("2026-01-06", old), small]);
  expect(total.projection).toMatchObject({ refused: expect.stringContaining("200 installs") });
  const ten = Array.from({ length: 10 }, (_, week) => ({ ...small, from: `2026-06-${10 + week}` }));
  expect(at(projected(ten).total, "d180")).toMatchObject({
    installs: 300,
    revenue: expect.closeTo(1_000, 6),
  });
  // One user paid in each of them.
  const cells = small.cells.map((cell) => cell && { ...cell, payers: 1 });
  expect(projected(ten.map((one) => ({ ...one, cells }))).total.projection).toMatchObject({
    refused: expect.stringContaining("20 paying users"),
  });
});

test("a total breaks even when its cohorts reach their spend together", () => {
  const young = (spend: number | null) => cohort("2026-06-01", [50, 100], { spend });
  const dayOf = (...rows: CohortRow[]) => projected(rows).total.projection!.break_even_day;
  // 1,200 on D90 and 1,500 on D180, of a spend of 1,350.
  expect(dayOf(cohort("2026-01-06", old), young(450))).toBe(135);
  // The small cohort adds 80 and 100 of revenue, and 90 of spend.
  expect(
    dayOf(cohort("2026-01-06", old), young(450), cohort("2026-06-08", [10], { installs: 30, spend: 90 })),
  ).toBe(135);
  // 300 on D1 and 450 on D3, of a spend of 350.
  expect(dayOf(cohort("2026-01-06", old, { spend: 250 }), young(100))).toBe(2);
  expect(dayOf(cohort("2026-01-06", old), young(null))).toBeNull();
  // A small cohort's actual revenue may have reached its spend, which is no estimate.
  expect(dayOf(cohort("2026-06-08", [10], { installs: 30, spend: 70 }))).toBeNull();
  expect(dayOf(cohort("2026-06-08", [10, 90], { installs: 30, spend: 70 }))).toBe(1);
});
