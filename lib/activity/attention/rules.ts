const dayMs = 86_400_000;

type Share = { installs: number; suspicious: number };

/** Fewer are chance, whatever their share. */
const minSuspicious = 5;

/** Half as many again as usual, and by at least five points, so that neither noise nor a tiny share is reported. */
export function isAboveNormal(week: Share, before: Share): boolean {
  if (week.suspicious < minSuspicious || before.installs === 0) return false;
  const [now, normal] = [week.suspicious / week.installs, before.suspicious / before.installs];
  return now > normal * 1.5 && now - normal >= 0.05;
}

/** An app is quiet once a whole day has passed without a call, where none of the `days` before was without one. */
export function isQuiet(lastCall: Date | null, activeDays: number, days: number, now: Date): boolean {
  return lastCall !== null && activeDays === days && now.getTime() - lastCall.getTime() >= dayMs;
}
