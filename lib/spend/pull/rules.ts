/** Decides how far a pull looks back, and when the next one is. Pure. */
import { addDays } from "@/lib/base/days";
import type { PullProblemKind } from "@/lib/spend/pull/request";
import type { PullWindow } from "@/lib/spend/pull/rows";

const minute = 60_000;
const hour = 60 * minute;
const defaultDays = 7;
const longDays = 28;

const weekOf = (at: Date) => Math.floor((at.getTime() / 86_400_000 + 3) / 7);

/**
 * Networks restate the last days often and the last weeks sometimes. A pull covers a week daily, and four weeks once a
 * week.
 */
export function pullWindow(today: string, succeededAt: Date | null, now: Date): PullWindow {
  const long = succeededAt === null || weekOf(succeededAt) !== weekOf(now);
  return { from: addDays(today, 1 - (long ? longDays : defaultDays)), to: today };
}

/** Spans of at most this many days, the oldest first. */
export function splitWindow({ from, to }: PullWindow, days: number): PullWindow[] {
  const parts: PullWindow[] = [];
  for (let start = from; start <= to; start = addDays(start, days)) {
    const end = addDays(start, days - 1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}

export const nextPullAfterSuccess = (now: Date) => new Date(now.getTime() + 6 * hour);

/** Null if a retry would fail until a member fixes the problem. */
export function nextPullAfterProblem(
  kind: PullProblemKind,
  failures: number,
  afterMs: number | null,
  now: Date,
): Date | null {
  if (kind === "credentials") return null;
  const ms =
    kind === "limit"
      ? Math.max(afterMs ?? 0, 15 * minute)
      : kind === "temporary"
        ? Math.max(afterMs ?? 0, Math.min(5 * minute * 2 ** Math.min(failures, 10), 6 * hour))
        : 6 * hour;
  return new Date(now.getTime() + ms);
}
