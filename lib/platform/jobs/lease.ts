import { setTimeout as sleep } from "node:timers/promises";
import { isTemporaryFailure } from "@/lib/base/database-failure";
import { randomBase62 } from "@/lib/base/ids";
import { endLease, extendLease, insertLease } from "@/lib/platform/jobs/queries";

export type TaskResult = Record<string, unknown>;

/** Another process has taken the lease over. */
class LeaseLost extends Error {}

/** After this long without a sign of life a process is replaced. */
const lifeMs = 10_000;
const beatMs = 2_000;

type Work = (extend: () => Promise<void>) => Promise<TaskResult>;

/**
 * Runs the work unless another process already does; null if one does. While it runs, a heartbeat renews the lease
 * every few seconds. This lasts at most `ms` after the last `extend`, by which the work reports progress. So a process
 * that dies is replaced soon, and one that hangs is replaced after `ms`. A replaced one ends at its next `extend` and
 * does not free the lease.
 */
export async function withLease(task: string, ms: number, work: Work): Promise<TaskResult | null> {
  const holder = randomBase62(12);
  const life = Math.min(lifeMs, ms);
  const { taken } = await insertLease(task, holder, life, 0);
  return taken ? withHeldLease({ task, holder, ms, life }, work) : null;
}

/**
 * Runs periodic work: it is due a fixed time after its last start, in any process. Otherwise `dueInMs` is the time
 * until the next check. While another process runs the work, that is at most a few seconds, because the process may
 * die.
 */
export async function whenDue(
  task: string,
  { everyMs, ms }: { everyMs: number; ms: number },
  work: Work,
): Promise<{ result: TaskResult | null; dueInMs: number }> {
  const holder = randomBase62(12);
  const life = Math.min(lifeMs, ms);
  const begun = performance.now();
  const { taken, dueInMs } = await insertLease(task, holder, life, everyMs);
  if (!taken) return { result: null, dueInMs: Math.max(0, dueInMs) };
  const result = await withHeldLease({ task, holder, ms, life }, work);
  return { result, dueInMs: Math.max(0, begun + everyMs - performance.now()) };
}

type HeldLease = { task: string; holder: string; ms: number; life: number };

async function withHeldLease({ task, holder, ms, life }: HeldLease, work: Work): Promise<TaskResult | null> {
  let renewedAt = performance.now();
  let hangsAt = renewedAt + ms;
  let lost = false;
  const renew = async () => {
    const at = performance.now();
    lost ||= !(await extendLease(task, holder, life));
    if (!lost) renewedAt = at;
  };
  let beating: Promise<void> | null = null;
  const beat = setInterval(() => {
    if (lost || beating || performance.now() > hangsAt) return;
    // A heartbeat that fails is repeated by the next one.
    beating = renew()
      .catch(() => {})
      .finally(() => {
        beating = null;
      });
  }, beatMs);
  const extend = async () => {
    await renew();
    if (lost) throw new LeaseLost(`${task} was taken over`);
    hangsAt = performance.now() + ms;
  };
  let result: TaskResult = { ok: false };
  try {
    result = { ok: true, ...(await work(extend)) };
    return result;
  } catch (error) {
    if (error instanceof LeaseLost) return null;
    throw error;
  } finally {
    clearInterval(beat);
    // A heartbeat that arrived after the end would renew a lease without a running job.
    await beating;
    await endSoon(() => endLease(task, holder, result), renewedAt + life);
  }
}

/**
 * Retries until the lease would expire by itself. If the database returns before that, the next run does not have to
 * wait.
 */
async function endSoon(end: () => Promise<void>, until: number): Promise<void> {
  for (;;) {
    try {
      return await end();
    } catch (error) {
      if (!isTemporaryFailure(error) || performance.now() > until) throw error;
    }
    await sleep(250);
  }
}
