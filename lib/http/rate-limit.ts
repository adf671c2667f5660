import { LRUCache } from "lru-cache";

/** At most `count` calls in any `windowMs`. */
export type Limit = { count: number; windowMs: number };
export type Bucket = { key: string; limit: Limit };

export interface Limiter {
  /** Takes one place in every bucket, or in none of them: then the bucket that is full is returned. */
  take(buckets: Bucket[], tick: number): Promise<Bucket | null> | Bucket | null;
  /** Whether a place is free, without taking it. */
  peek(bucket: Bucket, tick: number): Promise<boolean> | boolean;
}

/** The times of the last `count` accepted calls, oldest first from `next`. */
type Log = { times: Float64Array; next: number };

/**
 * An exact sliding log: a window that begins at any moment never holds more than the limit, and a caller below it
 * is never refused, which neither a fixed window nor a leaky bucket can promise.
 */
export class MemoryLimiter implements Limiter {
  private readonly logs: LRUCache<string, Log>;

  constructor(mostKeys = 100_000) {
    this.logs = new LRUCache({ max: mostKeys });
  }

  peek(bucket: Bucket, tick: number): boolean {
    const { count, windowMs } = bucket.limit;
    if (count <= 0) return false;
    const log = this.logs.get(bucket.key);
    if (!log || log.times.length !== count) return !log || countSince(log, tick - windowMs) < count;
    return log.times[log.next]! <= tick - windowMs;
  }

  take(buckets: Bucket[], tick: number): Bucket | null {
    for (const bucket of buckets) if (!this.peek(bucket, tick)) return bucket;
    for (const { key, limit } of buckets) {
      const log = this.logOf(key, limit.count);
      log.times[log.next] = tick;
      log.next = (log.next + 1) % limit.count;
    }
    return null;
  }

  private logOf(key: string, count: number): Log {
    let log = this.logs.get(key);
    if (log?.times.length !== count) {
      const kept = log ? inOrder(log).slice(-count) : [];
      const times = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
      times.set(kept, count - kept.length);
      log = { times, next: 0 };
      this.logs.set(key, log);
    }
    return log;
  }
}

const inOrder = (log: Log) => [...log.times.slice(log.next), ...log.times.slice(0, log.next)];
const countSince = (log: Log, since: number) =>
  log.times.reduce((sum, time) => sum + (time > since ? 1 : 0), 0);
