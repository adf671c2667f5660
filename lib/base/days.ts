/** Calendar days, written YYYY-MM-DD, independent of clocks and time zones. Runs in the browser too. */

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The day of the week in settings; 1 is Monday, 7 is Sunday. */
export const weekDays = { monday: 1, saturday: 6, sunday: 7 } as const;
export type WeekStart = keyof typeof weekDays;
export const weekStarts = Object.keys(weekDays) as WeekStart[];

/** The first day of a day's week. */
export const weekStartOf = (day: string, start: WeekStart): string =>
  addDays(day, -((new Date(at(day)).getUTCDay() - weekDays[start] + 7) % 7));

/** The first day of a day's month. */
export const monthStartOf = (day: string): string => `${day.slice(0, 7)}-01`;

export const addDays = (day: string, days: number): string =>
  new Date(at(day) + days * dayMs).toISOString().slice(0, 10);

/** Both ends are counted. */
export const dayCount = (from: string, to: string): number => Math.round((at(to) - at(from)) / dayMs) + 1;

export const eachDay = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, dayCount(from, to)) }, (_, i) => addDays(from, i));
