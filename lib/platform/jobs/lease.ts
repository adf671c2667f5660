import { setTimeout as sleep } from "node:timers/promises";
import { isPassing } from "@/lib/base/database-failure";
import { randomBase62 } from "@/lib/base/ids";
import { endLease, extendLease, insertLease } from "@/lib/platform/jobs/queries";

export type Result = Record<string, unknown>;

/** Somebody else has taken over meanwhile. */
class LeaseLost extends Error {}

/** Somebody who died is replaced after so long. */
const lifeMs = 10_000;
const beatMs = 2_000;

/**
 * Runs the work if nobody else does, in whatever process; null when somebody does. While it runs it says every few
 * seconds that it lives, for `ms` at most after it last said by `extend` that it gets on: one that dies is replaced
 * soon, and one that hangs after that. Who was replaced ends at the next `extend`, and frees nothing.
 */
export async function withLease(
  task: string,
  ms: number,
  work: (extend: () => Promise<void>) => Promise<Result>,
): Promise<Result | null> {
  const holder = randomBase62(12);
  const life = Math.min(lifeMs, ms);
  if (!(await insertLease(task, holder, life))) return null;
  let heldAt = performance.now();
  let hangsAt = heldAt + ms;
  let lost = false;
  const renew = async () => {
    const at = performance.now();
    lost ||= !(await extendLease(task, holder, life));
    if (!lost) heldAt = at;
  };
  let beating: Promise<void> | null = null;
  const beat = setInterval(() => {
    if (lost || beating || performance.now() > hangsAt) return;
    // What fails now is tried again at the next beat.
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
  let result: Result = { ok: false };
  try {
    result = { ok: true, ...(await work(extend)) };
    return result;
  } catch (error) {
    if (error instanceof LeaseLost) return null;
    throw error;
  } finally {
    clearInterval(beat);
    // Behind the end it would hold what nobody works at.
    await beating;
    await endSoon(() => endLease(task, holder, result), heldAt + life);
  }
}

/** Where the database is back before the lease is over, nobody has to wait for that. */
async function endSoon(end: () => Promise<void>, until: number): Promise<void> {
  for (;;) {
    try {
      return await end();
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
    }
    await sleep(250);
  }
}
