import { displayNames } from "@/lib/base/languages/display-names";

const english = displayNames("region", "en");

/** In the reader's language. A text that is not an ISO 3166 code stays as it is, because people type addresses. */
export function countryName(code: string): string {
  try {
    return displayNames("region").of(code) ?? code;
  } catch {
    return code;
  }
}

/** Codes with a name that are not countries of ISO 3166. */
const others = new Set("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" "));

export const isCountryCode = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !others.has(code) &&
  english.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code;

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
let codes: Map<string, string> | undefined;

const spelled = (name: string) =>
  name
    .toLowerCase()
    .replace(/\bst\./g, "saint")
    .replace(/ & /g, " and ");

/** The code of a country by its code or English name; null if unknown. */
export function countryCodeOf(text: string): string | null {
  const code = text.toUpperCase();
  if (isCountryCode(code)) return code;
  codes ??= new Map(
    letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter(isCountryCode)
      .map((each) => [spelled(english.of(each) ?? each), each]),
  );
  return codes.get(spelled(text)) ?? null;
}
