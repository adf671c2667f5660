import { now } from "@/db/clock";
import { describeError, log } from "@/lib/base/log";
import { pullProject } from "@/lib/facts/spend/pull/run";

/** Begins at once in this process; what it does not finish, or a process that ends, the scheduler goes on with. */
export function pullSoon(projectId: number): void {
  setImmediate(() => {
    pullProject(projectId, () => false, now).catch((error) =>
      log().warn(describeError(error), "a pull of spend waits for the scheduler"),
    );
  });
}
