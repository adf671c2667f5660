/** At most `count` calls in any `windowMs`. */
export type Limit = { count: number; windowMs: number };
export type Bucket = { key: string; limit: Limit };

/** A place in every bucket, usable after `waitMs`; or no place, because the named bucket is full. */
export type Reservation = { full: null; waitMs: number } | { full: Bucket };

export interface Limiter {
  /**
   * Takes one place in every bucket, or in none of them. If the next place becomes free within `timeoutMs`, the caller
   * gets it and waits. So a caller who sends evenly at the limit is not refused because the network moved two calls
   * closer together.
   */
  take(buckets: Bucket[], tick: number, timeoutMs?: number): Promise<Reservation> | Reservation;
  /** Returns if a place is free, without taking it. */
  peek(bucket: Bucket, tick: number): Promise<boolean> | boolean;
}

/** The memory of a key apart from its times: the entry, the objects and the text. */
const bytesOfKey = (key: string) => 320 + 2 * key.length;
const bytesOfTime = 8;
const fewest = 4;

/** The times at which calls were or will be let through, in order, in a ring buffer that grows with its content. */
class Log {
  private times = new Float64Array(fewest);
  private head = 0;
  length = 0;
  windowMs = 0;

  get room(): number {
    return this.times.length;
  }

  at(index: number): number {
    return this.times[(this.head + index) % this.times.length]!;
  }

  /** Drops the times that lie before every window that begins now or later. */
  dropUntil(time: number): void {
    while (this.length > 0 && this.at(0) <= time) {
      this.head = (this.head + 1) % this.times.length;
      this.length--;
    }
    if (this.times.length > fewest && this.length < this.times.length / 4) this.resize(this.times.length / 2);
  }

  /** Keeps the order: a call that another bucket delayed may belong before later ones. */
  add(time: number): void {
    if (this.length === this.times.length) this.resize(this.times.length * 2);
    let index = this.length++;
    for (; index > 0 && this.at(index - 1) > time; index--) this.set(index, this.at(index - 1));
    this.set(index, time);
  }

  private set(index: number, time: number): void {
    this.times[(this.head + index) % this.times.length] = time;
  }

  private resize(room: number): void {
    const times = new Float64Array(room);
    for (let i = 0; i < this.length; i++) times[i] = this.at(i);
    this.times = times;
    this.head = 0;
  }
}

/**
 * An exact sliding log: no window of any beginning ever holds more than the limit, and a caller below it is never
 * refused. Neither a fixed window nor a leaky bucket can promise that. The memory of a key depends on its calls, not on
 * its limit. Keys with empty windows are dropped, and above `maxBytes` the least recently used ones.
 */
export class MemoryLimiter implements Limiter {
  /** In the order of their last use, which a Map keeps when keys are added again. */
  private readonly logs = new Map<string, Log>();
  private held = 0;
  private sweep = { entries: this.logs.entries(), left: 0 };
  private readonly maxBytes: number;

  constructor(maxBytes = 32 * 1024 * 1024) {
    this.maxBytes = maxBytes;
  }

  get keys(): number {
    return this.logs.size;
  }

  get bytes(): number {
    return this.held;
  }

  peek({ key, limit }: Bucket, tick: number): boolean {
    return freeAt(this.logs.get(key), limit, tick) <= tick;
  }

  take(buckets: Bucket[], tick: number, timeoutMs = 0): Reservation {
    this.evictSome(tick);
    let when = tick;
    for (const bucket of buckets) {
      const free = freeAt(this.logs.get(bucket.key), bucket.limit, tick);
      if (free > tick + timeoutMs) return { full: bucket };
      when = Math.max(when, free);
    }
    for (const { key, limit } of buckets) this.add(key, limit, tick, when);
    return { full: null, waitMs: when - tick };
  }

  private add(key: string, { windowMs }: Limit, tick: number, when: number): void {
    let log = this.logs.get(key);
    if (log) this.logs.delete(key);
    else {
      log = new Log();
      this.held += bytesOfKey(key) + log.room * bytesOfTime;
    }
    this.logs.set(key, log);
    const before = log.room;
    log.windowMs = windowMs;
    log.dropUntil(tick - windowMs);
    log.add(when);
    this.held += (log.room - before) * bytesOfTime;
    while (this.held > this.maxBytes && this.logs.size > 1) this.evict(this.logs.keys().next().value!);
  }

  private evict(key: string): void {
    const log = this.logs.get(key);
    if (!log) return;
    this.held -= bytesOfKey(key) + log.room * bytesOfTime;
    this.logs.delete(key);
  }

  /** Each call checks two keys, so that all are checked in time and no call does much work. */
  private evictSome(tick: number): void {
    for (let i = 0; i < 2; i++) {
      // Keys in use move to the end, so without a count a round would never end.
      if (this.sweep.left-- <= 0) this.sweep = { entries: this.logs.entries(), left: this.logs.size };
      const step = this.sweep.entries.next();
      if (step.done) {
        this.sweep.left = 0;
        return;
      }
      const [key, log] = step.value;
      if (log.length === 0 || log.at(log.length - 1) <= tick - log.windowMs) this.evict(key);
    }
  }
}

/** The time at which the next call may pass: when the window holds one call less than the limit. */
function freeAt(log: Log | undefined, { count, windowMs }: Limit, tick: number): number {
  if (count <= 0) return Number.POSITIVE_INFINITY;
  if (!log || log.length < count) return tick;
  const oldest = log.at(log.length - count);
  return oldest <= tick - windowMs ? tick : oldest + windowMs;
}
