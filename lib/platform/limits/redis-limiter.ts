import { Redis } from "ioredis";
import { type Bucket, type Limiter, MemoryLimiter, type Reservation } from "@/lib/platform/limits/rate-limit";

/**
 * A sliding log that all processes share: one script that checks every bucket before it writes to any, by Redis' own
 * clock. ARGV has count and window of each key in turn, then a nonce, a flag for taking a place, and the caller's
 * longest wait in milliseconds. Returns the number of the full bucket, or 0, and the wait in microseconds.
 */
const script = `
local t = redis.call('TIME')
local now = t[1] * 1000 + t[2] / 1000
local at = now
for i = 1, #KEYS do
  local count, window = tonumber(ARGV[i * 2 - 1]), tonumber(ARGV[i * 2])
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', string.format('%.3f', now - window))
  if count <= 0 then return {i, 0} end
  local free = now
  local held = redis.call('ZCARD', KEYS[i])
  if held >= count then
    free = redis.call('ZRANGE', KEYS[i], held - count, held - count, 'WITHSCORES')[2] + window
    free = math.max(free, now)
  end
  if free > now + ARGV[#ARGV] then return {i, 0} end
  at = math.max(at, free)
end
if ARGV[#ARGV - 1] == 'take' then
  for i = 1, #KEYS do
    redis.call('ZADD', KEYS[i], string.format('%.3f', at), ARGV[#ARGV - 2])
    redis.call('PEXPIRE', KEYS[i], math.ceil(ARGV[i * 2] + at - now))
  end
end
return {0, math.ceil((at - now) * 1000)}`;

/** The pause after a failure, doubled after each further failure. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** After this many unanswered commands in a row the connection is replaced. */
const maxSilences = 3;

export type RedisListeners = {
  /** Called for each decision that had to be made without Redis. */
  onFallback(): void;
  /** Called once when limits stop being shared, and once when they are shared again. */
  onLost?(reason: string): void;
  onBack?(): void;
  /** A key in Cairn's namespace has another type, so another program uses this Redis too. */
  onForeignKey?(): void;
  /** The number of processes that share a limit while each counts for itself. */
  processes?(): number;
};

/**
 * Limits shared through Redis while it answers in time. After a failure no call waits for it: each process decides by
 * itself, with its part of the limit, while a background probe checks if Redis is back.
 */
export class RedisLimiter implements Limiter {
  private readonly redis: Redis;
  private readonly local = new MemoryLimiter();
  private serial = 0;
  private readonly name = Math.random().toString(36).slice(2);
  private readonly listeners: RedisListeners;
  private shares = false;
  private reportedLost = false;
  private failures = 0;
  private silences = 0;
  private lastError: unknown = null;
  private timer: NodeJS.Timeout | null = null;
  private probing = false;
  private ended = false;

