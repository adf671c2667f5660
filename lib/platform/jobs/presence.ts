import { randomBase62 } from "@/lib/base/ids";
import { countAlive, endPresence, insertPresence } from "@/lib/platform/jobs/queries";

/** The number of processes that serve now, as the database last reported it. */
const shared = globalThis as { cairnAlive?: { count: number; at: number; isCounting: boolean } };
const known = () => {
  shared.cairnAlive ??= { count: 1, at: Number.NEGATIVE_INFINITY, isCounting: false };
  return shared.cairnAlive;
};

const own = randomBase62(12);
/** A process that was killed is counted for this long. */
const presenceMs = 20_000;
const freshMs = 10_000;

/** Called every few seconds by each process that answers calls. */
export async function reportAlive(): Promise<number> {
  return updateCount(await insertPresence(own, presenceMs));
}

/** Removes this process at once when it stops normally, instead of when its presence expires. */
export const removePresence = () => endPresence(own);

/**
 * The number of processes, at least one. A process that does not report itself refreshes the number in the background
 * from time to time, and returns at once.
 */
export function aliveProcesses(): number {
  const alive = known();
  if (!alive.isCounting && performance.now() - alive.at > freshMs) {
    alive.isCounting = true;
    // A failure is ignored; the last known number stays.
    countAlive()
      .then(updateCount, () => {})
      .finally(() => {
        alive.isCounting = false;
      });
  }
  return alive.count;
}

function updateCount(count: number): number {
  Object.assign(known(), { count: Math.max(1, count), at: performance.now() });
  return count;
}
