import { expect, test } from "vitest";
import { daysOfReport, lagText, sumOfDays } from "./report-rules";

const day = (name: string, states: Record<string, number>) => ({
  day: name,
  states,
  reasons: {},
  identifiers: {},
  lag_p50: null,
  lag_p95: null,
  moved: 0,
  cancelled: 0,
  answers: {},
});

test("the thirty days end today and include days without deliveries", () => {
  const days = daysOfReport([day("2026-03-01", { sent: 2 })], "2026-03-02");
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: "2026-02-01" });
  expect(days.at(-2)).toMatchObject({ day: "2026-03-01", states: { sent: 2 } });
  expect(days.at(-1)).toEqual({ day: "2026-03-02" });
});

test("the sums of all days are sorted from the largest", () => {
  const days = [day("2026-03-01", { sent: 2, dead: 1 }), day("2026-03-02", { dead: 4 })];
  expect(sumOfDays(days, "states")).toEqual([
    { name: "dead", count: 5 },
    { name: "sent", count: 2 },
  ]);
});

test.each([
  [null, "–"],
  [-0.2, "0 ms"],
  [0.42, "420 ms"],
  [9.4, "9 s"],
  [210, "3.5 min"],
  [5_400, "1.5 h"],
  [172_800, "2 d"],
])("a lag of %s s is %s", (seconds, text) => {
  expect(lagText(seconds)).toBe(text);
});
