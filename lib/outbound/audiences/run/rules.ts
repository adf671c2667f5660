/** When audiences run. Pure. */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Rhythm = { id: number; every_hours: number };

/** Every few hours, each audience at its own minute, so that not all of them run at once. */
export function nextAudienceRun({ id, every_hours: hours }: Rhythm, after: Date): Date {
  const step = hours * hourMs;
  const offset = (id % 60) * minuteMs;
  return new Date((Math.floor((after.getTime() - offset) / step) + 1) * step + offset);
}

/** After a failure: minutes at first, then hours, or when the receiver says. At the next regular run at the latest. */
export function nextAudienceTry(row: Rhythm & { failures: number }, afterMs: number | null, now: Date): Date {
  const wait = Math.max(afterMs ?? 0, Math.min(2 ** row.failures, 360) * minuteMs);
  const tried = new Date(now.getTime() + wait);
  const regular = nextAudienceRun(row, now);
  return afterMs === null && regular < tried ? regular : tried;
}
