import { expect, test } from "vitest";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { withLease } from "@/lib/platform/jobs/lease";

/** Runs a task under a lease until the test ends it. */
function begin(task: string, ms = 60_000) {
  let end = () => {};
  let extend: () => Promise<void> = async () => {};
  const released = new Promise<void>((resolve) => {
    end = resolve;
  });
  let started = () => {};
  const running = new Promise<void>((resolve) => {
    started = resolve;
  });
  const result = withLease(task, ms, async (more) => {
    extend = more;
    started();
    await released;
    return { did: "it" };
  });
  return { result, running, end: () => end(), extend: () => extend() };
}

/** Makes the lease expire without waiting. */
const isOver = (task: string) =>
  sql`update task_leases set lease_until = now() - interval '1 second' where task = ${task}`;
const free = (task: string) => withLease(task, 60_000, async () => ({}));
const aTask = () => `test ${randomBase62(8)}`;

test("one process at a time runs a task, and the next one after it ends", async () => {
  const task = aTask();
  const one = begin(task);
  await one.running;
  expect(await free(task)).toBeNull();
  one.end();
  expect(await one.result).toEqual({ ok: true, did: "it" });
  expect(await free(task)).toEqual({ ok: true });
});

test("a run that exceeded its lease neither frees nor extends the new one, and ends at its next step", async () => {
  const task = aTask();
  const first = begin(task);
  await first.running;
  await isOver(task);
  const second = begin(task);
  await second.running;
  await expect(first.extend()).rejects.toThrow("taken over");
  first.end();
  expect(await first.result).toEqual({ ok: true, did: "it" });
  expect(await free(task)).toBeNull();
  await second.extend();
  second.end();
  expect(await second.result).toEqual({ ok: true, did: "it" });
  expect(await free(task)).toEqual({ ok: true });
});

test("a run that was replaced leaves the rest to the other process", async () => {
  const task = aTask();
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const first = withLease(task, 60_000, async (extend) => {
    begun.resolve();
    await go.promise;
    await extend();
    return { did: "what it must not" };
  });
  await begun.promise;
  await isOver(task);
  const second = begin(task);
  await second.running;
  go.resolve();
  expect(await first).toBeNull();
  second.end();
  await second.result;
});

test("an expired lease that was not claimed can be extended", async () => {
  const task = aTask();
  const one = begin(task);
  await one.running;
  await isOver(task);
  await one.extend();
  expect(await free(task)).toBeNull();
  one.end();
  await one.result;
});

test("a lease lasts seconds only, however long the work takes, and is renewed during the work", async () => {
  const task = aTask();
  const left = async () => {
    const [row] = await sql<{ ms: number }[]>`
      select (extract(epoch from lease_until - now()) * 1000)::int as ms from task_leases where task = ${task}`;
    return row!.ms;
  };
  const one = begin(task, 600_000);
  await one.running;
  const first = await left();
  expect(first).toBeLessThanOrEqual(10_000);
  await sql`update task_leases set lease_until = now() + interval '1 second' where task = ${task}`;
  await expect.poll(left).toBeGreaterThan(5_000);
  one.end();
  await one.result;
});

test("work without progress for its maximum time is replaced", async () => {
  const task = aTask();
  const hanging = begin(task, 500);
  await hanging.running;
  await expect.poll(() => free(task)).toEqual({ ok: true });
  hanging.end();
  await hanging.result;
});
