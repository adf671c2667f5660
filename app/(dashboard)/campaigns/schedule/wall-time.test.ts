import { expect, test } from "vitest";
import { wallMoment, wallTextOf } from "./wall-time";

test("a local time is converted to and from the project's time zone, in summer and in winter", () => {
  for (const [wall, moment] of [
    ["2026-07-01T09:30", "2026-07-01T07:30:00.000Z"],
    ["2026-12-31T23:59", "2026-12-31T22:59:00.000Z"],
  ] as const) {
    expect(wallMoment(wall, "Europe/Berlin")).toBe(moment);
    expect(wallTextOf(moment, "Europe/Berlin")).toBe(wall);
  }
});

test("an incomplete date is read as null", () => {
  expect(wallMoment("", "UTC")).toBeNull();
  expect(wallTextOf(null, "UTC")).toBe("");
});
