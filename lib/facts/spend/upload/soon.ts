import { now } from "@/db/clock";
import { describeError, log } from "@/lib/base/log";
import { storeProjectUploads } from "@/lib/facts/spend/upload/run";

/** Begins at once in this process; what it does not finish, or a process that ends, the scheduler goes on with. */
export function storeSoon(projectId: number): void {
  const end = performance.now() + 60_000;
  setImmediate(() => {
    storeProjectUploads(projectId, () => performance.now() > end, now).catch((error) =>
      log().warn(describeError(error), "a file of spend waits for the scheduler"),
    );
  });
}
