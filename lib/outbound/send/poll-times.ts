/** When a network is asked what came of a request that it accepted. Pure. */

const minute = 60_000;

/** Its guide says so. */
export const firstMs = 30 * minute;
/** After this long it is not asked any more. */
const longestMs = 24 * 60 * minute;

/** Each pause is twice as long as the one before, the last ends with the day; null once that is over. */
export function nextPoll(polls: number, accepted: Date, now: Date): Date | null {
  const end = accepted.getTime() + longestMs;
  if (now.getTime() >= end) return null;
  return new Date(Math.min(end, now.getTime() + firstMs * 2 ** polls));
}
