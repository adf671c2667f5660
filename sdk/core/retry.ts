/** What an answer means for the calls it answers, and when to try again. Pure. */

/** `again`: later. `held`: later, and rarely, for nothing but an update of the app or the server will mend it. */
export type Verdict = "done" | "refused" | "again" | "held";

const passing = [408, 425, 429];

/**
 * Only an answer of Cairn's settles a call: the page of a hotel's network, or of a proxy whose server is away, has any
 * status and none of its fields.
 */
export function verdictOf(status: number, body: unknown): Verdict {
  const answer = typeof body === "object" && body !== null && !Array.isArray(body) ? body : null;
  if (status >= 500 || passing.includes(status)) return "again";
  if (answer === null || !("status" in answer)) return "again";
  if (status >= 200 && status < 300) return "done";
  // A token or key that was replaced: the calls are right, and the next version of the app knows the new one.
  if (status === 401 || ("msg" in answer && answer.msg === "Invalid token!")) return "held";
  return status >= 400 ? "refused" : "again";
}

const longest = 5 * 60_000;
const maxRequestedMs = 60 * 60_000;

/**
 * Milliseconds until the next try after so many failures in a row: one second, doubled each time up to five minutes,
 * and of that a half to the whole by chance, so that devices do not return together. Never before the server asks for.
 */
export function delayOf(failures: number, requestedMs: number | null, chance: number): number {
  const whole = Math.min(1_000 * 2 ** Math.min(failures - 1, 20), longest);
  return Math.round(Math.max(whole / 2 + (whole / 2) * chance, Math.min(requestedMs ?? 0, maxRequestedMs)));
}

/** For calls that are held. */
export const heldDelay = (chance: number) => delayOf(20, null, chance);

/** `Retry-After` in milliseconds: seconds, or a date by the server's clock. */
export function requestedDelay(header: string | null, serverNow: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow);
}
