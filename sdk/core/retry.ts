/** The result of a call by its response, and the time of the next attempt. Pure. */

/** `retry`: retry later. `blocked`: retry rarely, because only an update of the app or the server can help. */
export type Verdict = "done" | "rejected" | "retry" | "blocked";

const temporary = [408, 425, 429];

/**
 * Only a response from Cairn settles a call. Captive portals and proxies can respond with any status, but without
 * Cairn's fields.
 */
export function verdictOf(status: number, body: unknown): Verdict {
  const response = typeof body === "object" && body !== null && !Array.isArray(body) ? body : null;
  if (status >= 500 || temporary.includes(status)) return "retry";
  if (response === null || !("status" in response)) return "retry";
  if (status >= 200 && status < 300) return "done";
  // The token or key was replaced. The calls are valid, and the next version of the app has the new one.
  if (status === 401 || ("msg" in response && response.msg === "Invalid token!")) return "blocked";
  return status >= 400 ? "rejected" : "retry";
}

const maxMs = 5 * 60_000;
const maxRequestedMs = 60 * 60_000;

/**
 * Milliseconds until the next attempt: one second, doubled with each failure up to five minutes. A random half to all
 * of it is used, so that devices do not return together. Never earlier than the server requests.
 */
export function delayOf(failures: number, requestedMs: number | null, chance: number): number {
  const whole = Math.min(1_000 * 2 ** Math.min(failures - 1, 20), maxMs);
  return Math.round(Math.max(whole / 2 + (whole / 2) * chance, Math.min(requestedMs ?? 0, maxRequestedMs)));
}

/** For blocked calls. */
export const blockedDelay = (chance: number) => delayOf(20, null, chance);

/** `Retry-After` in milliseconds. The header has seconds, or a date by the server's clock. */
export function requestedDelay(header: string | null, serverNow: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - serverNow);
}
