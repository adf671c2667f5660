import { expect, test } from "vitest";
import { SingleFlight } from "@/lib/platform/single-flight";

/** A look-up that returns the value from its start, and ends when the test ends it. */
function source() {
  const state = { truth: 0, begun: 0, ends: [] as (() => void)[] };
  const run = () => {
    state.begun++;
    const seen = state.truth;
    return new Promise<number>((resolve) => state.ends.push(() => resolve(seen)));
  };
  return { state, run };
}

const begins = async (state: { begun: number }, count: number) => {
  while (state.begun < count) await new Promise((resolve) => setImmediate(resolve));
};

test("a caller that joins a lookup in progress gets a value from after its call", async () => {
  const reads = new SingleFlight<number>();
  const { state, run } = source();
  const first = reads.read("a", run);
  state.truth = 1;
  const second = reads.read("a", run);
  const third = reads.read("a", run);
  state.ends.shift()!();
  expect(await first).toBe(0);
  await begins(state, 2);
  state.ends.shift()!();
  expect(await Promise.all([second, third])).toEqual([1, 1]);
  expect(state.begun).toBe(2);
});

test("different keys do not wait for each other", async () => {
  const reads = new SingleFlight<number>();
  const { state, run } = source();
  void reads.read("a", run);
  const other = reads.read("b", run);
  expect(state.begun).toBe(2);
  state.ends[1]!();
  expect(await other).toBe(0);
});

test("a failed lookup fails for those who shared it, and not for later ones", async () => {
  const reads = new SingleFlight<number>();
  const failing = reads.read("a", () => Promise.reject(new Error("gone")));
  const next = reads.read("a", () => Promise.resolve(7));
  await expect(failing).rejects.toThrow("gone");
  expect(await next).toBe(7);
  expect(await reads.read("a", () => Promise.resolve(8))).toBe(8);
});
