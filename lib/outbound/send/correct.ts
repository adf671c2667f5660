/** Corrections of a sent conversion whose install was attributed again. Pure. */

import { outboundFactOf, type ProjectContext, sentDecisionOf } from "@/lib/outbound/hydrate/fact-of";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";
import type { Correction, Fact, FactDecision } from "@/lib/outbound/mapping/fact";
import type { SkipReason } from "@/lib/outbound/mapping/gates";
import type { DestinationKind } from "@/lib/outbound/mapping/kind";
import { type PreparedDelivery, prepare } from "@/lib/outbound/mapping/prepare";
import { matchingRuleFor, type OutboundRule } from "@/lib/outbound/mapping/rule";

type CorrectedDestination = { kind: DestinationKind; settings: unknown; rules: readonly OutboundRule[] };

/** `later`: an earlier correction is in progress, and corrections take effect in order. */
export type PreparedCorrection = "later" | { direction: Correction; prepared: PreparedDelivery; fact: Fact };

/** A correction does not change after a call may have reached the destination. The next correction fixes mistakes. */
const isBegun = ({ state }: LoadedRow) => state === "queued";

export function correctDelivery(
  row: LoadedRow,
  project: ProjectContext,
  config: CorrectedDestination,
  now: Date,
): PreparedCorrection {
  const original = row.original!;
  const fact = outboundFactOf(row, project);
  const found = matchingRuleFor(config.rules, original.fact, fact.name);
  // The destination finds the conversion under the name it was sent with.
  const rule = found && { ...found, sends: original.sent_as ?? found.sends };
  const skip = (skipped: SkipReason, direction: Correction = "reversal"): PreparedCorrection => ({
    direction,
    prepared: { rule, skipped, why: null },
    fact,
  });
  if (!isBegun(row) && (row.install?.decision_version ?? 0) > row.decision_version!)
    return skip("superseded");
  if (original.is_pending || original.is_busy) return "later";
  const isKnown = original.state === "sent" || original.last_version !== null;
  const isNewer = original.last_version === null && original.version! >= row.decision_version!;
  if (!isKnown || isNewer) return skip("up_to_date");
  if (rule === null) return skip("no_rule");
  const isStanding =
    original.last_version !== original.sent_version || original.last_fact === "reinstatement";
  const isOwn = owns(config, rule, fact.decision);
  if (!isBegun(row) && isOwn === isStanding) return skip("up_to_date");
  const direction = isBegun(row) ? (row.fact as Correction) : isStanding ? "reversal" : "reinstatement";
  const sentFact =
    direction === "reversal" ? reversalOf(row, fact, config.kind) : reinstatementOf(row, fact, config.kind);
  const prepared = prepare({ ...config, rules: [], rule, fact: sentFact, isDuplicate: false, now });
  return { direction, prepared, fact: sentFact };
}

/** Destinations for all conversions keep them for any source; conversions rejected by a fraud rule have no source. */
function owns(
  { kind, settings }: CorrectedDestination,
  rule: OutboundRule,
  decision: FactDecision | null,
): boolean {
  if (!kind.owns && !rule.only_own) return true;
  if (decision === null || decision.reason === "fraud") return false;
  return kind.owns ? kind.owns(decision, settings) : decision.network === kind.network;
}

/** With the campaign and click of the sent conversion, so that the current ones stay hidden. */
function reversalOf(row: LoadedRow, fact: Fact, kind: DestinationKind): Fact {
  const { sent_version: version, last_version: last, uid } = row.original!;
  const { decision, click } = sentDecisionOf(row);
  const flags = fact.decision?.reason === "fraud" ? fact.decision.flags : [];
  const why = flags.join(",") || "reattributed";
  return {
    ...fact,
    kind: "reversal",
    uid: version === last ? idOf(uid, version, kind) : uid,
    decision,
    click,
    corrected: { ...fact.corrected!, why },
  };
}

const reinstatementOf = (
  { original, decision_version: version }: LoadedRow,
  fact: Fact,
  kind: DestinationKind,
): Fact => ({
  ...fact,
  uid: idOf(original!.uid, version, kind),
});

/** If the destination drops repeated IDs, a reinstated conversion needs a new ID to count again. */
const idOf = (uid: string, version: number | null, kind: DestinationKind) =>
  kind.corrections?.keepsId ? uid : `${uid}:${version}`;
