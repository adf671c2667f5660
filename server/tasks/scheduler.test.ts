import { expect, test } from "vitest";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { withLease } from "@/lib/platform/jobs/lease";
import { runTask } from "@/server/tasks/scheduler";
import type { Task } from "@/server/tasks/tasks";

const everyMs = 60_000;

/** A task with a counter of its runs. */
function aTask(work: () => Promise<undefined> = async () => undefined) {
  const ran = { times: 0 };
  const task: Task = {
    name: `test ${randomBase62(8)}`,
    description: "",
    everyMs,
    async run() {
      ran.times++;
      return work();
    },
  };
  return { task, ran };
}

const startedBefore = (task: Task, ms: number) => sql`
  update task_leases set last_started_at = now() - ${ms} * interval '1 millisecond' where task = ${task.name}`;

test("four processes together run a task as often as one would", async () => {
  const { task, ran } = aTask();
  const four = () => Promise.all(Array.from({ length: 4 }, () => runTask(task)));
  await four();
  expect(ran.times).toBe(1);
  for (const again of await four()) {
    expect(again).toBeGreaterThan(everyMs - 30_000);
    expect(again).toBeLessThanOrEqual(everyMs);
  }
  expect(ran.times).toBe(1);
  await startedBefore(task, everyMs - 20_000);
  for (const again of await four()) expect(again).toBeLessThanOrEqual(20_000);
  expect(ran.times).toBe(1);
  await startedBefore(task, everyMs);
  await four();
  expect(ran.times).toBe(2);
});

test("a failed task runs again at its next time, and not before", async () => {
  const { task, ran } = aTask(() => Promise.reject(new Error("no")));
  expect(await runTask(task)).toBe(everyMs);
  await runTask(task);
  expect(ran.times).toBe(1);
});

test("the task of a crashed process is due at once, however far away its next time is", async () => {
  const { task, ran } = aTask();
  await sql`
    insert into task_leases (task, holder, lease_until, last_started_at)
    values (${task.name}, 'dead', now() + interval '5 seconds', now() - interval '5 seconds')`;
  expect(await runTask(task)).toBeLessThanOrEqual(5_000);
  expect(ran.times).toBe(0);
  await sql`update task_leases set lease_until = now() - interval '1 second' where task = ${task.name}`;
  await runTask(task);
  expect(ran.times).toBe(1);
});

test("requested work has no schedule: it runs as soon as no other process runs it", async () => {
  const name = `test ${randomBase62(8)}`;
  expect(await withLease(name, 60_000, async () => ({}))).toEqual({ ok: true });
  expect(await withLease(name, 60_000, async () => ({}))).toEqual({ ok: true });
});

test("a clock that was set back delays no task", async () => {
  const { task, ran } = aTask();
  await runTask(task);
  await startedBefore(task, -3_600_000);
  await runTask(task);
  expect(ran.times).toBe(2);
});