  constructor(url: string, listeners: RedisListeners, commandTimeout: number) {
    this.listeners = listeners;
    this.redis = new Redis(url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      connectTimeout: 1_000,
      commandTimeout,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    // Without a listener for errors the process would exit.
    this.redis.on("error", (error) => {
      this.lastError = error;
    });
    this.redis.on("close", () => this.fail(this.lastError));
    this.redis.on("ready", () => void this.probe());
    // The first connection takes longer.
    this.probeIn(firstPauseMs * 5);
  }

  /** True while limits hold for all processes together. */
  get isShared(): boolean {
    return this.shares;
  }

  async take(buckets: Bucket[], tick: number, timeoutMs = 0): Promise<Reservation> {
    const result = await this.call(buckets, "take", timeoutMs);
    if (result) return result;
    const own = this.local.take(buckets.map(this.part), tick, timeoutMs);
    return own.full === null ? own : { full: buckets.find(({ key }) => key === own.full?.key)! };
  }

  async peek(bucket: Bucket, tick: number): Promise<boolean> {
    const result = await this.call([bucket], "peek", 0);
    return result === undefined ? this.local.peek(this.part(bucket), tick) : result.full === null;
  }

  async end(): Promise<void> {
    this.ended = true;
    if (this.timer) clearTimeout(this.timer);
    this.redis.disconnect();
  }

  /** Rounded up, so that a caller who calls only one of many processes is let through at least once. */
  private readonly part = (bucket: Bucket): Bucket => {
    const { count, windowMs } = bucket.limit;
    const among = Math.max(1, this.listeners.processes?.() ?? 1);
    return { ...bucket, limit: { count: Math.ceil(count / among), windowMs } };
  };

  private async call(
    buckets: Bucket[],
    verb: "take" | "peek",
    timeoutMs: number,
  ): Promise<Reservation | undefined> {
    if (!this.shares) return this.without();
    try {
      return await this.run(buckets, verb, timeoutMs);
    } catch (error) {
      // One unusable key does not mean that the others are unusable.
      if (/WRONGTYPE/.test(String(error))) this.listeners.onForeignKey?.();
      else this.fail(error);
      return this.without();
    }
  }

  private async run(buckets: Bucket[], verb: "take" | "peek", timeoutMs: number): Promise<Reservation> {
    const nonce = `${this.name}:${this.serial++}`;
    const limits = buckets.flatMap(({ limit }) => [String(limit.count), String(limit.windowMs)]);
    const keys = buckets.map(({ key }) => `cairn:limit:${key}`);
    const args = [...limits, nonce, verb, String(timeoutMs)];
    const answer = await this.redis.eval(script, keys.length, ...keys, ...args);
    const [full, wait] = Array.isArray(answer) ? (answer as unknown[]) : [];
    if (typeof full !== "number" || typeof wait !== "number") throw new Error("a wrong answer");
    return full === 0 ? { full: null, waitMs: wait / 1000 } : { full: buckets[full - 1]! };
  }

  private without(): undefined {
    this.listeners.onFallback();
    return undefined;
  }

  private fail(error: unknown): void {
    this.lastError = error;
    if (!this.shares) return;
    this.shares = false;
    this.failures = 0;
    this.probeIn(firstPauseMs);
  }

  private probeIn(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    if (!this.ended) this.timer = setTimeout(() => void this.probe(), ms).unref();
  }

  /** Takes a place in a bucket of its own: Redis may answer and still refuse writes. */
  private async probe(): Promise<void> {
    if (this.shares || this.probing || this.ended) return;
    this.probing = true;
    try {
      if (this.redis.status !== "ready") throw this.lastError ?? new Error("not connected");
      await this.run([{ key: `probe:${this.name}`, limit: { count: 1_000, windowMs: 1_000 } }], "take", 0);
      this.shares = true;
      this.silences = 0;
      if (this.reportedLost) this.listeners.onBack?.();
      this.reportedLost = false;
    } catch (error) {
      this.checkAfterSilence(error);
      if (!this.reportedLost) this.listeners.onLost?.(reasonOf(error));
      this.reportedLost = true;
      this.probeIn(Math.min(firstPauseMs * 2 ** ++this.failures, longestPauseMs));
    } finally {
      this.probing = false;
    }
  }

  /** A connection that was cut without notice stays silent forever, so it is replaced. */
  private checkAfterSilence(error: unknown): void {
    this.silences = /timed out/.test(String(error)) ? this.silences + 1 : 0;
    if (this.silences < maxSilences) return;
    this.silences = 0;
    this.redis.disconnect(true);
  }
}

const reasons: [RegExp, string][] = [
  [/NOAUTH|WRONGPASS/, "it rejects the password of REDIS_URL, or needs one"],
  [/READONLY/, "it is a read-only replica"],
  [/NOPERM/, "its user may not do what Cairn needs (EVAL, TIME and sorted sets on cairn:limit:*)"],
  [/MISCONF/, "it can't save to disk, and rejects writes"],
  [/LOADING/, "it is still loading"],
  [/timed out|ETIMEDOUT/, "it does not respond in time"],
  [/ECONNREFUSED/, "no server listens at this address"],
  [/ENOTFOUND|EAI_AGAIN/, "the host name doesn't resolve"],
  [/wrong answer|Protocol error/, "the server at this address is not Redis"],
];

/** A fixed text, because messages of Redis may hold keys. */
const reasonOf = (error: unknown): string =>
  reasons.find(([pattern]) => pattern.test(String(error)))?.[1] ?? "it can't be used";
