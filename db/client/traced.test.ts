import { afterEach, expect, test } from "vitest";
import { connect, type Sql } from "@/db";
import { traced } from "@/db/client/traced";
import type { Span, SpanOptions, Tracer } from "@/lib/base/traces/span";

/** The calls of the tracer, in the order in which spans ended. */
const ended: { name: string; failed: string | undefined; about: SpanOptions }[] = [];
const shared = globalThis as { cairnTracer?: Tracer };

const span = (name: string): Span => ({
  isSampled: true,
  headers: { traceparent: "" },
  run: (work) => work(),
  end: (about) => void ended.push({ name, failed: about.failed, about }),
});

async function withTracer<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  shared.cairnTracer = { statement: span } as Partial<Tracer> as Tracer;
  const sql = traced(connect({ max: 2 }));
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

afterEach(() => {
  ended.length = 0;
  delete shared.cairnTracer;
});

test("each statement is reported once, also in transactions; fragments are not", async () => {
  await withTracer(async (sql) => {
    const part = sql`where id = ${7}`;
    expect(await sql`select count(*)::int as n from projects ${part}`).toHaveLength(1);
    await sql.unsafe("select 1");
    await sql.begin(async (transaction) => {
      await transaction`set local statement_timeout = 0`;
      await transaction.savepoint(async (inner) => {
        await inner`update projects set name = name where id = ${-1}`;
      });
    });
  });
  expect(ended.map(({ name }) => name)).toEqual(["SELECT projects", "SELECT", "SET", "UPDATE projects"]);
});

test("a statement that only combines its parts is reported under the name of a part", async () => {
  await withTracer(async (sql) => {
    const change = sql`update projects set name = name where id = ${-1} returning id`;
    await sql`with changed as (${change}) select * from changed`;
  });
  expect(ended.map(({ name }) => name)).toEqual(["UPDATE projects"]);
});

test("a failed statement is reported with its code and without its values", async () => {
  await withTracer(async (sql) => {
    await expect(sql`select ${"ada@example.com"}::text::int from projects`.then()).rejects.toThrow();
  });
  expect(ended).toMatchObject([{ name: "SELECT projects", failed: "22P02" }]);
  expect(JSON.stringify(ended)).not.toContain("ada");
});

test("without tracing a statement is passed through unchanged", async () => {
  const sql = traced(connect({ max: 1 }));
  expect(await sql`select 1 as n`).toMatchObject([{ n: 1 }]);
  await sql.end();
});
