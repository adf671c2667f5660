import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { aliveProcesses } from "@/lib/platform/jobs/presence";
import { type Bucket, type Limit, type Limiter, MemoryLimiter } from "@/lib/platform/limits/rate-limit";
import { RedisLimiter } from "@/lib/platform/limits/redis-limiter";

const shared = globalThis as { cairnLimiter?: Limiter; cairnLimiterFallbacks?: number };

/** Decisions made without Redis because it did not answer in time; shown in the metrics. */
export const limiterFallbacks = () => shared.cairnLimiterFallbacks ?? 0;

/** True while limits hold for all processes together; null without Redis. */
export const limitsAreShared = (): boolean | null =>
  shared.cairnLimiter instanceof RedisLimiter ? shared.cairnLimiter.isShared : null;

export function limiter(): Limiter {
  shared.cairnLimiter ??= env.REDIS_URL ? redisLimiter(env.REDIS_URL) : new MemoryLimiter();
  return shared.cairnLimiter;
}

const foreignKeyLogEveryMs = 60_000;

function redisLimiter(url: string): RedisLimiter {
  // The front's child has its own connection; only the front logs the state of Redis.
  const isReported = !env.CAIRN_FRONT_SECRET;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const listeners = {
    processes: aliveProcesses,
    onFallback() {
      shared.cairnLimiterFallbacks = limiterFallbacks() + 1;
    },
    onLost(reason: string) {
      if (isReported)
        log().warn(
          { reason },
          "rate limits are not shared: Redis is unavailable, and each process counts its part",
        );
    },
    onBack() {
      if (isReported) log().info("rate limits are shared again: Redis is available");
    },
    onForeignKey() {
      if (performance.now() - loggedAt < foreignKeyLogEveryMs) return;
      loggedAt = performance.now();
      log().warn("a key under cairn:limit: has another type: another program writes there, too");
    },
  };
  return new RedisLimiter(url, listeners, env.REDIS_TIMEOUT);
}

/** A bucket without a limit is left out. */
export const limitedBuckets = (...requested: [string, Limit | null][]): Bucket[] =>
  requested.flatMap(([key, limit]) => (limit ? [{ key, limit }] : []));
