import type { Env } from "@/lib/base/env";

export type Sampler = (traceId: string, parent: { isSampled: boolean } | null) => boolean;

/**
 * The samplers of OpenTelemetry by their names. Ratio samplers decide by the trace's ID, so every process makes the
 * same decision.
 */
export function samplerOf(name: Env["OTEL_TRACES_SAMPLER"], ratio: number): Sampler {
  const [, byParent, root] = /^(parentbased_)?(.*)$/.exec(name)!;
  const ofRoot: Sampler =
    root === "traceidratio" ? (traceId) => share(traceId) < ratio : () => root === "always_on";
  return byParent ? (traceId, parent) => parent?.isSampled ?? ofRoot(traceId, null) : ofRoot;
}

/** A number from 0 to 1, from the part of the ID that W3C Trace Context requires to be random. */
const share = (traceId: string) => Number.parseInt(traceId.slice(18), 16) / 2 ** 56;
