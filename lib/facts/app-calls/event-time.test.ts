import { expect, test } from "vitest";
import { eventAge, eventMoment, readTime } from "@/lib/facts/app-calls/event-time";

const now = new Date("2026-06-14T10:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const hour = 3_600_000;
const day = 24 * hour;
const year = 365 * day;

test.each<[unknown, string | null]>([
  [1_781_431_200_000, "2026-06-14T10:00:00.000Z"],
  ["1781431200000", "2026-06-14T10:00:00.000Z"],
  ["2026-06-14T10:00:00Z", "2026-06-14T10:00:00.000Z"],
  ["2026-06-14T10:00:00.5+0200", "2026-06-14T08:00:00.500Z"],
  [1_781_431_200_000.4, "2026-06-14T10:00:00.000Z"],
  [0, "1970-01-01T00:00:00.000Z"],
  // Without a zone the time is ambiguous.
  ["2026-06-14T10:00:00", null],
  ["2026-06-14", null],
  ["2026-99-99T10:00:00Z", null],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [1e300, null],
  ["yesterday", null],
  ["", null],
  [{}, null],
  [null, null],
])("%j is %s", (value, expected) => {
  expect(readTime(value)?.toISOString() ?? null).toBe(expected);
});

test.each<[string, Date, Date | null, number]>([
  ["two hours ago", ago(2 * hour), null, 2 * hour],
  ["two hours before it was sent, by a clock a year behind", ago(year + 2 * hour), ago(year), 2 * hour],
  ["two hours before it was sent, by a clock a year ahead", ago(2 * hour - year), ago(-year), 2 * hour],
  ["a year ago by a clock of which nothing is known", ago(year), null, 0],
  ["in an hour", ago(-hour), null, 0],
  ["after it was sent", ago(0), ago(hour), 0],
  ["just now", ago(59_999), null, 0],
  ["a minute ago", ago(60_000), null, 60_000],
  ["seven days ago", ago(7 * day), null, 7 * day],
  ["more than seven days ago", ago(7 * day + 1), null, 0],
])("%s", (_, timestamp, sentAt, age) => {
  expect(eventAge({ timestamp, sentAt }, now)).toBe(age);
});

test("no fact is older than its install, or in the future", () => {
  expect(eventMoment(null, hour, now)).toEqual(ago(hour));
  expect(eventMoment(ago(2 * hour), hour, now)).toEqual(ago(hour));
  expect(eventMoment(ago(hour), 2 * hour, now)).toEqual(ago(hour));
  expect(eventMoment(ago(-hour), 2 * hour, now)).toEqual(now);
});
