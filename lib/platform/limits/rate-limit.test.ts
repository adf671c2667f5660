import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Bucket, type Limit, MemoryLimiter, type Reservation } from "@/lib/platform/limits/rate-limit";

const limit = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  windowMs: fc.integer({ min: 1, max: 60_000 }),
});
/** Gaps between calls in milliseconds, with fractions whose sums are exact; many are zero. */
const steps = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 400 * 1_024 }).map((n) => n / 1_024),
    fc.integer({ min: 0, max: 20_000 }),
  ),
  {
    minLength: 1,
    maxLength: 300,
  },
);

const ticks = (distances: number[]) => {
  let now = 0;
  return distances.map((step) => (now += step));
};

/** The full bucket, or null if the call passes immediately. */
const full = (limiter: MemoryLimiter, buckets: Bucket[], tick: number) => limiter.take(buckets, tick).full;

/** A naive sliding log over all accepted calls. */
function oracle({ count, windowMs }: Limit, calls: number[]): boolean[] {
  const accepted: number[] = [];
  return calls.map((now) => {
    const free = accepted.filter((time) => time > now - windowMs).length < count;
    if (free) accepted.push(now);
    return free;
  });
}

describe("the sliding log in memory", () => {
  test("accepts exactly what counting all accepted calls would", () => {
    fc.assert(
      fc.property(limit, steps, (limit, distances) => {
        const limiter = new MemoryLimiter();
        const calls = ticks(distances);
        const got = calls.map((now) => full(limiter, [{ key: "a", limit }], now) === null);
        expect(got).toEqual(oracle(limit, calls));
      }),
    );
  });

  test("never accepts more than the limit in any rolling window", () => {
    fc.assert(
      fc.property(limit, steps, (limit, distances) => {
        const limiter = new MemoryLimiter();
        const through = ticks(distances).filter((now) => full(limiter, [{ key: "a", limit }], now) === null);
        for (const start of through) {
          // The tolerance is larger than the rounding error of such sums.
          const within = through.filter((time) => time >= start && time - start < limit.windowMs - 1e-6);
          expect(within.length).toBeLessThanOrEqual(limit.count);
        }
      }),
    );
  });

  test("never rejects a client that stays at the limit", () => {
    fc.assert(
      fc.property(limit, fc.integer({ min: 1, max: 5 }), (limit, rounds) => {
        const limiter = new MemoryLimiter();
        for (let i = 0; i < limit.count * rounds; i++) {
          const now = Math.floor(i / limit.count) * limit.windowMs;
          expect(full(limiter, [{ key: "a", limit }], now)).toBeNull();
        }
      }),
    );
  });

  test("a rejected call uses no slot, in any bucket", () => {
    const limiter = new MemoryLimiter();
    const one = { key: "one", limit: { count: 1, windowMs: 1_000 } };
    const two = { key: "two", limit: { count: 2, windowMs: 1_000 } };
    expect(full(limiter, [one, two], 0)).toBeNull();
    for (let i = 0; i < 10; i++) expect(full(limiter, [two, one], 1)).toBe(one);
    expect(full(limiter, [two], 2)).toBeNull();
    expect(full(limiter, [two], 3)).toBe(two);
  });

  test("peeking uses no slot, and returns what taking would", () => {
    fc.assert(
      fc.property(limit, steps, (limit, distances) => {
        const limiter = new MemoryLimiter();
        for (const now of ticks(distances)) {
          const free = limiter.peek({ key: "a", limit }, now);
          expect(limiter.peek({ key: "a", limit }, now)).toBe(free);
          expect(full(limiter, [{ key: "a", limit }], now) === null).toBe(free);
        }
      }),
    );
  });

  test("keys are independent", () => {
    const limiter = new MemoryLimiter();
    const bucket = (key: string) => ({ key, limit: { count: 1, windowMs: 1_000 } });
    expect([full(limiter, [bucket("a")], 0), full(limiter, [bucket("b")], 0)]).toEqual([null, null]);
    expect(full(limiter, [bucket("a")], 0)).not.toBeNull();
  });

  test("a changed limit counts calls accepted under the old one", () => {
    const limiter = new MemoryLimiter();
    const bucket = (count: number) => ({ key: "a", limit: { count, windowMs: 1_000 } });
    for (let i = 0; i < 5; i++) limiter.take([bucket(5)], 0);
    expect(full(limiter, [bucket(3)], 500)).not.toBeNull();
    expect(full(limiter, [bucket(7)], 500)).toBeNull();
    expect(full(limiter, [bucket(7)], 500)).toBeNull();
    expect(full(limiter, [bucket(7)], 500)).not.toBeNull();
    expect(full(limiter, [bucket(7)], 1_000)).toBeNull();
  });

  test("a limit of 0 accepts nothing", () => {
    const limiter = new MemoryLimiter();
    const bucket = { key: "a", limit: { count: 0, windowMs: 1_000 } };
    expect([limiter.peek(bucket, 0), full(limiter, [bucket], 0)]).toEqual([false, bucket]);
  });

  test("memory is bounded in bytes: the longest unused keys are evicted", () => {
    const limiter = new MemoryLimiter(100_000);
    const bucket = (key: number) => ({ key: String(key), limit: { count: 1, windowMs: 1e9 } });
    for (let key = 0; key < 1_000; key++) limiter.take([bucket(key)], 0);
    expect(limiter.bytes).toBeLessThanOrEqual(100_000);
    expect(limiter.keys).toBeGreaterThan(100);
    expect(full(limiter, [bucket(999)], 1)).not.toBeNull();
    expect(full(limiter, [bucket(0)], 1)).toBeNull();
  });

  test("a key's memory depends on its calls, not on its limit", () => {
    const limiter = new MemoryLimiter();
    const bucket = (key: number) => ({
      key: `address:${key}`,
      limit: { count: 100_000, windowMs: 1_000 },
    });
    for (let key = 0; key < 1_500; key++) limiter.take([bucket(key)], key / 10);
    expect(limiter.keys).toBe(1_500);
    expect(limiter.bytes / limiter.keys).toBeLessThan(500);
  });

  test("a busy key frees its memory when its calls have expired", () => {
    const limiter = new MemoryLimiter();
    const bucket = { key: "a", limit: { count: 100_000, windowMs: 1_000 } };
    for (let i = 0; i < 50_000; i++) limiter.take([bucket], i / 100);
    const busy = limiter.bytes;
    for (let i = 0; i < 100; i++) limiter.take([bucket], 10_000 + i * 2_000);
    expect(busy).toBeGreaterThan(50_000 * 8);
    expect(limiter.bytes).toBeLessThan(1_000);
  });

  test("expired keys are removed while others are in constant use", () => {
    const limiter = new MemoryLimiter();
    const bucket = (key: string, windowMs = 1_000) => ({ key, limit: { count: 1_000_000, windowMs } });
    for (let i = 0; i < 5_000; i++) limiter.take([bucket(`gone ${i}`, i % 2 ? 1_000 : 60_000)], 0);
    for (let i = 0; i < 20_000; i++) {
      const tick = 100_000 + i;
      limiter.take([bucket("a"), bucket("b"), bucket("c")], tick);
    }
    expect(limiter.keys).toBe(3);
  });
});

