import { now } from "@/db/clock";
import { attributeProject } from "@/lib/attribution/attribute";
import { reassignProject } from "@/lib/attribution/reassign";
import { describeError, log } from "@/lib/base/log";

const waiting = new Set<number>();
let running = false;

/**
 * Decides a project's new installs in this process right after they are stored. An app's first screen can thus query
 * its attribution. The scheduler finds missed installs.
 */
export function wakeAttribution(projectId: number): void {
  waiting.add(projectId);
  if (running) return;
  running = true;
  setImmediate(() => void work());
}

async function work(): Promise<void> {
  try {
    for (let [id] = waiting; id !== undefined; [id] = waiting) {
      waiting.delete(id);
      const end = performance.now() + 5_000;
      await attributeProject(id, () => performance.now() > end, now);
      await reassignProject(id);
    }
  } catch (error) {
    log().warn(describeError(error), "installs wait for the scheduler to attribute them");
  } finally {
    running = false;
    if (waiting.size > 0) {
      running = true;
      setTimeout(() => void work(), 1_000);
    }
  }
}
