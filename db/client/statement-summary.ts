const known = new WeakMap<readonly string[], string>();

/**
 * A statement's operation and table from its text alone: `INSERT events`, `SELECT campaigns`. Of several parts the one
 * that changes data counts; if all only read, the first table that is not a part of the statement itself.
 */
export function statementSummary(strings: readonly string[]): string {
  const before = known.get(strings);
  if (before !== undefined) return before;
  const summary = summarize(strings.join(" ? ").slice(0, 20_000));
  known.set(strings, summary);
  return summary;
}

const name = String.raw`(?:[a-z_]+\.)?"?([a-z_]+)"?`;
const changes = new RegExp(
  String.raw`\b(insert)\s+into\s+${name}|\b(update)\s+(?:only\s+)?${name}(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b|\b(delete)\s+from\s+${name}`,
  "i",
);
const reads = new RegExp(String.raw`\b(?:from|join)\s+${name}(?![\w"]|\s*\()`, "gi");
const own = /\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;

function summarize(given: string): string {
  const text = given.replace(/\/\*.*?\*\/|--[^\n]*/gs, " ");
  const change = changes.exec(text)?.filter(Boolean);
  if (change) return `${change[1]!.toUpperCase()} ${change[2]}`;
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? "STATEMENT";
  if (verb !== "SELECT" && verb !== "WITH") return verb;
  const named = new Set([...text.matchAll(own)].map(([, one = ""]) => one.toLowerCase()));
  const table = [...text.matchAll(reads)]
    .map(([, one = ""]) => one)
    .find((one) => !named.has(one.toLowerCase()));
  return table ? `SELECT ${table}` : "SELECT";
}
