const dayMs = 86_400_000;

/** `Retry-After` in seconds or as a date, at most a day. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, dayMs) : null;
}
