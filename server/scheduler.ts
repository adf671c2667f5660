import { describeError, log } from "@/lib/base/log";
import { withLease } from "@/lib/platform/jobs/lease";
import { noteFailure, noteSuccess } from "@/server/task-runs";
import type { Task } from "@/server/tasks";

/** Runs the table of tasks. A lease in the database makes sure that only one process at a time runs each. */
export function startScheduler(tasks: Task[]): { stop(): Promise<void> } {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopping = false;

  for (const task of tasks) {
    const tick = async () => {
      const run = async () => {
        const began = performance.now();
        const did = await task.run();
        noteSuccess(task.name, performance.now() - began, Date.now());
        return did ?? {};
      };
      try {
        if (task.everyProcess) await run();
        else await withLease(task.name, task.leaseMs ?? 60_000, run);
      } catch (error) {
        noteFailure(task.name);
        log().error(
          { task: task.name, ...describeError(error) },
          "a scheduled task failed; it runs again at its time",
        );
      }
    };
    const schedule = (delay: number) => {
      if (stopping) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        const run = tick().finally(() => {
          running.delete(run);
          schedule(task.everyMs);
        });
        running.add(run);
      }, delay);
      timers.add(timer);
    };
    schedule(Math.min(task.everyMs, 1_000));
  }

  return {
    async stop() {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
