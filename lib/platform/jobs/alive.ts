import { randomBase62 } from "@/lib/base/ids";
import { countAlive, endPresence, insertPresence } from "@/lib/platform/jobs/queries";

/** Processes of Cairn that serve now, as far as the database was heard to say. */
const shared = globalThis as { cairnAlive?: { count: number; at: number; asking: boolean } };
const known = () => {
  shared.cairnAlive ??= { count: 1, at: Number.NEGATIVE_INFINITY, asking: false };
  return shared.cairnAlive;
};

const own = randomBase62(12);
/** A process that was killed is counted for so long. */
const presenceMs = 20_000;
const freshMs = 10_000;

/** Every few seconds, by each process that answers calls. */
export async function sayAlive(): Promise<number> {
  return heard(await insertPresence(own, presenceMs));
}

/** A process that ends by itself is not waited for. */
export const leave = () => endPresence(own);

/** At least one. Where this process does not say itself that it lives, it asks now and then, and answers at once. */
export function aliveProcesses(): number {
  const alive = known();
  if (!alive.asking && performance.now() - alive.at > freshMs) {
    alive.asking = true;
    // Nobody hears of a failure: what was known last stands.
    countAlive()
      .then(heard, () => {})
      .finally(() => {
        alive.asking = false;
      });
  }
  return alive.count;
}

function heard(count: number): number {
  Object.assign(known(), { count: Math.max(1, count), at: performance.now() });
  return count;
}
