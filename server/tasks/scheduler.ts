import { describeError, log } from "@/lib/base/log";
import { whenDue } from "@/lib/platform/jobs/lease";
import { noteFailure, noteSuccess } from "@/server/tasks/runs";
import type { Task } from "@/server/tasks/tasks";

/** The shortest pause of a task, so that other work gets its turn. */
const minPauseMs = 50;

/** Runs a task if it is due, and returns the time until the next check. */
export async function runTask(task: Task): Promise<number> {
  const run = async () => {
    const began = performance.now();
    const did = await task.run();
    noteSuccess(task.name, performance.now() - began, Date.now());
    return did ?? {};
  };
  try {
    if (task.everyProcess) {
      await run();
      return task.everyMs;
    }
    const { dueInMs } = await whenDue(task.name, { everyMs: task.everyMs, ms: task.leaseMs ?? 60_000 }, run);
    return Math.max(minPauseMs, dueInMs);
  } catch (error) {
    noteFailure(task.name);
    log().error(
      { task: task.name, ...describeError(error) },
      "a scheduled task failed; it runs again at its time",
    );
    return task.everyMs;
  }
}

/**
 * Runs the table of tasks. With leases in the database, only one process at a time runs each task. All processes
 * together run it as often as one alone would.
 */
export function startScheduler(tasks: Task[]): { stop(): Promise<void> } {
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let stopping = false;

  for (const task of tasks) {
    const schedule = (delay: number) => {
      if (stopping) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        const run = runTask(task).then((again) => {
          running.delete(run);
          schedule(again);
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
