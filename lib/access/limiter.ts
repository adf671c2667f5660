import { env } from "@/lib/env";
import { type Bucket, type Limit, type Limiter, MemoryLimiter } from "@/lib/http/rate-limit";
import { RedisLimiter } from "@/lib/http/redis-limiter";

const shared = globalThis as { cairnLimiter?: Limiter; cairnLimiterFallbacks?: number };

/** Decisions made without Redis because it did not answer in time; shown in the metrics. */
export const limiterFallbacks = () => shared.cairnLimiterFallbacks ?? 0;

export function limiter(): Limiter {
  shared.cairnLimiter ??= env.REDIS_URL
    ? new RedisLimiter(env.REDIS_URL, () => {
        shared.cairnLimiterFallbacks = limiterFallbacks() + 1;
      })
    : new MemoryLimiter();
  return shared.cairnLimiter;
}

/** Buckets without a limit are none. */
export const buckets = (...wanted: [string, Limit | null][]): Bucket[] =>
  wanted.flatMap(([key, limit]) => (limit ? [{ key, limit }] : []));
