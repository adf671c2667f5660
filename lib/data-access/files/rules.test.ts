import { expect, test } from "vitest";
import { manifestNameOf, nextFileRun, partName, versionOf } from "@/lib/data-access/files/rules";

const at = (text: string) => new Date(`${text}Z`);
const daily = (hour: number) => ({ cadence: "daily", hour }) as const;
const hourly = { cadence: "hourly", hour: 3 } as const;

test.each([
  ["hourly runs begin at the next full hour", hourly, "2026-06-01T10:59:59", "2026-06-01T11:00:00"],
  ["a run at a full hour is followed by the next one", hourly, "2026-06-01T11:00:00", "2026-06-01T12:00:00"],
  ["daily runs use the project's clock", daily(3), "2026-06-01T00:30:00", "2026-06-01T01:00:00"],
  [
    "a daily run that was just done is followed by the next day",
    daily(3),
    "2026-06-01T01:00:00",
    "2026-06-02T01:00:00",
  ],
  [
    "an hour that clocks skip is replaced by the next one",
    daily(2),
    "2026-03-28T12:00:00",
    "2026-03-29T01:00:00",
  ],
  ["of an hour that occurs twice, the first is used", daily(2), "2026-10-24T12:00:00", "2026-10-25T00:00:00"],
])("%s", (_what, times, after, expected) => {
  expect(nextFileRun(times, "Europe/Berlin", at(after))).toEqual(at(expected));
});

test("names sort by time, and an upsert is later than the removal of the same run", () => {
  const part = { slug: "shop", dataset: "installs", format: "csv", run: 42, part: 7 } as const;
  expect(partName({ ...part, at: at("2026-06-01T23:10:00") })).toBe(
    "project=shop/dataset=installs/dt=2026-06-01/hh=23/part-0000000042-007.csv.gz",
  );
  expect(manifestNameOf("shop", 9) < manifestNameOf("shop", 10)).toBe(true);
  const [first, second] = [at("2026-06-01T00:00:00"), at("2026-06-01T00:00:00.001")];
  expect(versionOf(first, "delete")).toBeLessThan(versionOf(first, "upsert"));
  expect(versionOf(first, "upsert")).toBeLessThan(versionOf(second, "delete"));
});
