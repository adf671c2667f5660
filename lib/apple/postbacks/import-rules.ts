/** Reads pasted or uploaded postbacks: one JSON value for each line, or a list of them. Pure. */
import type { Framework } from "@/lib/apple/postbacks/postback";

type Json = Record<string, unknown>;

export type ImportedLine =
  | { line: number; framework: Framework; raw: Json; at: Date }
  | { line: number; problem: string };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list, or JSON over several lines, is one value; otherwise, each line is one. */
export function readImport(text: string, now: Date): ImportedLine[] {
  const whole = parse(text);
  if (Array.isArray(whole)) return whole.map((value, at) => entryOf(at + 1, value, now));
  if (isObject(whole)) return [entryOf(1, whole, now)];
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    const value = parse(line);
    return [
      value === undefined
        ? { line: at + 1, problem: "This is not valid JSON." }
        : entryOf(at + 1, value, now),
    ];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A postback, or an object with a `postback` and its arrival time. */
function entryOf(line: number, value: unknown, now: Date): ImportedLine {
  if (!isObject(value)) return { line, problem: "This must be a JSON object." };
  const raw = isObject(value.postback) ? value.postback : value;
  const at = timeIn(value.received_at, now);
  if (at === null)
    return {
      line,
      problem: "received_at must be a time in the past, and since 2018, such as 2026-06-01T09:30:00Z.",
    };
  if (!isWithin(raw, maxDepth))
    return { line, problem: `The object is nested more than ${maxDepth} levels deep.` };
  // Postgres cannot store NUL or lone surrogates.
  const text = JSON.stringify(raw);
  if (text.includes("\\u0000") || /\\ud[89a-f]/i.test(text))
    return { line, problem: "The object contains characters that are not valid text." };
  return { line, framework: "jws-string" in raw ? "aak" : "skan", raw: withoutTime(raw), at };
}

/** The same limit as for arriving postbacks. */
const maxDepth = 32;

/** Checked before any code recurses to the full depth. */
const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isWithin(part, levels - 1)));

const withoutTime = ({ received_at: _, ...raw }: Json): Json => raw;

/** Apple sent no postbacks before this date. */
const first = new Date("2018-01-01T00:00:00Z");

function timeIn(value: unknown, now: Date): Date | null {
  if (value === undefined) return now;
  if (
    typeof value !== "string" ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)
  )
    return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) || at < first || at > now ? null : at;
}
