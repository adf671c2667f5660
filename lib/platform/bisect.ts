import { isFrozenError } from "@/lib/base/database-failure";

/**
 * Works on all items in one go. If that fails, it works on each half by itself, down to the item that causes the
 * failure. So the others do not wait for it.
 */
export async function bisectFailures<T>(
  all: T[],
  work: (some: T[]) => Promise<number>,
  putOff: (one: T, error: unknown) => Promise<void>,
): Promise<{ done: number; failed: number }> {
  if (all.length === 0) return { done: 0, failed: 0 };
  try {
    return { done: await work(all), failed: 0 };
  } catch (error) {
    // Data of a frozen project cannot be stored, so halving would not help.
    if (isFrozenError(error)) throw error;
    if (all.length === 1) {
      await putOff(all[0]!, error);
      return { done: 0, failed: 1 };
    }
    const middle = all.length >> 1;
    const first = await bisectFailures(all.slice(0, middle), work, putOff);
    const second = await bisectFailures(all.slice(middle), work, putOff);
    return { done: first.done + second.done, failed: first.failed + second.failed };
  }
}
