import { withDeadline } from "@/lib/base/deadline";
import { type DatabaseFigures, readFigures } from "@/lib/platform/health/queries";

/** The last figures of the whole database. They are older if it does not answer now. */
export type KnownFigures = { isUp: boolean; figures: DatabaseFigures | null };

/**
 * The database is queried at most once per interval, and for at most a twentieth of the time, for any number of
 * callers.
 */
const cacheMs = 5_000;
const maxShare = 0.05;
/** A scraper waits no longer than this, even while the database hangs. */
const timeoutMs = 1_000;
/** A statement in a busy pool may take a while, but after this long the database counts as down. */
const aliveMs = 5_000;
/** Longer than any statement or connection lasts; after that the query is abandoned and repeated. */
const lostMs = 30_000;

let figures: DatabaseFigures | null = null;
let isUp = false;
let refreshAt = Number.NEGATIVE_INFINITY;
let pending: { since: number; ended: Promise<void> } | null = null;

/** `tasks` names the tasks whose last success is read; every caller passes the same list. */
export async function knownFigures(tasks: string[], tick: () => number): Promise<KnownFigures> {
  if (!pending && tick() >= refreshAt) pending = { since: tick(), ended: refresh(tasks, tick) };
  if (pending) {
    const left = pending.since + timeoutMs - tick();
    // A late database is recognized below, by the duration of the query.
    if (left > 0) await withDeadline(pending.ended, left).catch(() => {});
  }
  return { isUp: isUp && !(pending && tick() - pending.since > aliveMs), figures };
}

async function refresh(tasks: string[], tick: () => number): Promise<void> {
  const began = tick();
  try {
    figures = await withDeadline(readFigures(tasks), lostMs);
    isUp = true;
  } catch {
    // Only the fact is reported here; the cause is in the log of the caller whose query failed.
    isUp = false;
  } finally {
    refreshAt = tick() + (isUp ? Math.max(cacheMs, (tick() - began) / maxShare) : cacheMs);
    pending = null;
  }
}
