/** Days with the name of their month, which are unambiguous in any order. Pure. */

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const full = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.?[ -]([a-z]{3,9})\.?(?:,?[ -](\d{4}))?$/i;
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/i;

/** `1 Dec`, `Dec 1`, `1 December 2026` as YYYY-MM-DD. Without a year it is the next such day, including today. */
export function parseNamedDay(text: string, today: string): string | null {
  const plain = text.trim();
  const [, a, b, year] = dayFirst.exec(plain) ?? monthFirst.exec(plain) ?? [];
  if (a === undefined || b === undefined) return null;
  const [day, name] = /^\d/.test(a) ? [a, b] : [b, a];
  const month = monthOf(name.toLowerCase());
  if (month === 0) return null;
  if (year !== undefined) return dayOf(Number(year), month, Number(day));
  const thisYear = Number(today.slice(0, 4));
  // 29 February occurs every four years, or eight.
  for (let next = thisYear; next <= thisYear + 8; next++) {
    const found = dayOf(next, month, Number(day));
    if (found !== null && found >= today) return found;
  }
  return null;
}

function monthOf(name: string): number {
  const short = name === "sept" ? "sep" : name;
  return Math.max(months.indexOf(short), full.indexOf(name)) + 1;
}

function dayOf(year: number, month: number, day: number): string | null {
  const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text ? text : null;
}
