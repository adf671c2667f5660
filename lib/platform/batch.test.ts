import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Deadline } from "@/lib/base/deadline";
import { Batcher } from "@/lib/platform/batch";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a statement that never ends fails in time, and the next row with its key is stored", async () => {
  let runs = 0;
  const batch = new Batcher<string, string>({
    name: "test",
    run: (rows) => (++runs <= 2 ? new Promise(() => {}) : Promise.resolve(rows)),
    keyOf: (row) => row[0]!,
  });
  const outcomes: Record<string, unknown> = {};
  const add = (row: string) =>
    batch.add(row).then(
      (result) => {
        outcomes[row] = result;
      },
      (error) => {
        outcomes[row] = error.constructor;
      },
    );
  void add("a1");
  await vi.advanceTimersByTimeAsync(1);
  // "a2" waits for its key, and "b1" is in the second statement that never ends.
  void add("a2");
  void add("b1");
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(outcomes).toEqual({ a1: Deadline, a2: "a2", b1: Deadline });
  void add("b2");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes.b2).toBe("b2");
});
