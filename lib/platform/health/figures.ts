import { withDeadline } from "@/lib/base/deadline";
import { type DatabaseFigures, readFigures } from "@/lib/platform/health/queries";

/** What was last read of the whole database, which may be older where it does not answer now. */
export type Known = { isUp: boolean; figures: DatabaseFigures | null };

/** However many ask, the database is asked once in so long, and a twentieth of the time at most. */
const keptMs = 5_000;
const mostShare = 0.05;
/** Whoever scrapes waits no longer than this, also while the database hangs. */
const patienceMs = 1_000;
/** A statement in a busy pool may take a while; one that takes longer than this is no sign of life. */
const aliveMs = 5_000;
/** Longer than any statement or connection lasts: then it is asked anew. */
const lostMs = 30_000;

let figures: DatabaseFigures | null = null;
let isUp = false;
let askAgainAt = Number.NEGATIVE_INFINITY;
let asking: { since: number; ended: Promise<void> } | null = null;

/** `tasks`: of which the last success is wanted; every asker wants the same. */
export async function knownFigures(tasks: string[], tick: () => number): Promise<Known> {
  if (!asking && tick() >= askAgainAt) asking = { since: tick(), ended: ask(tasks, tick) };
  if (asking) {
    const left = asking.since + patienceMs - tick();
    // Who is late is told below by how long it has been asked.
    if (left > 0) await withDeadline(asking.ended, left).catch(() => {});
  }
  return { isUp: isUp && !(asking && tick() - asking.since > aliveMs), figures };
}

async function ask(tasks: string[], tick: () => number): Promise<void> {
  const began = tick();
  try {
    figures = await withDeadline(readFigures(tasks), lostMs);
    isUp = true;
  } catch {
    // That it does not answer is what is told; why stands in the log of whoever needed it.
    isUp = false;
  } finally {
    askAgainAt = tick() + (isUp ? Math.max(keptMs, (tick() - began) / mostShare) : keptMs);
    asking = null;
  }
}
