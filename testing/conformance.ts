import { documentedFormat } from "@/lib/reference/content/formats";

type Options = {
  /** The value may be null in either response, because it depends on other projects of the server. */
  nullable?: boolean;
};

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);

/**
 * The differences between a response and an example: keys, types, and the format of strings. Values may differ. Lists
 * must both be empty or not, and each entry must match an entry of the example.
 */
export function differences(
  example: unknown,
  response: unknown,
  { nullable = false }: Options = {},
  path = "response",
): string[] {
  const [kind, other] = [kindOf(example), kindOf(response)];
  if (nullable && (kind === "null" || other === "null")) return [];
  if (kind !== other) return [`${path} is ${other}, not ${kind}`];
  // An ID may be a number, as text, of any length.
  if (/[._]id$/.test(path) && kind === "string") return [];
  if (typeof example === "string" && typeof response === "string") {
    const [format, found] = [documentedFormat(example), documentedFormat(response)];
    return format === found
      ? []
      : [`${path} is ${JSON.stringify(response)}, not like ${JSON.stringify(example)}`];
  }
  if (Array.isArray(example) && Array.isArray(response)) {
    if ((example.length === 0) !== (response.length === 0))
      return [`${path} has ${response.length} entries, not ${example.length}`];
    return response.flatMap((entry, i) => {
      const found = example.map((each) => differences(each, entry, { nullable }, `${path}[${i}]`));
      return found.some((each) => each.length === 0) ? [] : (found[0] ?? []);
    });
  }
  if (kind !== "object") return [];
  const [a, b] = [example as Record<string, unknown>, response as Record<string, unknown>];
  return [
    ...Object.keys(b)
      .filter((key) => !Object.hasOwn(a, key))
      .map((key) => `${path}.${key} is not in the example`),
    ...Object.keys(a).flatMap((key) =>
      Object.hasOwn(b, key)
        ? differences(a[key], b[key], { nullable }, `${path}.${key}`)
        : [`${path}.${key} is only in the example`],
    ),
  ];
}
