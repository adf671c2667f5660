import { expect, test } from "vitest";
import { sql } from "@/db";
import { isRefusedRow, isTemporaryFailure, withRetries } from "@/lib/base/database-failure";
import { failedReply } from "@/lib/platform/http/route";

/** Fails with an SQLSTATE the given number of times, then succeeds. */
function failing(state: string, times: number) {
  const run = { tries: 0 };
  const work = async () => {
    run.tries++;
    if (run.tries <= times)
      await sql.unsafe(`do $$ begin raise exception 'on purpose' using errcode = '${state}'; end $$`);
    return "done";
  };
  return { run, work };
}

test("two statements that deadlock both succeed: the cancelled one is retried", async () => {
  const lock = Math.floor(Math.random() * 2 ** 40);
  const hold = (first: number, second: number) =>
    withRetries(async () => {
      await sql`
        select pg_advisory_xact_lock(${first}::bigint), pg_sleep(0.3), pg_advisory_xact_lock(${second}::bigint)`;
      return "done";
    });
  const tried = await Promise.all([hold(lock, lock + 1), hold(lock + 1, lock)]);
  expect(tried).toEqual(["done", "done"]);
});

test.each(["40P01", "40001", "57P01", "0A000"])(
  "%s is tried three times, then gets a 503 with Retry-After",
  async (state) => {
    const passing = failing(state, 2);
    expect(await withRetries(passing.work)).toBe("done");
    expect(passing.run.tries).toBe(3);
    const lasting = failing(state, 9);
    const error = await withRetries(lasting.work).catch((cause: unknown) => cause);
    expect(lasting.run.tries).toBe(3);
    expect(isTemporaryFailure(error)).toBe(true);
    const reply = failedReply(error, { requestId: "a" });
    expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "1"]);
    expect(reply.body).not.toContain("on purpose");
  },
);

test.each([
  ["53300", "a database that is full of connections"],
  ["53100", "a full disk"],
  ["55P03", "a lock that is not to be had"],
  ["57014", "a statement that took too long"],
])("%s (%s) is not retried, and gets a 503", async (state) => {
  const once = failing(state, 9);
  const error = await withRetries(once.work).catch((cause: unknown) => cause);
  expect(once.run.tries).toBe(1);
  expect(failedReply(error, { requestId: "a" }).status).toBe(503);
});

test.each(["22003", "22P05", "23505", "54000"])(
  "%s is the fault of a value: tried once, then a 400",
  async (state) => {
    const once = failing(state, 9);
    const error = await withRetries(once.work).catch((cause: unknown) => cause);
    expect(once.run.tries).toBe(1);
    expect(isRefusedRow(error)).toBe(true);
    expect(failedReply(error, { requestId: "a" }).status).toBe(400);
  },
);

test("an unknown error is a 500 without details", async () => {
  const error = await failing("P0001", 9)
    .work()
    .catch((cause: unknown) => cause);
  const reply = failedReply(error, { requestId: "a" });
  expect(reply.status).toBe(500);
  expect(reply.body).toBe('{"msg":"Internal server error","status":500,"data":null}');
});
