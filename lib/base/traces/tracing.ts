import { env } from "@/lib/base/env";
import type { Tracer } from "@/lib/base/traces/span";

const shared = globalThis as { cairnTracer?: Tracer };

/** Undefined unless a collector is set. It is in `globalThis` because several bundles of one process share it. */
export const tracer = (): Tracer | undefined => shared.cairnTracer;

/** The tracer's code is loaded only if a collector is set. */
export async function startTracing(): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT || shared.cairnTracer) return;
  const { openTracer } = await import("@/lib/base/traces/tracer");
  shared.cairnTracer ??= openTracer();
}
