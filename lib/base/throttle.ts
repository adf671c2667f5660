/** The number of omitted lines of each kind in the current second. */
const leftOut = new Map<string, number>();
const everyMs = 1_000;

/**
 * Writes at most one line per second for each kind: the first one at once, and at the end of a second one line with the
 * number of omitted ones. So a failure of thousands of calls does not fill the disk.
 */
export function atMostEachSecond(kind: string, write: (leftOut: number) => void): void {
  const count = leftOut.get(kind);
  if (count !== undefined) {
    leftOut.set(kind, count + 1);
    return;
  }
  const begin = (already: number) => {
    leftOut.set(kind, 0);
    write(already);
    setTimeout(() => {
      const missed = leftOut.get(kind) ?? 0;
      leftOut.delete(kind);
      if (missed > 0) begin(missed);
    }, everyMs).unref();
  };
  begin(0);
}
