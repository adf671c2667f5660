import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tasks } from "@/server/tasks/tasks";
import { separateDatabase } from "@/testing/database";
import { aProject } from "@/testing/factories";

/** A separate database, because tasks work on every project, and other tests do not expect changes to theirs. */
const folder = mkdtempSync(join(tmpdir(), "cairn-tasks-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
beforeAll(async () => {
  database = await separateDatabase(folder);
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

test.each(tasks.map((task) => [task.name, task] as const))("the task %s runs", async (_name, task) => {
  await aProject();
  await expect(task.run()).resolves.not.toThrow();
});

test("every process measures its clock at least every ten seconds, so that no fact has a wrong time for longer", () => {
  const clock = tasks.find(({ name }) => name === "clock");
  expect(clock).toMatchObject({ everyProcess: true });
  expect(clock!.everyMs).toBeLessThanOrEqual(10_000);
});

test("every task has its own name", () => {
  expect(new Set(tasks.map((task) => task.name)).size).toBe(tasks.length);
});
