/** Redacts a call's fields for display. Pure. */
import { advertisingNames } from "@/lib/facts/app-calls/device";

const secret = /token|secret|password|authorization/i;
const maxText = 2_000;
const maxBytes = 32_768;

/** Secrets and advertising IDs are replaced by their length, long texts are cut, and large calls are reduced to their fields. */
export function shownOf(sent: Record<string, unknown>): Record<string, unknown> {
  const { token: _, ...rest } = sent;
  const shown = redact(rest) as Record<string, unknown>;
  return JSON.stringify(shown).length <= maxBytes
    ? shown
    : { too_large: true, fields: Object.keys(rest).slice(0, 100) };
}

function redact(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    // Also hides advertising IDs, because a later refusal would not remove them here.
    if (secret.test(name) || advertisingNames.includes(name)) return `(${value.length} characters)`;
    return value.length > maxText ? `${value.slice(0, maxText)}… (${value.length} characters)` : value;
  }
  if (Array.isArray(value)) return value.map((each) => redact(each, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redact(each, key)]));
}
