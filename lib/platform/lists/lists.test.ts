import { expect, test } from "vitest";
import { z } from "zod";
import { sql } from "@/db";
import { timestamp } from "@/lib/base/fields";
import type { ProjectId } from "@/lib/base/ids";
import type { Cursor } from "@/lib/platform/keyset";
import { list as declared } from "@/lib/platform/lists/list";
import { whereFilters } from "@/lib/platform/lists/queries";
import { listSchema } from "@/lib/platform/lists/schema";

const schema = listSchema({
  name: "stones",
  title: "Stones",
  filter: { colour: z.string().optional() },
  row: {
    id: z.string(),
    found_at: timestamp,
    lost_at: timestamp.nullable(),
    cost_minor: z.number().int(),
  },
  at: "found_at",
  sums: { cost_minor: z.number().int() },
  columns: ({ currency }) => ({
    Found: "found_at",
    Lost: "lost_at",
    Cost: (row) => row.cost_minor / 100,
    Currency: () => currency,
  }),
});

const beach = { id: 1 as ProjectId, currency: "EUR" };
const uuid = (index: number) => `01890000-0000-7000-8000-${String(index).padStart(12, "0")}`;

/** Rows one second apart, the newest last. The column `secret` is not declared anywhere. */
function stones(many: number) {
  const all = Array.from({ length: many }, (_, index) => ({
    id: uuid(index),
    found_at: new Date(index * 1000),
    lost_at: index % 2 === 0 ? null : new Date(0),
    cost_minor: 150,
    secret: "s",
  })).reverse();
  return declared(schema, {
    toFilter: (_project: typeof beach, { colour }) => ({ colour }),
    find: async (_project, _filtered, before: Cursor | null, limit) =>
      all.filter((row) => !before || row.found_at < before.at).slice(0, limit),
    count: async (_project, _filtered, max) => ({ count: Math.min(many, max), cost_minor: 150 * many }),
  });
}

test("a row has its declared fields, times as text; pages follow each other", async () => {
  const list = stones(3);
  const first = await list.page(beach, schema.query.parse({ limit: "2" }));
  expect(first).toEqual({
    stones: [
      { id: uuid(2), found_at: "1970-01-01T00:00:02.000Z", lost_at: null, cost_minor: 150 },
      {
        id: uuid(1),
        found_at: "1970-01-01T00:00:01.000Z",
        lost_at: "1970-01-01T00:00:00.000Z",
        cost_minor: 150,
      },
    ],
    next: `1000.${uuid(1)}`,
  });
  const second = await list.page(beach, schema.query.parse({ limit: "2", before: first.next }));
  expect(second).toMatchObject({ stones: [{ id: uuid(0) }], next: null });
  expect(schema.page.safeParse(first).success).toBe(true);
});

test("a file has the declared columns in order, all pages, and at most 100,000 rows", async () => {
  const lines = (await stones(5_001).csv(beach, {})).split("\r\n");
  expect(lines.slice(0, 3)).toEqual([
    '"Found","Lost","Cost","Currency"',
    '1970-01-01T01:23:20.000Z,,1.5,"EUR"',
    '1970-01-01T01:23:19.000Z,1970-01-01T00:00:00.000Z,1.5,"EUR"',
  ]);
  expect(lines).toHaveLength(1 + 5_001 + 1);
  expect((await stones(100_001).csv(beach, {})).split("\r\n")).toHaveLength(1 + 100_000 + 1);
});

test("beyond 100,000 a list reports more than its count", async () => {
  expect(await stones(100_000).totals(beach, {})).toMatchObject({ count: 100_000, more: false });
  expect(await stones(100_001).totals(beach, {})).toEqual({
    count: 100_000,
    more: true,
    cost_minor: 150 * 100_001,
  });
});

type Filter = {
  odd?: boolean | null;
  above?: number | undefined;
  name?: string | undefined;
  among?: number[];
};

test.each<[Filter, number[]]>([
  [{}, [0, 1, 2, 3]],
  [{ odd: null, above: undefined, name: "" }, [0, 1, 2, 3]],
  [{ odd: false }, [0, 2]],
  [{ above: 0 }, [1, 2, 3]],
  [{ among: [] }, []],
  [{ odd: true, above: 1, name: "3" }, [3]],
])("%o filters to %o: unset values and empty text set no condition", async (filter, left) => {
  const rows = await sql<{ x: number }[]>`
    select x from generate_series(0, 3) x where true ${whereFilters(filter, {
      odd: (odd) => sql`and (x % 2 = 1) = ${odd}`,
      above: (min) => sql`and x > ${min}`,
      name: (name) => sql`and x::text = ${name}`,
      among: (among) => sql`and x = any(${among}::int[])`,
    })} order by x`;
  expect(rows.map(({ x }) => x)).toEqual(left);
});
