import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { statementText } from "@/db/client/statement-text";

const run = (text: string) => sql.unsafe(text) as unknown as Promise<Record<string, unknown>[]>;

test("the text returns what the statement returns, for any text, number, array and null", async () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "'", '"', "\\", "\n", "(", ")", "{", ",", "$1", "é", ";--"),
  });
  const number = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const property = fc.asyncProperty(
    text,
    number,
    fc.array(text),
    fc.array(number),
    async (one, n, many, numbers) => {
      const statement = () => sql`
      select ${one}::text as one, ${n}::int - ${n}::int as zero, ${n}::int as n, ${null}::text as missing,
        ${many}::text[] as many, ${numbers}::int[] as numbers, ${n > 0}::boolean as positive
      where ${one}::text = any(${[...many, one]}::text[]) ${n > 0 ? sql`and ${one} = ${one}` : sql``}
        ${[sql``, sql`and ${sql("pg_catalog")} is not null`].slice(0, 1)}`;
      expect(await run(statementText(statement()))).toEqual([...(await statement())]);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test("lines are indented by their parentheses; a literal with line ends stays as it is", () => {
  const inner = sql`
    select ${"a\n  (b"}::text
        from x`;
  expect(
    statementText(sql`
      select *
      from (
        ${inner}
      ) y
      where ${sql("y.z")} = ${[1, -2]}`),
  ).toBe(
    ["select *", "from (", "  select 'a\n  (b'::text", "  from x", ") y", `where "y"."z" = '{1,-2}'`].join(
      "\n",
    ),
  );
});

test("a moment is the same in the text as in the statement", async () => {
  const at = new Date("2026-03-29T01:30:00.123Z");
  const text = statementText(sql`select ${at}::timestamptz as at`);
  expect(text).toBe("select '2026-03-29T01:30:00.123Z'::timestamptz as at");
  const [row] = await sql.unsafe<[{ at: Date }]>(text);
  expect(row.at).toEqual(at);
});

test("a value without a notation is refused", () => {
  expect(() => statementText(sql`select ${Buffer.from("x")}`)).toThrow("cannot contain");
  expect(() => statementText(sql`select ${sql({ a: 1 }) as never}`)).toThrow("cannot contain");
});
