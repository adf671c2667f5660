/** Decides when the status of an accepted request is polled. Pure. */

const minute = 60_000;

/** The delay that the network's guide recommends. */
export const firstPollMs = 30 * minute;
/** Polling stops after this long. */
const longestMs = 24 * 60 * minute;

/** Each pause is twice as long as the previous one, and the last poll is after a day. Null once that is over. */
export function nextPoll(polls: number, accepted: Date, now: Date): Date | null {
  const end = accepted.getTime() + longestMs;
  if (now.getTime() >= end) return null;
  return new Date(Math.min(end, now.getTime() + firstPollMs * 2 ** polls));
}
