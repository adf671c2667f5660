/** Decides when a failed call is retried. Pure except for the spread, which is an argument. */

const minute = 60_000;
const hour = 60 * minute;

/** After the first attempt, the second … */
const standardDelays = [
  0.5 * minute,
  2 * minute,
  10 * minute,
  0.5 * hour,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];
/** The schedule of Standard Webhooks: ten attempts in a little over three days. */
const ofWebhooks = [
  5_000,
  5 * minute,
  0.5 * hour,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** There are no retries after this age. */
const longestMs = { usual: 72 * hour, webhook: 80 * hour };

export type PastAttempts = {
  /** The number of attempts, including the failed one. */
  tries: number;
  begun: Date;
  now: Date;
  /** The delay that the receiver requested. */
  afterMs: number | null;
  isWebhook: boolean;
  /** From 0 to 1: spreads the retries of calls that failed together. */
  spread: number;
};

/** Null if there are no more retries. */
export function nextAttempt({ tries, begun, now, afterMs, isWebhook, spread }: PastAttempts): Date | null {
  const planned = (isWebhook ? ofWebhooks : standardDelays)[tries - 1];
  if (planned === undefined) return null;
  // A requested delay of one second must not lead to ten calls within ten seconds.
  const next = now.getTime() + Math.max(afterMs ?? 0, planned * (0.8 + 0.4 * spread));
  const longest = isWebhook ? longestMs.webhook : longestMs.usual;
  return next - begun.getTime() > longest ? null : new Date(next);
}
