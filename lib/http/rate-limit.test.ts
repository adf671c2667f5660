import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Limit, MemoryLimiter } from "@/lib/http/rate-limit";

const limit = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  windowMs: fc.integer({ min: 1, max: 60_000 }),
});
/** Distances between calls, in milliseconds and parts of them; many at once. */
const steps = fc.array(
  fc.oneof(fc.constant(0), fc.double({ min: 0, max: 400, noNaN: true }), fc.integer({ min: 0, max: 20_000 })),
  {
    minLength: 1,
    maxLength: 300,
  },
);

const ticks = (distances: number[]) => {
  let now = 0;
  return distances.map((step) => (now += step));
};

/** The plain meaning of a sliding log: look at everything that was accepted. */
function oracle({ count, windowMs }: Limit, calls: number[]): boolean[] {
  const accepted: number[] = [];
  return calls.map((now) => {
    const free = accepted.filter((time) => time > now - windowMs).length < count;
    if (free) accepted.push(now);
    return free;
  });
}

describe("the sliding log in memory", () => {
  test("lets through exactly what a look at all accepted calls would", () => {
    fc.assert(
      fc.property(limit, steps, (limit, distances) => {
        const limiter = new MemoryLimiter();
        const calls = ticks(distances);
        const got = calls.map((now) => limiter.take([{ key: "a", limit }], now) === null);
        expect(got).toEqual(oracle(limit, calls));
      }),
    );
  });

  test("never accepts more than the limit in any rolling window", () => {
    fc.assert(
      fc.property(limit, steps, (limit, distances) => {
        const limiter = new MemoryLimiter();
        const through = ticks(distances).filter((now) => limiter.take([{ key: "a", limit }], now) === null);
        for (const start of through) {
          // Less than what adding and taking away such numbers may be off by.
          const within = through.filter((time) => time >= start && time - start < limit.windowMs - 1e-6);
          expect(within.length).toBeLessThanOrEqual(limit.count);
        }
      }),
    );
  });

  test("never refuses a caller that stays at the limit", () => {
    fc.assert(
      fc.property(limit, fc.integer({ min: 1, max: 5 }), (limit, rounds) => {
        const limiter = new MemoryLimiter();
        for (let i = 0; i < limit.count * rounds; i++) {
          const now = Math.floor(i / limit.count) * limit.windowMs;
          expect(limiter.take([{ key: "a", limit }], now)).toBeNull();
        }
      }),
    );
  });

  test("a refused call takes no place, in no bucket", () => {
    const limiter = new MemoryLimiter();
    const one = { key: "one", limit: { count: 1, windowMs: 1_000 } };
    const two = { key: "two", limit: { count: 2, windowMs: 1_000 } };
    expect(limiter.take([one, two], 0)).toBeNull();
    for (let i = 0; i < 10; i++) expect(limiter.take([two, one], 1)).toBe(one);
    expect(limiter.take([two], 2)).toBeNull();
    expect(limiter.take([two], 3)).toBe(two);
  });

  test("looking takes nothing, and says what taking would", () => {
    fc.assert(
      fc.property(limit, steps, (limit, distances) => {
        const limiter = new MemoryLimiter();
        for (const now of ticks(distances)) {
          const free = limiter.peek({ key: "a", limit }, now);
          expect(limiter.peek({ key: "a", limit }, now)).toBe(free);
          expect(limiter.take([{ key: "a", limit }], now) === null).toBe(free);
        }
      }),
    );
  });

  test("keys are apart", () => {
    const limiter = new MemoryLimiter();
    const bucket = (key: string) => ({ key, limit: { count: 1, windowMs: 1_000 } });
    expect([limiter.take([bucket("a")], 0), limiter.take([bucket("b")], 0)]).toEqual([null, null]);
    expect(limiter.take([bucket("a")], 0)).not.toBeNull();
  });

  test("a limit that is changed counts what was accepted under the old one", () => {
    const limiter = new MemoryLimiter();
    const bucket = (count: number) => ({ key: "a", limit: { count, windowMs: 1_000 } });
    for (let i = 0; i < 5; i++) limiter.take([bucket(5)], 0);
    expect(limiter.take([bucket(3)], 500)).not.toBeNull();
    expect(limiter.take([bucket(7)], 500)).toBeNull();
    expect(limiter.take([bucket(7)], 500)).toBeNull();
    expect(limiter.take([bucket(7)], 500)).not.toBeNull();
    expect(limiter.take([bucket(7)], 1_000)).toBeNull();
  });

  test("a limit of none lets nobody through", () => {
    const limiter = new MemoryLimiter();
    const bucket = { key: "a", limit: { count: 0, windowMs: 1_000 } };
    expect([limiter.peek(bucket, 0), limiter.take([bucket], 0)]).toEqual([false, bucket]);
  });

  test("the number of keys has a bound: the ones longest unused are forgotten", () => {
    const limiter = new MemoryLimiter(10);
    const bucket = (key: number) => ({ key: String(key), limit: { count: 1, windowMs: 1e9 } });
    for (let key = 0; key < 1_000; key++) limiter.take([bucket(key)], 0);
    expect(limiter.take([bucket(999)], 1)).not.toBeNull();
    expect(limiter.take([bucket(0)], 1)).toBeNull();
  });
});
