import { expect, test } from "vitest";
import { sql } from "@/db";
import { plainClient } from "@/db/client/plain-client";
import { makeMonths } from "@/db/months";

const partitionsOf = async (...months: string[]) =>
  (
    await sql<{ name: string }[]>`
      select p.relname as name from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where right(p.relname, 6) = any(${months}::text[]) order by 1`
  ).map(({ name }) => name);

/** Other tests' transactions may hold a table for longer than a call waits. */
const madeFor = (first: string, last: string, months: string[]) =>
  expect
    .poll(async () => {
      await makeMonths(first, last);
      return partitionsOf(...months);
    })
    .toEqual(
      ["ad_revenue", "clicks", "events"].flatMap((parent) => months.map((month) => `${parent}_${month}`)),
    );

test("a long report neither deadlocks with new partitions nor makes other statements wait for them", async () => {
  const reader = plainClient();
  try {
    await reader.begin(async (transaction) => {
      await transaction`select from ad_revenue limit 1`;
      // The month of ad revenue is in use, so only the other tables get it.
      const making = makeMonths("2011-03-10", "2011-03-20");
      making.catch(() => {});
      const isWaiting = async () => {
        const [row] = await sql<{ yes: boolean }[]>`
          select to_regclass('events_201103') is not null or exists (
            select from pg_locks l where l.relation = 'ad_revenue'::regclass and not l.granted) as yes`;
        return row!.yes;
      };
      await expect.poll(isWaiting, { interval: 5 }).toBe(true);
      await transaction`select from events limit 1`;
      await transaction`select from clicks limit 1`;
      await making;
      expect(await partitionsOf("201103")).not.toContain("ad_revenue_201103");
    });
    await madeFor("2011-03-10", "2011-03-20", ["201103"]);
    expect(await makeMonths("2011-03-10", "2011-03-20")).toBe(0);
  } finally {
    await reader.end();
  }
});

test("every month between two days gets its partitions", () =>
  madeFor("2010-11-30", "2011-01-01", ["201011", "201012", "201101"]));
