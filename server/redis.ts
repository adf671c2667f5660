import { env } from "@/lib/base/env";
import { limiter, limitsAreShared } from "@/lib/platform/limits/limiter";
import { tell } from "@/lib/platform/metrics";

/** Says from the start on, in the log and the metrics, whether limits are shared through the Redis that is set. */
export function followRedis(): void {
  if (!env.REDIS_URL) return;
  limiter();
  tell(
    "cairn_limits_shared",
    "This process: 1 while limits hold for all processes together, 0 while Redis cannot be used.",
    () => Number(limitsAreShared()),
  );
}
