import { setTimeout as sleep } from "node:timers/promises";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { post } from "@/lib/outbound/requests/post";
import { findDueQueues, type Queue } from "@/lib/outbound/send/queries";
import { drainQueue, type SendDependencies } from "@/lib/outbound/send/queue";
import { withLease } from "@/lib/platform/jobs/lease";

/** Longer than one batch takes if every call times out. */
const leaseMs = 60_000;
/** The number of destinations that a process sends to in parallel. */
const maxAtOnce = 32;
/** After this long, the next waiting destination gets its turn. */
const turnMs = 5_000;
const pollMs = 500;
const restMs = 5_000;

export const defaultDependencies = (now: () => Date): SendDependencies => ({
  post,
  now,
  spread: Math.random,
});

/**
 * Sends due deliveries of all projects, or of one, until none is left or the time is over. Each destination has one
 * sending process at a time. A slow destination delays only itself.
 */
export async function sendDue(
  budgetMs: number,
  dependencies: SendDependencies,
  only: ProjectId | null = null,
): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  const running = new Map<string, Promise<void>>();
  /** Destinations whose last turn ended without an outcome are not started again at once. */
  const resting = new Map<string, number>();
  let ended = 0;
  while (!isOver()) {
    const due = await findDueQueues(dependencies.now(), only);
    // The order is random, so that no destination waits forever if there are too many.
    const shuffled = due.map((queue) => ({ queue, by: dependencies.spread() })).sort((a, b) => a.by - b.by);
    for (const { queue } of shuffled) {
      const name = `${queue.project_id} ${queue.destination_id}`;
      if (running.has(name) || (resting.get(name) ?? 0) > performance.now()) continue;
      if (running.size >= maxAtOnce) break;
      const turnEnds = Math.min(end, performance.now() + turnMs);
      const turn = sendTo(queue, () => performance.now() > turnEnds, dependencies).then((count) => {
        ended += count;
        if (count === 0) resting.set(name, performance.now() + restMs);
        running.delete(name);
      });
      running.set(name, turn);
    }
    if (running.size === 0) break;
    await Promise.race([...running.values(), sleep(pollMs)]);
  }
  await Promise.all(running.values());
  return ended;
}

/** The prefix of the leases of a project's destinations. */
export const queueLeasePrefix = (project: number) => `outbound ${project} `;

/** A failed destination does not delay the others. */
async function sendTo(queue: Queue, until: () => boolean, dependencies: SendDependencies): Promise<number> {
  try {
    const name = `${queueLeasePrefix(queue.project_id)}${queue.destination_id}`;
    const result = await withLease(name, leaseMs, async (extend) => {
      // Read after the lease, because freezing a project waits for existing leases.
      const project = await backgroundProject(queue.project_id);
      return { ended: project ? await drainQueue(project, queue, until, extend, dependencies) : 0 };
    });
    return Number(result?.ended ?? 0);
  } catch (error) {
    log().error(
      { destination: queue.destination_id, ...describeError(error) },
      "sending to a destination failed",
    );
    return 0;
  }
}
