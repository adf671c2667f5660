/** Numbers, amounts and dates in the reader's formats. All screens use these functions. */

import { currentLanguage, setNumbersOfTexts } from "@/lib/base/languages/texts";

type Locales = { numbers: string; dates: string };

/**
 * Numbers have the format of the reader's locale, with Latin digits. Dates have the words of the dashboard's language,
 * in the order of the reader's locale if it has the same language; otherwise English gets the day first.
 */
export function localesOf(locale: string, language = currentLanguage()): Locales {
  try {
    const { language: spoken } = new Intl.Locale(locale);
    const numbers = new Intl.Locale(locale, { numberingSystem: "latn" }).toString();
    const dates = spoken === language ? locale : language === "en" ? "en-GB" : language;
    return { numbers, dates: new Intl.Locale(dates, { numberingSystem: "latn" }).toString() };
  } catch {
    // A browser's locale may be any text, but numbers must still be formatted.
    return { numbers: "en-GB", dates: "en-GB" };
  }
}

/** Amounts in rupees are grouped in lakhs and crores in every English locale. */
const moneyLocale = ({ numbers }: Locales, currency: string) =>
  currency === "INR" && numbers.startsWith("en") ? "en-IN-u-nu-latn" : numbers;

export function formatsFor(language: string) {
  const locales = localesOf(language);
  // Making a formatter costs a hundred times as much as using it, and tables have thousands of cells.
  const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();
  const once = <Format extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => Format) => {
    const known = made.get(key) as Format | undefined;
    if (known) return known;
    const format = make();
    made.set(key, format);
    return format;
  };
  return {
    numberFormat: (options: Intl.NumberFormatOptions = {}) =>
      once(`n${JSON.stringify(options)}`, () => {
        const locale = options.currency ? moneyLocale(locales, options.currency) : locales.numbers;
        return new Intl.NumberFormat(locale, options);
      }),
    dateFormat: (options: Intl.DateTimeFormatOptions) =>
      once(`d${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locales.dates, options)),
  };
}

/** The member's choice; null means the browser's locale. */
export type FormatChoice = { locale: string | null };

/** The server has no reader, and it renders no figures. */
const isServer = typeof window === "undefined";
const ownLanguage = isServer ? "en-GB" : (navigator.languages[0] ?? navigator.language);

const storageKey = "cairn-formats";
const asBrowser: FormatChoice = { locale: null };

/** Also stored in the browser, so that the first figures are correct before the member is known. */
function readStored(): FormatChoice {
  try {
    return { ...asBrowser, ...JSON.parse(localStorage.getItem(storageKey) ?? "{}") };
  } catch {
    // Storage is disabled, or contains an invalid value.
    return asBrowser;
  }
}

let choice = isServer ? asBrowser : readStored();
let formats = formatsFor(choice.locale ?? ownLanguage);

/** A text that differs for every choice of formats. */
export const formatsKey = (): string => `${choice.locale}`;

/** Sets the formats from now on. */
export function setFormats(next: FormatChoice): void {
  if (next.locale === choice.locale) return;
  choice = { locale: next.locale };
  formats = formatsFor(choice.locale ?? ownLanguage);
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice));
  } catch {
    // Without storage, the next page loads the choice from the server again.
  }
}

export const numberFormat = (options?: Intl.NumberFormatOptions) => formats.numberFormat(options);
setNumbersOfTexts(numberFormat);
export const dateFormat = (options: Intl.DateTimeFormatOptions) => formats.dateFormat(options);

/** Monday for 1. */
export const weekDayText = (day: number): string =>
  dateFormat({ weekday: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2024, 0, day)));

/** A count of things: 12,345. */
export const numberText = (value: number): string => numberFormat().format(value);

/** A number with its noun: 1 row, 2 rows. */
export const counted = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** a, b and c */
export const listText = (items: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage() === "en" ? "en-GB" : currentLanguage(), {
    type: "conjunction",
  }).format(items);

const date = (day: string) => new Date(`${day}T00:00:00Z`);
const dayMonthYear: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
const calendar = { timeZone: "UTC" } as const;

/** 3 Jun */
export const shortDay = (day: string): string =>
  dateFormat({ day: "numeric", month: "short", ...calendar }).format(date(day));

/** Wed, 3 Jun 2026 */
export const fullDay = (day: string): string =>
  dateFormat({ weekday: "short", ...dayMonthYear, ...calendar }).format(date(day));

/** June 2026 for 2026-06 */
export const monthText = (month: string): string =>
  dateFormat({ month: "long", year: "numeric", ...calendar }).format(date(`${month}-01`));

/** 3–9 Jun 2026; one day alone if both are the same. */
export function windowText({ from, to }: { from: string; to: string }): string {
  const format = dateFormat({ ...dayMonthYear, ...calendar });
  return from === to ? format.format(date(from)) : format.formatRange(date(from), date(to));
}

const zoned = (timeZone: string | undefined) => (timeZone ? { timeZone } : {});

/** 3 Jun, 14:05; with the year if it is not the current one */
export const dayAndTime = (at: Date, now: Date, timeZone?: string): string => {
  const zone = zoned(timeZone);
  const yearOf = (time: Date) => dateFormat({ year: "numeric", ...zone }).format(time);
  return dateFormat({
    day: "numeric",
    month: "short",
    ...(yearOf(at) === yearOf(now) ? {} : { year: "numeric" as const }),
    hour: "2-digit",
    minute: "2-digit",
    ...zone,
  }).format(at);
};

/** 3 Jun 2026, for a point in time */
export const dayText = (at: Date, timeZone?: string): string =>
  dateFormat({ ...dayMonthYear, ...zoned(timeZone) }).format(at);

/** 3 Jun, for a point in time */
export const shortDayText = (at: Date, timeZone?: string): string =>
  dateFormat({ day: "numeric", month: "short", ...zoned(timeZone) }).format(at);

/** 14:05:09 */
export const clockText = (at: Date, timeZone?: string): string =>
  dateFormat({ timeStyle: "medium", ...zoned(timeZone) }).format(at);

/** 3 Jun 2026, 14:05:09 CEST */
export const exactTime = (at: Date, timeZone?: string): string =>
  dateFormat({
    ...dayMonthYear,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    ...zoned(timeZone),
  }).format(at);
