import { expect, test } from "vitest";
import { addDays, eachDay } from "@/lib/base/days";
import { retentionCohortsOf } from "@/lib/reporting/campaign/cohort-rules";

const installs = (day: string, count: number) => ({ day, measure: "installs", name: "", count });
const opened = (day: string, age: number, count: number) => ({
  day,
  measure: "opened_on",
  name: String(age),
  count,
});

test("an age uses installs that are old enough, and has no value without any", () => {
  const { curve } = retentionCohortsOf(
    [
      installs("2026-03-01", 4),
      installs("2026-03-03", 6),
      opened("2026-03-01", 1, 2),
      opened("2026-03-01", 3, 1),
      opened("2026-03-03", 1, 3),
    ],
    "2026-03-04",
    "monday",
  );
  expect(curve.slice(0, 4)).toEqual([
    { installs: 10, opened: 5 },
    { installs: 4, opened: 0 },
    { installs: 4, opened: 1 },
    { installs: 0, opened: null },
  ]);
});

test("an age reached by fewer than a quarter of the installs has no value", () => {
  const { curve } = retentionCohortsOf(
    [
      installs("2026-03-01", 2),
      installs("2026-03-02", 1),
      installs("2026-03-04", 6),
      opened("2026-03-01", 3, 2),
    ],
    "2026-03-04",
    "monday",
  );
  expect(curve.slice(0, 4)).toEqual([
    { installs: 3, opened: 0 },
    { installs: 3, opened: 0 },
    { installs: 2, opened: null },
    { installs: 0, opened: null },
  ]);
});

test("a cohort shows the age of its last installs today", () => {
  const running = (today: string) =>
    retentionCohortsOf([installs("2026-03-01", 1), installs("2026-03-02", 1)], today, "monday").cohorts.map(
      (one) => one.running,
    );
  expect(running("2026-03-02")).toEqual([1, null]);
  expect(running("2026-03-05")).toEqual([4, 3]);
  expect(running("2026-04-01")).toEqual([null, 30]);
});

test("a cohort has no value at an age until its last install has reached it", () => {
  const days = eachDay("2026-03-02", "2026-03-22");
  const cells = days.flatMap((day) => [installs(day, 2), opened(day, 1, 1)]);
  const { by, cohorts } = retentionCohortsOf(cells, "2026-03-22", "monday");
  expect(by).toBe("week");
  expect(cohorts.map(({ from, to }) => [from, to])).toEqual([
    ["2026-03-02", "2026-03-08"],
    ["2026-03-09", "2026-03-15"],
    ["2026-03-16", "2026-03-22"],
  ]);
  expect(cohorts.map(({ opened }) => [opened[0], opened[6], opened[13]])).toEqual([
    [7, 0, 0],
    [7, 0, null],
    [null, null, null],
  ]);
});

test("few days are shown individually, very many by month, and none as nothing", () => {
  const of = (length: number) =>
    retentionCohortsOf(
      Array.from({ length }, (_, i) => installs(addDays("2025-01-01", i), 1)),
      "2026-03-01",
      "monday",
    );
  expect(of(14)).toMatchObject({ by: "day", cohorts: { length: 14 } });
  expect(of(365)).toMatchObject({ by: "month", cohorts: { length: 12 } });
  expect(of(0)).toMatchObject({ cohorts: [] });
  expect(of(0).curve.every(({ opened }) => opened === null)).toBe(true);
});
