/** What a look changes: ok, firing, resolved; and whether anybody is told. Pure. */
import type { Observation } from "@/lib/alerts/judge/seen";

/** Nothing is told twice within a day. */
const repeatMs = 24 * 60 * 60_000;

export type Open = { id: string; toldAt: Date | null };

export type AlertState = {
  /** What fires already. */
  open: Open | null;
  /** When somebody was last told of this, by whichever alert. */
  lastNotifiedAt: Date | null;
  isMuted: boolean;
};

/** Whoever did not hear that it fired needs not hear that it is over. */
export const notifiesEnd = (open: Open | null, isMuted: boolean): boolean => open?.toldAt != null && !isMuted;

export type AlertStep = { does: "nothing" | "fire" | "keep" | "resolve"; tells: boolean };

export function stepOf(
  is: Observation["is"],
  { open, lastNotifiedAt, isMuted }: AlertState,
  now: Date,
): AlertStep {
  // Of what can no longer be told, nobody knows that it still is so.
  if (is !== "outside") return { does: open ? "resolve" : "nothing", tells: notifiesEnd(open, isMuted) };
  const isSoon = lastNotifiedAt !== null && now.getTime() - lastNotifiedAt.getTime() < repeatMs;
  const tells = !isMuted && !isSoon && open?.toldAt == null;
  return { does: open ? "keep" : "fire", tells };
}
