import { env } from "@/lib/base/env";
import type { Tracer } from "@/lib/base/traces/span";

const shared = globalThis as { cairnTracer?: Tracer };

/** Undefined unless a collector is set. Bundles share it through `globalThis`. */
export const tracer = (): Tracer | undefined => shared.cairnTracer;

/** Nothing of tracing is even loaded where no collector is set. */
export async function startTracing(): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT || shared.cairnTracer) return;
  const { openTracer } = await import("@/lib/base/traces/tracer");
  shared.cairnTracer ??= openTracer();
}
