/** Computes the times of calls independently of errors of the device's clock. Pure. */

/** The time of a call by both clocks, with the known error of the wall clock. */
export type CallTime = {
  wall: number;
  monotonic: number;
  /** The ID of the process, because the monotonic clock restarts with each. */
  run: string;
  /** The server's time minus the wall clock, if known. */
  skew: number | null;
};

/**
 * The server's time of a call, in milliseconds. Within one process the monotonic clock gives its age, even if the wall
 * clock was changed. After a restart only the wall clock remains, with its known correction. The result is never in the
 * future.
 */
export function serverTimeOf(made: CallTime, now: CallTime): number {
  const present = now.wall + (now.skew ?? 0);
  const then =
    made.run === now.run
      ? present - (now.monotonic - made.monotonic)
      : made.wall + (made.skew ?? now.skew ?? 0);
  return Math.round(Math.min(then, present));
}

/**
 * The error of the wall clock, from the `Date` of a response and the middle of the request. The header has whole
 * seconds, so less than two seconds is no error.
 */
export function skewOf(date: string | null, sentAt: number, receivedAt: number): number | null {
  const times = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(times)) return null;
  const skew = Math.round(times + 500 - (sentAt + receivedAt) / 2);
  return Math.abs(skew) < 2_000 ? 0 : skew;
}
