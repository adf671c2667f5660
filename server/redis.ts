import { env } from "@/lib/base/env";
import { limiter, limitsAreShared } from "@/lib/platform/limits/limiter";
import { gauge } from "@/lib/platform/metrics";

/** Reports in the log and the metrics, from the start on, if limits are shared through the configured Redis. */
export function followRedis(): void {
  if (!env.REDIS_URL) return;
  limiter();
  gauge(
    "cairn_limits_shared",
    "This process: 1 while rate limits are shared by all processes, 0 while Redis is unavailable.",
    () => Number(limitsAreShared()),
  );
}