describe("the sliding log in memory, for clients that wait", () => {
  const timeoutMs = 50;
  /** The time at which each call was let through; null for rejected ones. */
  const through = (reservation: Reservation, now: number) =>
    reservation.full ? null : now + reservation.waitMs;

  test("never accepts more than the limit in any rolling window, and nobody waits longer than the timeout", () => {
    fc.assert(
      fc.property(limit, steps, (limit, distances) => {
        const limiter = new MemoryLimiter();
        const passed = ticks(distances).flatMap((now) => {
          const at = through(limiter.take([{ key: "a", limit }], now, timeoutMs), now);
          if (at === null) return [];
          expect(at - now).toBeLessThanOrEqual(timeoutMs + 1e-6);
          return [at];
        });
        for (const start of passed) {
          const within = passed.filter((time) => time >= start && time - start < limit.windowMs - 1e-6);
          expect(within.length).toBeLessThanOrEqual(limit.count);
        }
      }),
    );
  });

  test("a client that calls evenly at the limit is never rejected, although the network delays its calls", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.double({ min: 0, max: timeoutMs, noNaN: true }), { minLength: 100, maxLength: 400 }),
        (count, delays) => {
          const limiter = new MemoryLimiter();
          const bucket = { key: "a", limit: { count, windowMs: 1_000 } };
          const arrivals = delays.map((delay, i) => (i * 1_000) / count + delay).sort((a, b) => a - b);
          for (const now of arrivals) expect(limiter.take([bucket], now, timeoutMs + 1e-6).full).toBeNull();
        },
      ),
    );
  });

  test("of several buckets the slowest determines the wait, without a cost for the others", () => {
    const limiter = new MemoryLimiter();
    const slow = { key: "slow", limit: { count: 1, windowMs: 1_000 } };
    const wide = { key: "wide", limit: { count: 3, windowMs: 1_000 } };
    expect(limiter.take([slow, wide], 0)).toEqual({ full: null, waitMs: 0 });
    expect(limiter.take([slow, wide], 960, timeoutMs)).toEqual({ full: null, waitMs: 40 });
    expect(limiter.take([wide], 970, timeoutMs)).toEqual({ full: null, waitMs: 0 });
    expect(limiter.take([wide], 980, timeoutMs)).toEqual({ full: null, waitMs: 20 });
    expect(limiter.take([wide], 1_010, timeoutMs).full).toBe(wide);
    expect(limiter.take([wide], 1_970).full).toBeNull();
  });

  test("across several buckets no window of any of them exceeds its limit", () => {
    fc.assert(
      fc.property(limit, limit, steps, (one, two, distances) => {
        const limiter = new MemoryLimiter();
        const [a, b] = [
          { key: "a", limit: one },
          { key: "b", limit: two },
        ];
        const passed: Record<string, number[]> = { a: [], b: [] };
        for (const [i, now] of ticks(distances).entries()) {
          const buckets = [[a], [b], [a, b]][i % 3]!;
          const at = through(limiter.take(buckets, now, timeoutMs), now);
          if (at !== null) for (const { key } of buckets) passed[key]!.push(at);
        }
        for (const { key, limit } of [a, b]) {
          for (const start of passed[key]!) {
            const within = passed[key]!.filter((t) => t >= start && t - start < limit.windowMs - 1e-6);
            expect(within.length).toBeLessThanOrEqual(limit.count);
          }
        }
      }),
    );
  });
});
