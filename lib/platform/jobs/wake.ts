import { describeError, log } from "@/lib/base/log";

type Job = {
  /** Names the job in the log when it fails. */
  what: string;
  budgetMs: number;
  run(until: () => boolean): Promise<unknown>;
};

/**
 * Starts a job at once in this process instead of at the scheduler's next turn. If it does not finish within the
 * budget, or the process dies, the scheduler continues it.
 */
export function wakeJob({ what, budgetMs, run }: Job): void {
  const end = performance.now() + budgetMs;
  setImmediate(() => {
    run(() => performance.now() > end).catch((error) =>
      log().warn(describeError(error), `${what} waits for the scheduler`),
    );
  });
}
