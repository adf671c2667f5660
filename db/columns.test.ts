import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { columnText } from "@/db/columns";

type Row = { id: number; text?: string | null; at?: Date; map?: object };

async function back(rows: Row[]) {
  const text = (name: keyof Row) => columnText(rows, (row) => row[name]);
  return sql<{ id: number; text: string | null; at: Date | null; map: unknown }[]>`
    select id::int, text, at::timestamptz, map::jsonb
    from unnest(string_to_array(${text("id")}, chr(31), chr(30)), string_to_array(${text("text")}, chr(31), chr(30)),
      string_to_array(${text("at")}, chr(31), chr(30)), string_to_array(${text("map")}, chr(31), chr(30)))
      as x(id, text, at, map)
    order by id::int`;
}

test("every row comes back as it was sent, whichever of its values are missing", async () => {
  // Neither what the database refuses nor what stands between values.
  const odd = ["\0", "\x1e", "\x1f"];
  const storable = fc
    .string({ unit: "binary", maxLength: 40 })
    .map((text) => odd.reduce((rest, one) => rest.replaceAll(one, "x"), text.toWellFormed()));
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
    { numRuns: 60 },
  );
});

test("what stands between values cannot be smuggled into one", async () => {
  const got = await back([
    { id: 0, text: "a\x1fb\x1ec" },
    { id: 1, text: "\x1e" },
  ]);
  expect(got.map((row) => row.text)).toEqual(["a b c", " "]);
});
