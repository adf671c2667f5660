import { expect, test } from "vitest";
import { tasks } from "@/server/tasks";
import { aProject } from "@/testing/factories";

test.each(tasks.map((task) => [task.name, task] as const))("the task %s runs", async (_name, task) => {
  await aProject();
  await expect(task.run()).resolves.not.toThrow();
});

test("every process measures its clock at least every ten seconds, so that no fact carries a wrong time for longer", () => {
  const clock = tasks.find(({ name }) => name === "clock");
  expect(clock).toMatchObject({ everyProcess: true });
  expect(clock!.everyMs).toBeLessThanOrEqual(10_000);
});

test("every task has a name of its own", () => {
  expect(new Set(tasks.map((task) => task.name)).size).toBe(tasks.length);
});
