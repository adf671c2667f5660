/** The formats of strings in responses. Pure. */
type StringFormat = { name: string; pattern: RegExp; meaning: string };

/** Formatted figures, which a program has to parse before calculating. */
const figures: StringFormat[] = [
  {
    name: "amount",
    pattern: /^-?[^\d\s,.-]{1,4}\d{1,3}(,\d{3})*(\.\d+)?$/,
    meaning: "an amount with the currency's symbol and decimals",
  },
  {
    name: "percentage",
    pattern: /^-?\d+(\.\d\d)?%$/,
    meaning: "a percentage with two decimals; zero is `0%`",
  },
  { name: "count", pattern: /^\d{1,3}(,\d{3})*$/, meaning: "a count, with commas between thousands" },
  {
    name: "decimal",
    pattern: /^-?\d{1,3}(,?\d{3})*\.\d+$/,
    meaning: "a number with decimals and without a symbol",
  },
];

const others: StringFormat[] = [
  { name: "time", pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, meaning: "a time in UTC" },
  { name: "day", pattern: /^\d{4}-\d\d-\d\d$/, meaning: "a day" },
  { name: "UUID", pattern: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, meaning: "an ID" },
  { name: "URL", pattern: /^https?:\/\/\S+$/, meaning: "an address" },
];

const matching = (list: StringFormat[], value: string) => list.find(({ pattern }) => pattern.test(value));

/** The name of a string's format; null for other text. */
export const documentedFormat = (value: string): string | null =>
  matching([...figures, ...others], value)?.name ?? null;

type FormattedField = { path: string; example: string; meaning: string };

/** The formatted figures of a response by their path, such as `data.campaigns[].spend`. */
export function formattedFields(value: unknown, path = ""): FormattedField[] {
  if (typeof value === "string") {
    const format = /(^|[._])id$/.test(path) ? undefined : matching(figures, value);
    return format ? [{ path, example: value, meaning: format.meaning }] : [];
  }
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((each) => formattedFields(each, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    formattedFields(each, path === "" ? name : `${path}.${name}`),
  );
}
