import { LRUCache } from "lru-cache";

const offsets = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

/**
 * Zones are checked with Intl only, because Postgres accepts names with the opposite meaning (`GMT+5` is in America).
 */
export function isTimeZone(name: string): boolean {
  // Intl accepts bare offsets too, which are not names of zones.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = offsets.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    offsets.set(zone, format);
  }
  return format;
}

/** The zone's offset from UTC at an instant, in milliseconds; positive if its clocks are ahead. */
export function offsetAt(zone: string, instant: number): number {
  const text = formatOf(zone).format(instant);
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (!match) throw new Error(`no offset in ${text}`);
  const [, sign, hours = "0", minutes = "0", seconds = "0"] = match;
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
}

const hour = 3_600_000;

/**
 * The instants that a wall time of a zone may mean. If clocks were put back over it, there are two. If clocks were put
 * forward over it, there is none, and it is read with the offset before the change. In a gap of an hour, 02:30 is
 * 03:30.
 */
export function instantsOfWallTime(wall: number, zone: string): { first: number; last: number } {
  // No zone's offset was ever larger than this, so both sides of a change near the wall time are seen.
  const before = offsetAt(zone, wall - 16 * hour);
  const after = offsetAt(zone, wall + 16 * hour);
  const instants = [wall - before, wall - after].filter(
    (instant) => instant + offsetAt(zone, instant) === wall,
  );
  if (instants.length === 0) return { first: wall - before, last: wall - before };
  return { first: Math.min(...instants), last: Math.max(...instants) };
}

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+ -]\d{2}:?\d{2})?$/;

/** Postgres can compare times in this range, and every time that Cairn stores is in it. */
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * One end of a time range: a wall time of the zone, or an instant if it ends in `Z` or an offset. If an hour is
 * repeated, the start takes the first of its instants and the end takes the last one. So the range is complete.
 */
export function rangeEndOf(text: string, zone: string, end: "start" | "end"): Date | null {
  const match = form.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  if (wall.getUTCFullYear() !== year || wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day)
    return null;
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  wall.setUTCHours(hours, minutes, seconds, Number((match[7] ?? "").slice(0, 3).padEnd(3, "0")));

  const offset = match[8];
  if (offset !== undefined) {
    const ahead = offsetOf(offset);
    return ahead === null ? null : clamped(wall.getTime() - ahead);
  }
  const { first, last } = instantsOfWallTime(wall.getTime(), zone);
  return clamped(end === "start" ? first : last);
}

/** A plus sign that was not encoded in a query arrives as a space. */
function offsetOf(text: string): number | null {
  if (text === "Z") return 0;
  const digits = text.slice(1).replace(":", "");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  if (hours > 14 || minutes > 59) return null;
  return (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

const clamped = (instant: number) => new Date(Math.min(Math.max(instant, earliest), latest));

/** The date on the calendar of a zone. */
export function dayIn(zone: string, at: Date): string {
  return new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString().slice(0, 10);
}
