import type { FactKind } from "@/lib/outbound/mapping/fact";

const outcomes: readonly FactKind[] = ["install", "organic", "rejected"];

/** Kinds among which the outcome of an install chooses: which it is, is known when its decision has settled. */
export const isOutcome = (kind: FactKind): boolean => outcomes.includes(kind);
