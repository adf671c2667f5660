import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantsOfWallTime, isTimeZone, offsetAt, rangeEndOf } from "@/lib/base/time";

const at = (text: string, zone: string, end: "start" | "end" = "start") =>
  rangeEndOf(text, zone, end)?.toISOString() ?? null;

describe("names of time zones", () => {
  test.each([
    "america/new_york",
    "US/Pacific",
    "Asia/Calcutta",
    "Europe/Kyiv",
    "utc",
    "UTC",
    "Asia/Kathmandu",
  ])("%s is valid", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each([
    "Foo/Bar",
    "",
    "GMT+5",
    "+05:30",
    "-0530",
    "localtime",
    "posixrules",
    "<+03>-3",
    "Z",
    "UTC ",
    "\u0000",
  ])("%j is invalid", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe("formats of a timestamp", () => {
  test("the documented format is read in the time zone", () => {
    expect(at("2026-06-14T10:00:00.123", "Asia/Kolkata")).toBe("2026-06-14T04:30:00.123Z");
  });

  test("fraction and seconds may be left out", () => {
    expect(at("2026-06-14T10:00:05", "UTC")).toBe("2026-06-14T10:00:05.000Z");
    expect(at("2026-06-14T10:00", "UTC")).toBe("2026-06-14T10:00:00.000Z");
    expect(at("2026-06-14T10:00:00.5", "UTC")).toBe("2026-06-14T10:00:00.500Z");
  });

  test("digits finer than a millisecond are cut off", () => {
    expect(at("2026-06-14T10:00:00.123999", "UTC")).toBe("2026-06-14T10:00:00.123Z");
    expect(at("2026-06-14T10:00:00.123456+00:00", "UTC")).toBe("2026-06-14T10:00:00.123Z");
    expect(at("2026-06-14T10:00:00.123456789Z", "UTC")).toBe("2026-06-14T10:00:00.123Z");
  });

  test("Z or an offset precedes the time zone", () => {
    expect(at("2026-06-14T10:00:00.000Z", "Asia/Kolkata")).toBe("2026-06-14T10:00:00.000Z");
    expect(at("2026-06-14T10:00:00.000+02:00", "Asia/Kolkata")).toBe("2026-06-14T08:00:00.000Z");
    expect(at("2026-06-14T10:00:00-0330", "UTC")).toBe("2026-06-14T13:30:00.000Z");
  });

  test("a plus sign that became a space in a query is restored", () => {
    expect(at("2026-06-14T10:00:00.000 02:00", "UTC")).toBe("2026-06-14T08:00:00.000Z");
  });

  test("29 February exists in a leap year only", () => {
    expect(at("2024-02-29T00:00:00.000", "UTC")).toBe("2024-02-29T00:00:00.000Z");
    expect(at("2025-02-29T00:00:00.000", "UTC")).toBeNull();
  });

  test.each([
    "2026-02-30T00:00:00.000",
    "2026-13-01T00:00:00.000",
    "2026-00-01T00:00:00.000",
    "2026-01-00T00:00:00.000",
    "2026-01-01T24:00:00.000",
    "2026-01-01T23:60:00.000",
    "2026-01-01T23:59:60.000",
    "2026-1-1",
    "2026-01-01",
    "2026-01-01 00:00:00.000",
    "2026-01-01T00:00:00.1234567890",
    "2026-01-01T00:00:00.",
    "2026-01-01T00:00:00.000z",
    "2026-01-01T00:00:00.000+25:00",
    "275760-01-01T00:00:00.000",
    "+012026-01-01T00:00:00.000",
    "1e3",
    "now",
    "",
    "2026-01-01T00:00:00.000\n",
  ])("%j is rejected", (text) => {
    expect(at(text, "UTC")).toBeNull();
  });

  test("the first and last year stay within what a database compares", () => {
    expect(at("0000-01-01T00:00:00.000", "Asia/Kathmandu")).toBe("1970-01-01T00:00:00.000Z");
    expect(at("9999-12-31T23:59:59.999", "America/New_York")).toBe("9999-12-31T23:59:59.999Z");
  });
});

describe("hours that clocks skip or repeat", () => {
  test("a skipped time is shifted forward by the gap", () => {
    for (const end of ["start", "end"] as const) {
      expect(at("2026-03-08T02:30:00.000", "America/New_York", end)).toBe("2026-03-08T07:30:00.000Z");
    }
  });

  test("for a repeated time the start uses the earlier instant, the end the later", () => {
    expect(at("2026-11-01T01:30:00.000", "America/New_York", "start")).toBe("2026-11-01T05:30:00.000Z");
    expect(at("2026-11-01T01:30:00.000", "America/New_York", "end")).toBe("2026-11-01T06:30:00.000Z");
  });

  test("a midnight that does not exist", () => {
    expect(at("2018-11-04T00:00:00.000", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
  });

  test("a day that does not exist", () => {
    expect(at("2011-12-30T12:00:00.000", "Pacific/Apia")).toBe("2011-12-30T22:00:00.000Z");
  });
});

/** The expected result, found by trying every quarter of an hour of two days. */
function searched(wall: number, zone: string): number[] {
  const found: number[] = [];
  const step = 15 * 60_000;
  for (let instant = wall - 64 * step; instant <= wall + 64 * step; instant += step) {
    if (instant + offsetAt(zone, instant) === wall) found.push(instant);
  }
  return found;
}

const zones = Intl.supportedValuesOf("timeZone");
/**
 * Since 1972 every zone's offset has been a multiple of a quarter of an hour, except Liberia's in the first days of
 * that year.
 */
const quarters = fc
  .integer({ min: Date.UTC(1973, 0, 1) / 900_000, max: Date.UTC(2037, 0, 1) / 900_000 })
  .map((n) => n * 900_000);

describe("in any zone", () => {
  test("a local time equals the result of a search through all instants", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), quarters, (zone, wall) => {
        const found = searched(wall, zone);
        const { first, last } = instantsOfWallTime(wall, zone);
        if (found.length === 0) expect(first).toBe(last);
        else expect([first, last]).toEqual([found[0], found.at(-1)]);
      }),
      { numRuns: 300 },
    );
  });

  test("also around every clock change", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        quarters,
        fc.integer({ min: -8, max: 8 }),
        (zone, near, quarter) => {
          const change = nextChange(zone, near);
          if (change === null) return;
          const before = offsetAt(zone, change - 900_000);
          const wall = change + before + quarter * 900_000;
          const found = searched(wall, zone);
          const { first, last } = instantsOfWallTime(wall, zone);
          if (found.length === 0) expect([first, last]).toEqual([wall - before, wall - before]);
          else expect([first, last]).toEqual([found[0], found.at(-1)]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("an instant is found again from its local time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), quarters, (zone, instant) => {
        const { first, last } = instantsOfWallTime(instant + offsetAt(zone, instant), zone);
        expect([first, last]).toContain(instant);
      }),
    );
  });
});

/** The first change of the zone's offset within a year, to the quarter of an hour. */
function nextChange(zone: string, from: number): number | null {
  const day = 86_400_000;
  for (let start = from; start < from + 366 * day; start += day) {
    if (offsetAt(zone, start) === offsetAt(zone, start + day)) continue;
    for (let instant = start; instant <= start + day; instant += 900_000) {
      if (offsetAt(zone, instant) !== offsetAt(zone, start)) return instant;
    }
  }
  return null;
}
