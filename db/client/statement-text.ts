import type { Fragment } from "@/db/client/sql";

/** What the driver keeps of a statement that has not run: its texts, and the values between them. */
type Parts = { strings: readonly string[]; args: readonly unknown[] };

const isFragment = (value: unknown): value is Fragment => value instanceof Promise;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** An element of an array, in the notation of Postgres. */
const element = (value: unknown) =>
  typeof value === "number" ? String(value) : `"${String(value).replace(/["\\]/g, "\\$&")}"`;

function literal(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number" && Number.isFinite(value)) return value < 0 ? `(${value})` : String(value);
  if (value instanceof Date) return quoted(value.toISOString());
  if (Array.isArray(value) && value.every((one) => typeof one === "string" || Number.isFinite(one)))
    return quoted(`{${value.map(element).join(",")}}`);
  // A quoted identifier of the driver.
  if (typeof value === "object" && Object.keys(value).join() === "value" && "value" in value)
    return String(value.value);
  throw new Error(`A shown statement cannot contain ${typeof value} ${String(value)}.`);
}

function written(value: unknown): string {
  if (Array.isArray(value) && isFragment(value[0])) return value.map(written).join(" ");
  if (!isFragment(value)) return literal(value);
  const { strings, args } = value as unknown as Parts;
  return strings.map((text, i) => (i === 0 ? text : written(args[i - 1]) + text)).join("");
}

/** Indents lines by their parentheses, and leaves literals and quoted names as they are. */
function indented(text: string): string {
  let depth = 0;
  const line = (raw: string) => {
    const trimmed = raw.trim();
    if (trimmed === "") return "";
    const level = Math.max(0, depth - (trimmed.startsWith(")") ? 1 : 0));
    return `\n${"  ".repeat(level)}${trimmed}`;
  };
  let out = "";
  let open = "";
  // Literals, quoted names, parentheses, line ends, and everything else.
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[()\n]|[^'"()\n]+/g)) {
    if (token === "\n") {
      out += line(open);
      depth += depthOf(open);
      open = "";
    } else open += token;
  }
  return (out + line(open)).slice(1);
}

/** The parentheses that a line leaves open. */
const depthOf = (line: string) => {
  const bare = line.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, "");
  return (bare.match(/\(/g)?.length ?? 0) - (bare.match(/\)/g)?.length ?? 0);
};

/**
 * The text of a statement with its parameters as literals, for people to read and to run themselves. The product never
 * runs this text.
 */
export const statementText = (statement: Fragment): string => indented(written(statement));
