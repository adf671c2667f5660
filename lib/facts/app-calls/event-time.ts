/** Computes the time of an event from the device's time and the arrival. Pure. */

/** The stored times; both are null if the device sent no time. */
export type ReportedTimes = { device_at: Date | null; arrived_at: Date | null };

const minute = 60_000;
/** Older times come from a wrong clock more often than from an offline phone. */
const maxAge = 7 * 24 * 60 * minute;

const inMilliseconds = /^\d{1,16}$/;
const inIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** A limit within the years that JavaScript and Postgres can store. */
const latest = Date.UTC(2200, 0);

/** A time in milliseconds since 1970 or as ISO 8601 with a zone; null for anything else. */
export function readTime(value: unknown): Date | null {
  if (value instanceof Date) return value;
  const ms =
    typeof value === "number"
      ? Math.round(value)
      : typeof value !== "string"
        ? Number.NaN
        : inMilliseconds.test(value)
          ? Number(value)
          : inIso.test(value)
            ? Date.parse(value)
            : Number.NaN;
  return ms >= 0 && ms < latest ? new Date(ms) : null;
}

/**
 * The age of an event in milliseconds; 0 if it is implausible or negligible. If the device also sends the time of the
 * call, a wrong clock does not matter.
 */
export function eventAge(times: { timestamp: Date; sentAt: Date | null }, now: Date): number {
  const age = (times.sentAt ?? now).getTime() - times.timestamp.getTime();
  return age >= minute && age <= maxAge ? age : 0;
}

/** An event is never older than its install, whose time is its arrival on the server. */
export function eventMoment(installedAt: Date | null, age: number, now: Date): Date {
  const at = now.getTime() - age;
  return new Date(Math.min(now.getTime(), Math.max(at, installedAt?.getTime() ?? at)));
}
