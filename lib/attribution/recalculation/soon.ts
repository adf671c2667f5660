import { now } from "@/db/clock";
import { runRecut } from "@/lib/attribution/recalculation/run";
import { describeError, log } from "@/lib/base/log";

/** Begins at once in this process; what it does not finish, or a process that ends, the scheduler goes on with. */
export function recutSoon(projectId: number): void {
  const end = performance.now() + 20_000;
  setImmediate(() => {
    runRecut(projectId, () => performance.now() > end, now).catch((error) =>
      log().warn(describeError(error), "a change of the time zone waits for the scheduler"),
    );
  });
}
