import { limiter, limitsAreShared } from "@/lib/access/limiter";
import { env } from "@/lib/env";
import { tell } from "@/lib/metrics";

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
