/** When things happened, however wrong the device's clock is. Pure. */

/** When a call was made: by both clocks, and what was known then of the wall clock's error. */
export type Moment = {
  wall: number;
  monotonic: number;
  /** The process: the monotonic clock restarts in each. */
  run: string;
  /** Server's time minus the wall clock, as far as it was known. */
  skew: number | null;
};

/**
 * The server's time, in milliseconds, at which a call was made. Within one process the monotonic clock tells how long
 * ago that was, whatever happened to the wall clock. After a restart only the wall clock is left, corrected by what was
 * known of it. Nothing happened in the future.
 */
export function serverTimeOf(made: Moment, now: Moment): number {
  const present = now.wall + (now.skew ?? 0);
  const then =
    made.run === now.run
      ? present - (now.monotonic - made.monotonic)
      : made.wall + (made.skew ?? now.skew ?? 0);
  return Math.round(Math.min(then, present));
}

/**
 * How far the wall clock is off, by the `Date` of an answer and the time in the middle of its way. The header has whole
 * seconds, so that less than two of them is no error.
 */
export function skewOf(date: string | null, sentAt: number, answeredAt: number): number | null {
  const times = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(times)) return null;
  const skew = Math.round(times + 500 - (sentAt + answeredAt) / 2);
  return Math.abs(skew) < 2_000 ? 0 : skew;
}
