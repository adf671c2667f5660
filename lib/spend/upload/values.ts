/** Days, platforms and countries in the formats of people and programs. Pure. */

import { countryCodeOf } from "@/lib/base/text/country-name";

export const dateForms = ["ymd", "dmy", "mdy"] as const;
export type DateForm = (typeof dateForms)[number];

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** YYYY-MM-DD, or null if the text is not a day. */
export function readDay(text: string, form: DateForm): string | null {
  const plain = text
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?(Z|[+-]\d{2}:?\d{2})?$/i, "");
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(plain);
  if (compact) return dayOf(compact[1]!, compact[2]!, compact[3]!);
  const first = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plain);
  if (first) return dayOf(first[1]!, first[2]!, first[3]!);
  const last = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(plain);
  if (last) {
    const year = last[3]!.length === 2 ? `20${last[3]}` : last[3]!;
    return form === "mdy" ? dayOf(year, last[1]!, last[2]!) : dayOf(year, last[2]!, last[1]!);
  }
  const dayFirst = /^(?:[a-z]{3,9},? )?(\d{1,2})\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(plain);
  if (dayFirst) return dayOf(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!);
  const monthFirst = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(plain);
  if (monthFirst) return dayOf(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!);
  return null;
}

const monthOf = (name: string) => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text ? text : null;
}

/** Distinguishes day and month by a number above twelve. Null if there is none. */
export function guessDateForm(texts: Iterable<string>): DateForm | null {
  let parted = false;
  for (const text of texts) {
    const match = /^\s*(\d{1,2})([-/.])(\d{1,2})[-/.]\d{2,4}/.exec(text);
    if (!match) continue;
    parted = true;
    if (Number(match[1]) > 12) return "dmy";
    if (Number(match[3]) > 12) return "mdy";
    // The month is never first between dots.
    if (match[2] === ".") return "dmy";
  }
  return parted ? null : "ymd";
}

const notBrokenDown = /^(|all|any|unknown|other|not broken down|[-–—]+)$/;

/** A code, "" for an amount without a country, or null for an unknown country. */
export function readCountry(text: string): string | null {
  const plain = text.trim();
  return notBrokenDown.test(plain.toLowerCase()) ? "" : countryCodeOf(plain);
}

export function readPlatform(text: string): "" | "IOS" | "ANDROID" | null {
  const plain = text.trim().toLowerCase().replaceAll("_", " ");
  if (notBrokenDown.test(plain)) return "";
  if (/\b(ios|iphone|ipad|ipados|apple)\b/.test(plain)) return "IOS";
  return /\bandroid\b/.test(plain) ? "ANDROID" : null;
}
