/** What a call sent, as it may be shown. Pure. */

const secret = /token|secret|password|authorization/i;
const mostText = 2_000;
const mostBytes = 32_768;

/** Secrets are told by their length only, long texts are cut, and a call that is too large is told by its fields. */
export function shownOf(sent: Record<string, unknown>): Record<string, unknown> {
  const { token: _, ...rest } = sent;
  const shown = redact(rest) as Record<string, unknown>;
  return JSON.stringify(shown).length <= mostBytes
    ? shown
    : { too_large: true, fields: Object.keys(rest).slice(0, 100) };
}

function redact(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (secret.test(name)) return `(${value.length} characters)`;
    return value.length > mostText ? `${value.slice(0, mostText)}… (${value.length} characters)` : value;
  }
  if (Array.isArray(value)) return value.map((each) => redact(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redact(each, key)]));
}
