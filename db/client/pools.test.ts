// @isolated: statements of other files, which are counted as well, may still be in progress.
import { expect, test } from "vitest";
import { sql } from "@/db";
import { poolsInUse } from "@/db/client/pools";

const primary = () => [...poolsInUse()].find(({ name }) => name === "primary")!;

test("a connection is in use from sending a statement to its result, and during a transaction", async () => {
  await sql`select 1`;
  expect(primary()).toEqual({ name: "primary", size: sql.options.max, underWay: 0 });
  const part = sql`1 as one`;
  const answers = [sql`select ${part} from pg_sleep(0.2)`.execute(), sql`no statement`.execute()];
  const transaction = sql.begin(async (tx) => {
    const inside = primary().underWay;
    await tx`select 1`;
    return inside;
  });
  await expect(answers[1]).rejects.toThrow("syntax error");
  expect(primary().underWay).toBeGreaterThanOrEqual(1);
  expect(await transaction).toBeGreaterThanOrEqual(1);
  await answers[0];
  expect(primary().underWay).toBe(0);
});

test("statements beyond the pool's size wait", async () => {
  const size = sql.options.max;
  const query = Array.from({ length: size + 3 }, () => sql`select pg_sleep(1)`.execute());
  // The driver gets them in the next turn of the event loop; none is answered as fast.
  await new Promise((resolve) => setImmediate(resolve));
  expect(primary().underWay).toBe(size + 3);
  await Promise.all(query);
  expect(primary().underWay).toBe(0);
});
