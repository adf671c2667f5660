import { expect, test } from "vitest";
import { connect } from "@/db";
import { plainClient } from "@/db/client/plain-client";
import { errorCode, isLostConnection } from "@/lib/base/database-failure";
import { completeEnv } from "@/lib/base/env";

const pidOf = async (client: ReturnType<typeof connect>) =>
  (await client<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]!.pid;

test.each([
  ["a pool", () => connect({ max: 1 })],
  ["migrations, backups and exports", () => plainClient() as ReturnType<typeof connect>],
])(
  "when its connection ends, a transaction of %s fails, and the connection is usable again",
  async (_, open) => {
    const other = connect({ max: 1 });
    // With one connection, a statement that remains from the transaction would block or confuse the next one.
    const client = open();
    const end = async (pid: number) => {
      await other`select pg_terminate_backend(${pid}::int, 60000)`;
    };
    for (let i = 0; i < 5; i++) {
      const duringStatement = client.begin(async (transaction) => {
        const pid = await pidOf(transaction as never);
        const slow = transaction`select pg_sleep(60)`.execute();
        slow.catch(() => {});
        await end(pid);
        await slow;
      });
      await expect(duringStatement).rejects.toSatisfy(isLostConnection);
      // The driver fails the next statement with the same error.
      await client`select 'next'`.catch(() => {});
      expect(await client`select ${i}::int as n`).toEqual([{ n: i }]);

      let later: unknown = null;
      const betweenStatements = client.begin(async (transaction) => {
        await end(await pidOf(transaction as never));
        // The connection is open again for the next statement of another caller.
        expect(await client`select 'other' as n`).toEqual([{ n: "other" }]);
        later = await transaction`select 'outside of the transaction'`.catch(errorCode);
      });
      await expect(betweenStatements).rejects.toSatisfy(isLostConnection);
      await expect.poll(() => later).toBe("CONNECTION_CLOSED");
      expect(await client`select ${i}::int as n`).toEqual([{ n: i }]);
    }
    await Promise.all([client.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  },
);

test("a transaction whose work fails is rolled back, and its result is otherwise returned", async () => {
  const client = connect({ max: 1 });
  const failed = client.begin(async (transaction) => {
    await transaction`create temporary table t (n int)`;
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  const found = await client.begin((transaction) => transaction`select to_regclass('t') as t`);
  expect(found).toEqual([{ t: null }]);
  await client.end({ timeout: 1 });
});

test("without prepared statements, transactions keep their connection, and other statements run next to them", async () => {
  completeEnv({ DATABASE_PREPARE: "off" });
  const client = connect({ max: 2 });
  completeEnv({ DATABASE_PREPARE: "" });
  const name = `unprepared_${process.pid}`;
  await client.unsafe(`create table ${name} (n int)`);
  const insert = (n: number) => `insert into ${name} select $1::int from (select ${n}) x`;
  const committed = client.begin(async (transaction) => {
    await Promise.all([transaction.unsafe(insert(0), [1]), transaction.unsafe(insert(1), [2])]);
    expect(await client.unsafe(`select * from ${name}`)).toEqual([]);
  });
  const failed = client.begin(async (transaction) => {
    await transaction.unsafe(insert(2), [3]);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await committed;
  await client.unsafe(insert(3), [4]);
  await client.end({ timeout: 1 });
  const other = connect({ max: 1 });
  expect(await other.unsafe(`select n from ${name} order by n`)).toEqual([{ n: 1 }, { n: 2 }, { n: 4 }]);
  await other.unsafe(`drop table ${name}`);
  await other.end({ timeout: 1 });
});
