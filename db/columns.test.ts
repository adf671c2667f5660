import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { historyCount } from "@/testing/rounds";

type Row = { id: number; text?: string | null; at?: Date; map?: object };

const table = columnTable<Row>({ id: "int", text: "text", at: "timestamptz", map: "jsonb" });

const back = (rows: Row[]) => sql<{ id: number; text: string | null; at: Date | null; map: unknown }[]>`
  select id, text, at, map from ${table(rows)} x order by id`;

test("every row is returned as it was sent, whichever values are missing", async () => {
  const storable = fc
    .string({ unit: "binary", maxLength: 40 })
    .map((text) => text.toWellFormed().replaceAll("\0", "x"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          text: fc.option(storable, { nil: undefined }),
          at: fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }), {
            nil: undefined,
          }),
          map: fc.option(fc.dictionary(storable, storable, { maxKeys: 3 }), { nil: undefined }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      async (made) => {
        const rows = made.map((row, id) => ({ id, ...row }));
        const got = await back(rows);
        expect(got).toEqual(
          rows.map(({ id, text, at, map }) => ({
            id,
            text: text || null,
            at: at ?? null,
            map: map ?? null,
          })),
        );
      },
    ),
    { numRuns: historyCount(60) },
  );
});

test("separators may appear inside values", async () => {
  const got = await back([
    { id: 0, text: "a\x1fb\x1ec" },
    { id: 1, text: "\x1e" },
    { id: 2 },
    { id: 3, text: "\x1f", map: { "\x1f": "\x1e" } },
  ]);
  expect(got.map((row) => row.text)).toEqual(["a\x1fb\x1ec", "\x1e", null, "\x1f"]);
  expect(got[3]?.map).toEqual({ "\x1f": "\x1e" });
});
