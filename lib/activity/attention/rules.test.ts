import { expect, test } from "vitest";
import { hasGoneQuiet, isAboveNormal } from "@/lib/activity/attention/rules";

test.each([
  ["twice the usual share", { installs: 100, suspicious: 20 }, { installs: 400, suspicious: 40 }, true],
  ["the usual share", { installs: 100, suspicious: 10 }, { installs: 400, suspicious: 40 }, false],
  [
    "a large share that is usual",
    { installs: 100, suspicious: 50 },
    { installs: 400, suspicious: 180 },
    false,
  ],
  [
    "a tiny share that doubled",
    { installs: 1_000, suspicious: 20 },
    { installs: 4_000, suspicious: 40 },
    false,
  ],
  ["four installs", { installs: 4, suspicious: 4 }, { installs: 400, suspicious: 0 }, false],
  ["nothing to compare with", { installs: 10, suspicious: 10 }, { installs: 0, suspicious: 0 }, false],
])("suspicious installs: %s", (_, week, before, expected) => {
  expect(isAboveNormal(week, before)).toBe(expected);
});

test.each([
  ["a day without a call after seven with some", "2026-06-09T12:00:00Z", 7, true],
  ["not a whole day yet", "2026-06-09T12:00:01Z", 7, false],
  ["a day without calls is nothing new", "2026-06-09T12:00:00Z", 6, false],
  ["no call ever", null, 0, false],
])("quiet: %s", (_, last, active, expected) => {
  expect(
    hasGoneQuiet(last === null ? null : new Date(last), active, 7, new Date("2026-06-10T12:00:00Z")),
  ).toBe(expected);
});
