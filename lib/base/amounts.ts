/**
 * Reads amounts and rates as people and programs write them; no other code parses them. Pure; runs in the browser too.
 */

import { t } from "@/lib/base/languages/texts";
import { currencyDigits, maxMajorUnits } from "@/lib/base/money";

export const decimalMarks = [".", ","] as const;
export type DecimalMark = (typeof decimalMarks)[number];

type Reading =
  /** `unit` is the text before or after the digits, such as `US$`. */
  | { kind: "number"; value: number; unit: string }
  /** `1.500` is one and a half or one thousand five hundred. */
  | { kind: "ambiguous"; decimal: number; grouped: number }
  /** Empty text or, if `written`, a sign for an empty value: a dash, `n/a`. */
  | { kind: "nothing"; written: boolean }
  | { kind: "none" };

/** The meaning of a single mark followed by three digits (`1,500`), if the text has no other sign of it. */
type Lone = Record<DecimalMark, "decimal" | "grouped" | "ambiguous">;

/** The zeros of the scripts that people type amounts in; the other nine digits follow each. */
const zeros = [..."٠۰०০੦૦୦௦౦೦൦๐၀０"].map((zero) => zero.codePointAt(0)!);

const latin = (text: string): string =>
  text
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0)!;
      const zero = zeros.find((first) => code >= first && code <= first + 9);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/[٫．]/g, ".")
    .replaceAll("，", ",")
    .replace(/[٬’ʼ‘´`]/g, "'")
    .replace(/[−﹣－]/g, "-")
    // Text direction marks are copied together with an amount from a page.
    .replace(/\p{Cf}/gu, "")
    .replace(/\s/g, " ")
    .trim()
    // A spreadsheet's sign for "this is text".
    .replace(/^'/, "");

const nothing = /^(--?|–|—|n\/?a|null)$/i;
const unit = String.raw`[A-Z]{1,3}\$|[A-Z]{3}|Rs\.?|kr\.?|zł|Kč|Ft|\p{Sc}`;
const unitBefore = new RegExp(`^([+-]?) ?(${unit}) ?(?=[\\d.,+-])`, "iu");
const unitBehind = new RegExp(`(?<=[\\d.,]) ?(${unit})$`, "iu");

/** Separates the digits from the sign, the brackets and the unit around them. */
function parts(text: string): { digits: string; power: string; below: boolean; unit: string } | null {
  const brackets = /^\((.+)\)$/.exec(text);
  let rest = brackets ? brackets[1]!.trim() : text;
  const found = unitBefore.exec(rest)?.[2] ?? unitBehind.exec(rest)?.[1] ?? "";
  rest = unitBefore.test(rest) ? rest.replace(unitBefore, "$1") : rest.replace(unitBehind, "");
  // Swiss prices end in `.–`.
  rest = rest.replace(/(?<=[.,])[-–—]$/, "");
  const [, sign, digits, power = "", end] =
    /^([+-] ?)?([\d.,' ]*\d[.,]?)(e[+-]?\d{1,2})?( ?-)?$/i.exec(rest) ?? [];
  if (digits === undefined || [brackets, sign, end].filter(Boolean).length > 1) return null;
  return { digits, power, below: Boolean(brackets || end || sign?.startsWith("-")), unit: found };
}

const western = /^\d{1,3}([.,' ]\d{3})+$/;
const indian = /^\d{1,2}([.,' ]\d{2})*[.,' ]\d{3}$/;

/** Digits in groups with the same mark between them all; plain digits are one group. */
function ungrouped(text: string): string | null {
  if (/^\d*$/.test(text)) return text;
  const alike = new Set(text.replace(/\d/g, "")).size === 1;
  return alike && (western.test(text) || indian.test(text)) ? text.replace(/\D/g, "") : null;
}

function withDecimals(digits: string, mark: DecimalMark): string | null {
  const [head = "", fraction = "", ...more] = digits.split(mark);
  const plain = ungrouped(head);
  return more.length > 0 || plain === null || !/^\d*$/.test(fraction) ? null : `${plain}.${fraction}`;
}

/** The numbers that the digits may mean: with decimals, or in groups of thousands. */
function meanings(digits: string, lone: Lone): { decimal: string | null; grouped: string | null } {
  const grouped = ungrouped(digits);
  const mark = digits.lastIndexOf(".") > digits.lastIndexOf(",") ? "." : ",";
  const decimal = digits.includes(mark) ? withDecimals(digits, mark) : null;
  if (grouped === null || decimal === null) return { decimal, grouped };
  // No group begins with a zero, so 0,125 is an eighth.
  if (digits.startsWith("0") || lone[mark] === "decimal") return { decimal, grouped: null };
  return { decimal: lone[mark] === "grouped" ? null : decimal, grouped };
}

const undecided: Lone = { ".": "ambiguous", ",": "ambiguous" };

/** The meaning of a single mark followed by three digits, as the uploader of a file decided. */
export const threeDigitMeanings = ["thousands", "decimals"] as const;
export type ThreeDigitMeaning = (typeof threeDigitMeanings)[number];

/** The possible values of `5,000`; null for an amount with only one reading. */
export function readingsOfAmount(text: string): Record<ThreeDigitMeaning, number> | null {
  const reading = read(text, undecided);
  return reading.kind === "ambiguous" ? { thousands: reading.grouped, decimals: reading.decimal } : null;
}

function read(text: string, lone: Lone, mark?: DecimalMark): Reading {
  const plain = latin(text);
  if (plain === "" || nothing.test(plain)) return { kind: "nothing", written: plain !== "" };
  const found = parts(plain);
  if (!found) return { kind: "none" };
  const { decimal, grouped } = mark
    ? { decimal: withDecimals(found.digits, mark), grouped: null }
    : meanings(found.digits, found.power ? { ".": "decimal", ",": "decimal" } : lone);
  const signed = (number: string) => (found.below ? -1 : 1) * Number(number + found.power);
  if (decimal !== null && grouped !== null)
    return { kind: "ambiguous", decimal: signed(decimal), grouped: signed(grouped) };
  const number = decimal ?? grouped;
  return number === null ? { kind: "none" } : { kind: "number", value: signed(number), unit: found.unit };
}

/** Common abbreviations of currencies that Intl does not know. */
const nicknames: Record<string, string> = { INR: "Rs", BRL: "R$" };

const unitsOf = new Map<string, Set<string>>();

function unitsOfCurrency(currency: string): Set<string> {
  const known = unitsOf.get(currency);
  if (known) return known;
  const sign = (currencyDisplay: "symbol" | "narrowSymbol") =>
    new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === "currency")!.value;
  const units = new Set([currency, sign("symbol"), sign("narrowSymbol"), nicknames[currency] ?? currency]);
  // US$, CA$, A$: the sign is preceded by the first letters of the currency's code.
  if (units.has("$")) for (const length of [1, 2, 3]) units.add(`${currency.slice(0, length)}$`);
  const upper = new Set([...units].map((each) => each.toUpperCase()));
  unitsOf.set(currency, upper);
  return upper;
}

const isUnitOf = (text: string, currency: string): boolean =>
  unitsOfCurrency(currency).has(text.replace(/\.$/, "").toUpperCase());

export type CheckedAmount =
  | { amount: number }
  /** `empty`: the text is blank or a sign for an empty value. */
  | { empty: "blank" | "dash" }
  | { problem: string };

const shown = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10 });
const plainly = new Intl.NumberFormat("en-US", { maximumFractionDigits: 10, useGrouping: false });

const twoWays = ({ decimal, grouped }: { decimal: number; grouped: number }) =>
  t("This could be {grouped} or {decimal}. Write {grouped2} or {decimal}.", {
    grouped: shown.format(grouped),
    decimal: plainly.format(decimal),
    grouped2: plainly.format(grouped),
  });

/**
 * An amount of a currency, not below zero. If a currency has no thousandths, three digits after a comma are thousands;
 * after a point they may be either. `mark` decides which of the two separates the decimals.
 */
export function readAmount(text: string, currency: string, mark?: DecimalMark): CheckedAmount {
  const comma = currencyDigits(currency) < 3 ? "grouped" : "ambiguous";
  const reading = read(text, { ",": comma, ".": "ambiguous" }, mark);
  if (reading.kind === "nothing") return { empty: reading.written ? "dash" : "blank" };
  if (reading.kind === "none") return { problem: t("Enter an amount, such as 12.50.") };
  if (reading.kind === "ambiguous") return { problem: twoWays(reading) };
  if (reading.unit && !isUnitOf(reading.unit, currency))
    return {
      problem: t("This says {unit}, but the currency is {currency}.", { unit: reading.unit, currency }),
    };
  if (reading.value < 0) return { problem: t("The amount must not be negative.") };
  return reading.value > maxMajorUnits
    ? { problem: t("This amount is too large.") }
    : { amount: reading.value };
}

/** The value of one unit of a currency in another. A point precedes the decimals; a single comma may mean either. */
export function readExchangeRate(text: string): CheckedAmount {
  const reading = read(text, { ",": "ambiguous", ".": "decimal" });
  if (reading.kind === "nothing") return { empty: reading.written ? "dash" : "blank" };
  if (reading.kind === "ambiguous") return { problem: twoWays(reading) };
  if (reading.kind === "none" || reading.unit !== "") return { problem: t("Enter a number.") };
  return reading.value > 0 ? { amount: reading.value } : { problem: t("The rate must be above zero.") };
}

/** The decimal mark that an amount shows. Null for one that has no mark, or that could be read either way. */
export function decimalMarkOf(text: string): DecimalMark | null {
  const digits = parts(latin(text))?.digits;
  if (digits === undefined || !/[.,]/.test(digits)) return null;
  const { decimal, grouped } = meanings(digits, undecided);
  const last = digits.lastIndexOf(".") > digits.lastIndexOf(",") ? "." : ",";
  if (decimal !== null && grouped === null) return last;
  // A mark that separates groups cannot be the decimal mark.
  return decimal === null && grouped !== null ? otherDecimalMark(last) : null;
}

export const otherDecimalMark = (mark: DecimalMark): DecimalMark => (mark === "." ? "," : ".");
