import { Redis } from "ioredis";
import { type Bucket, type Limiter, MemoryLimiter, type Place } from "@/lib/http/rate-limit";

/**
 * The same sliding log, shared by all processes: one script that looks at every bucket before it writes to any, by
 * Redis' own clock. ARGV holds count and window of each key in turn, then a nonce, whether to take, and for how many
 * milliseconds the caller would wait. Answers the number of the full bucket, or 0, and the wait in microseconds.
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

const patience = 50;

export class RedisLimiter implements Limiter {
  private readonly redis: Redis;
  private readonly local = new MemoryLimiter();
  private serial = 0;
  private readonly name = Math.random().toString(36).slice(2);
  private readonly onFallback: () => void;

  /** `onFallback` is called for each decision that had to be made without Redis. */
  constructor(url: string, onFallback: () => void) {
    this.onFallback = onFallback;
    this.redis = new Redis(url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      connectTimeout: 1_000,
      commandTimeout: patience,
      retryStrategy: (times) => Math.min(times * 100, 2_000),
    });
    // Each failed command says so itself; without a listener the process would end.
    this.redis.on("error", () => {});
  }

  async take(buckets: Bucket[], tick: number, patienceMs = 0): Promise<Place> {
    return (await this.ask(buckets, "take", patienceMs)) ?? this.local.take(buckets, tick, patienceMs);
  }

  async peek(bucket: Bucket, tick: number): Promise<boolean> {
    const place = await this.ask([bucket], "peek", 0);
    return place === undefined ? this.local.peek(bucket, tick) : place.full === null;
  }

  async end(): Promise<void> {
    this.redis.disconnect();
  }

  private async ask(
    buckets: Bucket[],
    verb: "take" | "peek",
    patienceMs: number,
  ): Promise<Place | undefined> {
    if (this.redis.status !== "ready") return this.without();
    const nonce = `${this.name}:${this.serial++}`;
    const limits = buckets.flatMap(({ limit }) => [String(limit.count), String(limit.windowMs)]);
    try {
      const keys = buckets.map(({ key }) => `cairn:limit:${key}`);
      const args = [...limits, nonce, verb, String(patienceMs)];
      const [full, wait] = (await this.redis.eval(script, keys.length, ...keys, ...args)) as [number, number];
      return full === 0 ? { full: null, waitMs: wait / 1000 } : { full: buckets[full - 1]! };
    } catch {
      return this.without();
    }
  }

  private without(): undefined {
    this.onFallback();
    return undefined;
  }
}
