/** Turns the observations of many subjects into changes of alerts. Pure. */

import { noObservation } from "@/lib/alerts/conditions/observation";
import { alertStepOf, shouldNotifyEnd } from "@/lib/alerts/conditions/transition";
import type { AlertStateRows } from "@/lib/alerts/evaluate/queries";
import type { Evaluation } from "@/lib/alerts/rules/schema";

export type EvaluatedChange = Evaluation & {
  does: "fire" | "keep" | "resolve";
  notifies: boolean;
  /** Null for a new alert. */
  id: string | null;
  ended: "inside" | "silent" | "gone" | null;
};

/** `absent` is the result for active alerts whose subject has no observation. */
export function alertChanges(
  evaluations: readonly Evaluation[],
  standing: AlertStateRows,
  now: Date,
  absent: "inside" | "gone",
): EvaluatedChange[] {
  const open = new Map(standing.open.map((row) => [row.subject, row]));
  const notified = new Map(standing.notified.map((row) => [row.subject, row.notified_at]));
  const muted = new Set(standing.muted.map(({ subject }) => subject));
  const isMuted = (subject: string) => muted.has("") || muted.has(subject);
  const changes = evaluations.flatMap((evaluation): EvaluatedChange[] => {
    const { subject, seen } = evaluation;
    const fires = open.get(subject);
    open.delete(subject);
    const { does, notifies } = alertStepOf(
      seen.is,
      {
        open: fires ? { id: fires.id, notifiedAt: fires.notified_at } : null,
        lastNotifiedAt: notified.get(subject) ?? null,
        isMuted: isMuted(subject),
      },
      now,
    );
    if (does === "nothing") return [];
    const ended = does === "resolve" ? (seen.is === "silent" ? "silent" : "inside") : null;
    return [{ ...evaluation, does, notifies, id: fires?.id ?? null, ended }];
  });
  // Subjects that no longer exist, such as a removed destination or a paused campaign.
  const deleted = [...open.values()].map(
    ({ subject, label, id, notified_at: notifiedAt }): EvaluatedChange => ({
      subject,
      label,
      seen: noObservation,
      does: "resolve",
      notifies: shouldNotifyEnd({ id, notifiedAt }, isMuted(subject)),
      id,
      ended: absent,
    }),
  );
  return [...changes, ...deleted];
}

/** The number of stored observations: first the ones outside, then the ones with the largest volume. */
const maxStored = 25;
const rank = { outside: 0, inside: 1, silent: 2 };

export const evaluationsToStore = (evaluations: readonly Evaluation[]): Evaluation[] =>
  [...evaluations]
    .sort((a, b) => rank[a.seen.is] - rank[b.seen.is] || (b.seen.volume ?? 0) - (a.seen.volume ?? 0))
    .slice(0, maxStored);
