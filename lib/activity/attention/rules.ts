const dayMs = 86_400_000;

type Share = { installs: number; suspicious: number };

/** Fewer suspicious installs may be chance, at any share. */
const minSuspicious = 5;

/** At least half more than usual, and at least five points more, to ignore noise and tiny shares. */
export function isAboveNormal(week: Share, before: Share): boolean {
  if (week.suspicious < minSuspicious || before.installs === 0) return false;
  const [now, normal] = [week.suspicious / week.installs, before.suspicious / before.installs];
  return now > normal * 1.5 && now - normal >= 0.05;
}

/** True after a whole day without calls, if every one of the earlier `days` had calls. */
export function hasGoneQuiet(lastCall: Date | null, activeDays: number, days: number, now: Date): boolean {
  return lastCall !== null && activeDays === days && now.getTime() - lastCall.getTime() >= dayMs;
}
