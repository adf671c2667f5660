import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atMostEachSecond } from "@/lib/base/throttle";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a kind is logged once a second, with the number of skipped lines, independently of other kinds", () => {
  const lines: string[] = [];
  const note = (kind: string) => atMostEachSecond(kind, (left) => lines.push(`${kind} ${left}`));
  for (let i = 0; i < 1_000; i++) note("a");
  note("b");
  expect(lines).toEqual(["a 0", "b 0"]);
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual(["a 0", "b 0", "a 999"]);
  for (let i = 0; i < 5; i++) note("a");
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual(["a 0", "b 0", "a 999", "a 5"]);
  vi.advanceTimersByTime(5_000);
  note("a");
  expect(lines).toEqual(["a 0", "b 0", "a 999", "a 5", "a 0"]);
});
