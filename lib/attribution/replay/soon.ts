import { now } from "@/db/clock";
import { runProjectReplays } from "@/lib/attribution/replay/run";
import { describeError, log } from "@/lib/base/log";

/** Begins at once in this process; what it does not finish, or a process that ends, the scheduler goes on with. */
export function replaySoon(projectId: number): void {
  const end = performance.now() + 20_000;
  setImmediate(() => {
    runProjectReplays(projectId, () => performance.now() > end, now).catch((error) =>
      log().warn(describeError(error), "a replay waits for the scheduler"),
    );
  });
}
