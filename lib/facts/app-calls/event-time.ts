/** When a fact happened, by what its device says and when it arrived. Pure. */

/** As it is stored; both are null for a fact whose device said nothing of its time. */
export type ReportedTimes = { device_at: Date | null; arrived_at: Date | null };

const minute = 60_000;
/** Facts that are older than that come from a clock that is wrong more often than from a phone that was away. */
const maxAge = 7 * 24 * 60 * minute;

const inMilliseconds = /^\d{1,16}$/;
const inIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** The years that both JavaScript and Postgres have room for, and then some. */
const latest = Date.UTC(2200, 0);

/** A time in milliseconds since 1970 or as ISO 8601 with a zone; null for anything else. */
export function timeIn(value: unknown): Date | null {
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
 * How long ago it happened, in milliseconds; 0 where that cannot be believed, or is not worth telling apart from now.
 * Where the device says when it sent the call, too, it does not matter whether its clock is right.
 */
export function ageOf(times: { timestamp: Date; sentAt: Date | null }, now: Date): number {
  const age = (times.sentAt ?? now).getTime() - times.timestamp.getTime();
  return age >= minute && age <= maxAge ? age : 0;
}

/** No fact is older than its install, whose own time is that of its arrival here. */
export function momentBehind(installedAt: Date | null, age: number, now: Date): Date {
  const at = now.getTime() - age;
  return new Date(Math.min(now.getTime(), Math.max(at, installedAt?.getTime() ?? at)));
}
