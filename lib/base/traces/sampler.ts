import type { Env } from "@/lib/base/env";

export type Sampler = (traceId: string, parent: { isSampled: boolean } | null) => boolean;

/** The samplers of OpenTelemetry by their names. Those by ratio agree with each other about one trace. */
export function samplerOf(name: Env["OTEL_TRACES_SAMPLER"], ratio: number): Sampler {
  const [, byParent, root] = /^(parentbased_)?(.*)$/.exec(name)!;
  const ofRoot: Sampler =
    root === "traceidratio" ? (traceId) => share(traceId) < ratio : () => root === "always_on";
  return byParent ? (traceId, parent) => parent?.isSampled ?? ofRoot(traceId, null) : ofRoot;
}

/** From 0 to 1, by the part of the id that is random by the rules of W3C Trace Context. */
const share = (traceId: string) => Number.parseInt(traceId.slice(18), 16) / 2 ** 56;
