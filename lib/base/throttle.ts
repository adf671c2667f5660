/** For each kind, how many times it was left out in the second that is running. */
const leftOut = new Map<string, number>();
const everyMs = 1_000;

/**
 * Writes at most once a second for each kind: the first time at once, and at the end of a second what was left out
 * meanwhile, as one line with its count. So a failure that meets thousands of calls does not fill the disk with lines.
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
