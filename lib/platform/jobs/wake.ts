import { describeError, log } from "@/lib/base/log";

type Job = {
  /** As the log says what waits when it failed. */
  what: string;
  budgetMs: number;
  run(until: () => boolean): Promise<unknown>;
};

/**
 * Begins at once, in this process, what the scheduler would begin at its next turn. What is not finished within the
 * budget, or dies with the process, the scheduler goes on with.
 */
export function wake({ what, budgetMs, run }: Job): void {
  const end = performance.now() + budgetMs;
  setImmediate(() => {
    run(() => performance.now() > end).catch((error) =>
      log().warn(describeError(error), `${what} waits for the scheduler`),
    );
  });
}
