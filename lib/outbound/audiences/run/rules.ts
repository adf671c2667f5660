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
