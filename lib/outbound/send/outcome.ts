/** Decides the outcome of a delivery, before and after a call. Pure. */
import type { Project } from "@/lib/accounts/access/project";
import { isUndecided, outboundFactOf } from "@/lib/outbound/hydrate/fact-of";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";
import type { Fact } from "@/lib/outbound/mapping/fact";
import type { DestinationKind, RenderedPayload } from "@/lib/outbound/mapping/kind";
import { prepare } from "@/lib/outbound/mapping/prepare";
import type { OpenedDestination } from "@/lib/outbound/requests/decrypt";
import type { CalledRow } from "@/lib/outbound/send/calls";
import { correctDelivery } from "@/lib/outbound/send/correct";
import type { DeliveryOutcome, DeliveryQueueState, QueueRow } from "@/lib/outbound/send/queries";
import { nextAttempt } from "@/lib/outbound/send/retry";

/** An install without a decision is checked again after this long. */
const undecidedMs = 5_000;

type Whose = { project: Project; queue: QueueRow; opened: OpenedDestination };
export type ReadyDelivery = {
  row: LoadedRow;
  fact: Fact;
  rendered: RenderedPayload;
  text: string;
  outcome: DeliveryOutcome;
};
export type CalledDelivery = Omit<CalledRow, "row"> & { ready: ReadyDelivery };

const blank = (row: LoadedRow, queue: QueueRow): DeliveryOutcome => ({
  id: row.id,
  state: "waiting",
  reason: null,
  next_at: null,
  tried: 0,
  decision_version: row.original ? row.decision_version : (row.install?.decision_version ?? null),
  version: queue.version,
  fact: row.fact,
  sent_as: null,
  payload: null,
  hashed: null,
  identifiers: null,
  attempt: null,
  request: null,
  request_part: null,
});

/** The outcome without a call, or the row to send. */
export function prepareOne(
  { project, queue, opened }: Whose,
  row: LoadedRow,
  now: Date,
): ReadyDelivery | DeliveryOutcome {
  const plain = blank(row, queue);
  const as = (state: DeliveryQueueState, reason: string | null): DeliveryOutcome => ({
    ...plain,
    state,
    reason,
  });
  if (queue.deleted_at !== null) return as("skipped", "removed");
  if (queue.mode === "off") return as("skipped", "switched_off");
  if (isUndecided(row)) return { ...plain, next_at: new Date(now.getTime() + undecidedMs) };
  const { kind, settings } = opened;
  const { rules } = queue;
  const corrected = row.original && correctDelivery(row, project, { kind, settings, rules }, now);
  if (corrected === "later")
    return {
      ...plain,
      state: row.state as DeliveryQueueState,
      next_at: new Date(now.getTime() + undecidedMs),
    };
  const fact = corrected?.fact ?? outboundFactOf(row, project);
  const prepared =
    corrected?.prepared ?? prepare({ kind, settings, rules, fact, isDuplicate: row.is_duplicate, now });
  const base = { ...plain, fact: corrected?.direction ?? fact.kind, sent_as: prepared.rule?.sends ?? null };
  if ("skipped" in prepared) {
    const state = prepared.skipped === "fraud_withheld" ? "withheld" : "skipped";
    return { ...base, state, reason: prepared.why ?? prepared.skipped };
  }
  const { payload, hashed, identifiers } = prepared.rendered;
  const text = JSON.stringify(payload);
  const outcome = { ...base, payload: text, hashed, identifiers: identifiers.join(",") };
  if (queue.mode === "dry_run") return { ...outcome, state: "dry" };
  return { row, fact, rendered: prepared.rendered, text, outcome };
}

/** The outcome after a call. `spread` is from 0 to 1. */
export function deliveryOutcome(
  { ready: { row, rendered, outcome }, verdict, answer, ms }: CalledDelivery,
  { group, afterwards }: DestinationKind,
  at: Date,
  spread: number,
): DeliveryOutcome {
  const why = verdict.is === "sent" ? null : storableText(verdict.why);
  const code = verdict.code && storableText(verdict.code);
  const attempt = {
    at: at.toISOString(),
    ms,
    is: verdict.is,
    code,
    why,
    answer: storableText(answer) || null,
  };
  const attempted = { ...outcome, tried: 1, attempt };
  switch (verdict.is) {
    case "sent": {
      const request = afterwards && verdict.request ? storableText(verdict.request) : null;
      const request_part = request === null ? null : afterwards!.partOf(rendered.payload);
      return { ...attempted, state: "sent", request, request_part };
    }
    case "dead":
    case "split":
      return { ...attempted, state: "dead", reason: why };
    case "pause":
      // This does not count as an attempt: the row is sent unchanged after the destination is resumed.
      return { ...attempted, tried: 0, state: row.original ? "waiting" : "queued", reason: why, next_at: at };
    case "retry": {
      const next = nextAttempt({
        tries: row.tries + 1,
        begun: row.begun_at,
        now: at,
        afterMs: verdict.afterMs,
        isWebhook: group === "webhook",
        spread,
      });
      return next === null
        ? { ...attempted, state: "dead", reason: why }
        : { ...attempted, state: "queued", reason: why, next_at: next };
    }
  }
}

/**
 * Removes NUL characters and lone surrogates, which Postgres cannot store. Binary data has NULs, and cut text has lone
 * surrogates.
 */
export const storableText = (text: string) => text.replaceAll("\0", "").toWellFormed();
