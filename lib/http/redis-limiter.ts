import { Redis } from "ioredis";
import { type Bucket, type Limiter, MemoryLimiter } from "@/lib/http/rate-limit";

/**
 * The same sliding log, shared by all processes: one script that looks at every bucket before it writes to any, by
 * Redis' own clock. ARGV holds count and window of each key in turn, then a nonce, then whether to take.
 */
const script = `
local t = redis.call('TIME')
local now = t[1] * 1000 + t[2] / 1000
for i = 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - ARGV[i * 2])
  if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[i * 2 - 1]) then return i end
end
if ARGV[#ARGV] == 'take' then
  for i = 1, #KEYS do
    redis.call('ZADD', KEYS[i], now, ARGV[#ARGV - 1])
    redis.call('PEXPIRE', KEYS[i], ARGV[i * 2])
  end
end
return 0`;

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

  async take(buckets: Bucket[], tick: number): Promise<Bucket | null> {
    const full = await this.ask(buckets, "take");
    if (full === undefined) return this.local.take(buckets, tick);
    return full;
  }

  async peek(bucket: Bucket, tick: number): Promise<boolean> {
    const full = await this.ask([bucket], "peek");
    if (full === undefined) return this.local.peek(bucket, tick);
    return full === null;
  }

  async end(): Promise<void> {
    this.redis.disconnect();
  }

  private async ask(buckets: Bucket[], verb: "take" | "peek"): Promise<Bucket | null | undefined> {
    if (this.redis.status !== "ready") return this.without();
    const nonce = `${this.name}:${this.serial++}`;
    const limits = buckets.flatMap(({ limit }) => [String(limit.count), String(limit.windowMs)]);
    try {
      const keys = buckets.map(({ key }) => `cairn:limit:${key}`);
      const full = Number(await this.redis.eval(script, keys.length, ...keys, ...limits, nonce, verb));
      return full === 0 ? null : buckets[full - 1];
    } catch {
      return this.without();
    }
  }

  private without(): undefined {
    this.onFallback();
    return undefined;
  }
}
