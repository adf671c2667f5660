const digitsOf = new Map<string, number>();

/** Decimal digits of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    digits =
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
      2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

export const allDigits = (): Record<string, number> =>
  Object.fromEntries(Intl.supportedValuesOf("currency").map((code) => [code, currencyDigits(code)]));

/** Minor units of one currency in a minor unit of another that is worth the same. */
export const minorUnitRatio = (from: string, to: string): number =>
  10 ** (currencyDigits(to) - currencyDigits(from));

/** Far above any payment, and far below the point where integers stop being exact. */
export const maxMajorUnits = 1_000_000_000_000;

/** The same limit in a currency's smallest units. */
export const maxMinorUnits = maxMajorUnits * 1_000;

/**
 * Converts an amount to minor units, rounded half up on its decimal form: 10.005 is rounded up, although its binary
 * form is slightly less.
 */
export const toMinorUnits = (amount: number, currency: string): number =>
  toUnits(amount, currencyDigits(currency));

/** Decimal digits of a millionth. */
export const millionthDigits = 6;
export const millionths = 10 ** millionthDigits;

/** The largest amount that is exact in millionths of a minor unit, of every currency. */
export const maxInMillionths = 5_000_000;

/** The same in millionths of a minor unit, for the revenue of a single ad impression. */
export const toMillionths = (amount: number, currency: string): number =>
  toUnits(amount, currencyDigits(currency) + millionthDigits);

/** Without an exponent: 0.0000001, not 1e-7. */
export const plainDecimal = (value: number): string => {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(12).replace(/0+$/, "") : text;
};

function toUnits(amount: number, digits: number): number {
  const [mantissa = "0", exponent = "0"] = Math.abs(amount).toString().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const point = whole.length + Number(exponent) + digits;
  const all = `${whole}${fraction}`.padEnd(Math.max(point + 1, 0), "0");
  if (point < 0) return 0;
  const units = Number(all.slice(0, point) || "0") + (Number(all[point] ?? "0") >= 5 ? 1 : 0);
  return amount < 0 ? -units : units;
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

export const isCurrency = (code: string) => currencies.has(code);
