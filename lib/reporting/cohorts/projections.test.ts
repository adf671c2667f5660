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

test("a cohort grows like the older weeks, and breaks even between the ages at which it passes its spend", () => {
  const { rows } = withProjections(tableOf([cohort("2026-06-01", [50, 100])]), history());
  const [row] = rows;
  expect(at(row!, "d1")).toBeNull();
  expect(at(row!, "d90")).toMatchObject({ installs: 500, spend: 900, revenue: expect.closeTo(400, 6) });
  expect(at(row!, "d180")).toMatchObject({ revenue: expect.closeTo(500, 6), error: expect.closeTo(0, 6) });
  expect(at(row!, "lifetime")).toBeNull();
  expect(row!.projection).toMatchObject({ refused: null, break_even_day: null });
  const cheap = withProjections(tableOf([cohort("2026-06-01", [50, 100], { spend: 450 })]), history());
  // 400 on D90, 500 on D180.
  expect(cheap.rows[0]!.projection!.break_even_day).toBe(135);
});

test("a value is projected by its own older weeks, or by all of them if it has too few", () => {
  const young = (key: string) => cohort("2026-06-01", [50, 100], { key });
  const known = [...history("a"), ...history("b", 3).slice(0, 2)];
  const { rows } = withProjections(tableOf([young("a"), young("b")]), known);
  for (const row of rows) expect(at(row, "d180")!.revenue).toBeCloseTo(500, 6);
});

test("a total adds actual and projected revenue, and leaves out cohorts without a projection with their installs", () => {
  const rows = [
    cohort("2026-01-06", old),
    cohort("2026-06-01", [50, 100]),
    cohort("2026-06-08", [10], { installs: 30, spend: 70 }),
  ];
  const { total, rows: projected } = withProjections(tableOf(rows), history());
  expect(projected[2]!.projection).toMatchObject({ refused: expect.stringContaining("200 installs") });
  expect(at(total, "d180")).toMatchObject({
    installs: 1_000,
    spend: 1_800,
    revenue: expect.closeTo(1_000 + 500, 6),
  });
  // Together 1,500 on D180, of a spend of 1,800.
  expect(total.projection).toMatchObject({ refused: null, break_even_day: null });
});

test("a total breaks even when the cohorts with a projection reach their spend together", () => {
  const small = cohort("2026-06-08", [10], { installs: 30, spend: 9_000 });
  const young = (spend: number | null) => cohort("2026-06-01", [50, 100], { spend });
  const dayOf = (...rows: CohortRow[]) =>
    withProjections(tableOf(rows), history()).total.projection!.break_even_day;
  // 1,200 on D90 and 1,500 on D180, of a spend of 1,350; the small cohort has no projection.
  expect(dayOf(cohort("2026-01-06", old), young(450), small)).toBe(135);
  // 300 on D1 and 450 on D3, of a spend of 350.
  expect(dayOf(cohort("2026-01-06", old, { spend: 250 }), young(100))).toBe(2);
  expect(dayOf(cohort("2026-01-06", old), young(null))).toBeNull();
  expect(dayOf(small)).toBeNull();
});
