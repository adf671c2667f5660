import type { Clock } from "./platform";

/** The result of the promise, or null if it takes longer. */
export function before<T>(clock: Clock, ms: number, promise: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(null));
    promise.then(resolve, reject);
    void promise.finally(cancel).catch(() => undefined);
  });
}
