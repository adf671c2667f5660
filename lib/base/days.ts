/** Calendar days, written YYYY-MM-DD, independent of clocks and time zones. Runs in the browser too. */

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

export const addDays = (day: string, days: number): string =>
  new Date(at(day) + days * dayMs).toISOString().slice(0, 10);

/** Both ends are counted. */
export const daysBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / dayMs) + 1;

export const eachDay = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, i) => addDays(from, i));
