/** Reads the fields of a postback one by one. Numeric fields must be numbers, as Apple documents them. Pure. */

import { type CoarseValue, coarseValues } from "@/lib/apple/conversion-values/rules";
import { NotAPostback, type UnsignedFields } from "@/lib/apple/postbacks/postback";

type Json = Record<string, unknown>;

const must = (name: string, what: string) => new NotAPostback(`${name} must be ${what}.`);

export function optionalField<T>(from: Json, name: string, read: (from: Json, name: string) => T): T | null {
  return from[name] === undefined || from[name] === null ? null : read(from, name);
}

/** Rejects characters that Postgres cannot store, that reverse text on a screen, or that separate signed values. */
export const isPlainText = (value: string): boolean =>
  value.isWellFormed() && !/[\p{Control}\p{Format}]/u.test(value);

export function textField(from: Json, name: string, max = 200): string {
  const value = from[name];
  if (typeof value !== "string" || value === "" || value.length > max || !isPlainText(value))
    throw must(name, `text of at most ${max} characters`);
  return value;
}

export function domainField(from: Json, name: string): string {
  const value = textField(from, name);
  if (!/^[^\s.]+(\.[^\s.]+)+$/.test(value)) throw must(name, "a domain");
  return value;
}

export function flagField(from: Json, name: string): boolean {
  const value = from[name];
  if (typeof value !== "boolean") throw must(name, "true or false");
  return value;
}

export const wholeField =
  (min: number, max: number) =>
  (from: Json, name: string): number => {
    const value = from[name];
    if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
      throw must(name, `a whole number from ${min} to ${max}`);
    return value;
  };

/** As text, since it may be larger than 32 bits. */
export const storeIdField = (from: Json, name: string): string =>
  String(wholeField(0, Number.MAX_SAFE_INTEGER)(from, name));

export function digitsField(from: Json, name: string): string {
  const value = from[name];
  if (typeof value !== "string" || !/^\d{2,4}$/.test(value)) throw must(name, "two to four digits");
  return value;
}

/** Lower case, because devices use either case. */
export function uuid(from: Json, name: string): string {
  const value = from[name];
  if (typeof value !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))
    throw must(name, "a UUID");
  return value.toLowerCase();
}

export const choiceField =
  <const T extends string>(values: readonly T[]) =>
  (from: Json, name: string): T => {
    const value = from[name];
    if (!values.includes(value as T)) throw must(name, values.join(" or "));
    return value as T;
  };

function country(from: Json, name: string): string {
  const value = from[name];
  if (typeof value !== "string" || !/^[A-Za-z]{2}$/.test(value)) throw must(name, "two letters");
  return value.toUpperCase();
}

export const readUnsignedFields = (from: Json): UnsignedFields => ({
  fine: optionalField(from, "conversion-value", wholeField(0, 63)),
  coarse: optionalField<CoarseValue>(from, "coarse-conversion-value", choiceField(coarseValues)),
  country: optionalField(from, "country-code", country),
  interaction: optionalField(from, "ad-interaction-type", choiceField(["click", "view"])),
});
