/** The state after an evaluation (ok, firing or resolved), and whether to send a notification. Pure. */
import type { Observation } from "@/lib/alerts/conditions/observation";

/** A notification is not repeated within a day. */
const repeatMs = 24 * 60 * 60_000;

export type OpenAlert = { id: string; notifiedAt: Date | null };

export type AlertState = {
  /** The active alert, if there is one. */
  open: OpenAlert | null;
  /** The last notification about this subject, by any alert. */
  lastNotifiedAt: Date | null;
  isMuted: boolean;
};

/** The end of an alert is announced only if its start was. */
export const shouldNotifyEnd = (open: OpenAlert | null, isMuted: boolean): boolean =>
  open?.notifiedAt != null && !isMuted;

export type AlertStep = { does: "nothing" | "fire" | "keep" | "resolve"; notifies: boolean };

export function alertStepOf(
  is: Observation["is"],
  { open, lastNotifiedAt, isMuted }: AlertState,
  now: Date,
): AlertStep {
  // Without data, the alert may no longer be true.
  if (is !== "outside")
    return { does: open ? "resolve" : "nothing", notifies: shouldNotifyEnd(open, isMuted) };
  const isSoon = lastNotifiedAt !== null && now.getTime() - lastNotifiedAt.getTime() < repeatMs;
  const notifies = !isMuted && !isSoon && open?.notifiedAt == null;
  return { does: open ? "keep" : "fire", notifies };
}
