import type { MetricName } from "@/lib/reporting/metrics";

/** More of it is neither good nor bad, or not for everybody. */
export const isNeutral = (name: MetricName) =>
  name === "spend" || name === "suspicious_installs" || name.startsWith("cost_per_");
