import { expect, test } from "vitest";
import { sql } from "@/db";
import { plainClient } from "@/db/client/plain-client";
import { makeMonths } from "@/db/months";

test("a long report neither deadlocks with new partitions nor makes other statements wait for them", async () => {
  const reader = plainClient();
  try {
    await reader.begin(async (transaction) => {
      await transaction`select from ad_revenue limit 1`;
      // The first month of ad revenue is in use, so only the other tables get it.
      const making = makeMonths("2011-03-10", "2011-03-20");
      await expect
        .poll(
          async () =>
            (await sql<{ made: boolean }[]>`select to_regclass('events_201103') is not null as made`)[0],
        )
        .toEqual({ made: true });
      await transaction`select from events limit 1`;
      await transaction`select from clicks limit 1`;
      expect(await making).toBe(2);
    });
    expect(await makeMonths("2011-03-10", "2011-03-20")).toBe(1);
    expect(await makeMonths("2011-03-10", "2011-03-20")).toBe(0);
  } finally {
    await reader.end();
  }
});

test("every month between two days gets its partitions, and rows of it are stored there", async () => {
  await makeMonths("2010-11-30", "2011-01-01");
  const rows = await sql<{ name: string }[]>`
    select p.relname as name from pg_inherits i join pg_class p on p.oid = i.inhrelid
    where p.relname ~ '_20(1011|1012|1101)$' order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(
    ["ad_revenue", "clicks", "events"].flatMap((parent) =>
      ["201011", "201012", "201101"].map((month) => `${parent}_${month}`),
    ),
  );
});
