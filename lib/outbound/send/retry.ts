/** When a call that failed is made again. Pure but for the spread, which is an argument. */

const minute = 60_000;
const hour = 60 * minute;

/** After the first try, the second … */
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
/** As Standard Webhooks suggests: ten tries within three days and a bit. */
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

/** Later than this after it was begun nothing is tried again. */
const longestMs = { usual: 72 * hour, webhook: 80 * hour };

export type Tried = {
  /** With the one that failed. */
  tries: number;
  begun: Date;
  now: Date;
  /** The wait that the receiver asked for. */
  afterMs: number | null;
  isWebhook: boolean;
  /** From 0 to 1: many that failed together do not come back together. */
  spread: number;
};

/** Null when it is given up. */
export function nextTry({ tries, begun, now, afterMs, isWebhook, spread }: Tried): Date | null {
  const planned = (isWebhook ? ofWebhooks : standardDelays)[tries - 1];
  if (planned === undefined) return null;
  // Who asks for a second is not called ten times within ten.
  const next = now.getTime() + Math.max(afterMs ?? 0, planned * (0.8 + 0.4 * spread));
  const longest = isWebhook ? longestMs.webhook : longestMs.usual;
  return next - begun.getTime() > longest ? null : new Date(next);
}
