import { Refusal } from "@/lib/base/refusal";

/** A request as a value, the same from either adapter. */
export type Call = {
  method: string;
  /** As sent, without the query. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Undecoded, without the question mark. */
  rawQuery: string;
  header(name: string): string | null;
  /** Where it came from, by the rules for trusted proxies. */
  address: string;
  requestId: string;
  /** Whose it is, from when that is known on: for logs. */
  project?: number;
  /** The raw bytes; refuses beyond `limit` without reading on. */
  bytes(limit: number): Promise<Uint8Array>;
  /** The database's time. */
  now: Date;
  /** Milliseconds of a clock that never jumps, for rate limits. */
  tick: number;
};

export type JsonObject = Record<string, unknown>;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const mostDepth = 32;
const mostKeys = 10_000;

/** Reads a JSON object, refusing whatever could not be stored or would cost more than it is worth. */
export function parseObject(bytes: Uint8Array): JsonObject {
  let value: unknown;
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(400, "The body must be a JSON object.");
  }
  // A NUL or half a surrogate pair can only arrive escaped: the bytes were valid UTF-8.
  const mayHoldBadText = text.includes("\\u");
  if (mayHoldBadText || text.length > 4096 || brackets(text) > mostDepth) inspect(value, mayHoldBadText);
  return value as JsonObject;
}

/** Found by look-ups: to go through the text letter by letter costs more than to parse it. */
function brackets(text: string): number {
  let count = 0;
  for (const bracket of ["{", "["]) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) count++;
  }
  return count;
}

/** Walks without recursion: depth is what it guards against. */
function inspect(root: object, text: boolean): void {
  const stack: { value: object; depth: number; field: string }[] = [{ value: root, depth: 1, field: "" }];
  let seen = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.depth > mostDepth)
      throw new Refusal(400, `The body is nested more than ${mostDepth} levels deep.`);
    const list = Array.isArray(top.value);
    for (const key of Object.keys(top.value)) {
      if (++seen > mostKeys) throw new Refusal(400, `The body holds more than ${mostKeys} values.`);
      const field = top.field || (list ? "body" : key);
      if (text && !list && !isStorable(key))
        throw new Refusal(400, "A key of the body holds characters that are not text.");
      const value = (top.value as JsonObject)[key];
      if (typeof value === "string") {
        if (text && !isStorable(value)) {
          throw new Refusal(400, `${field} holds characters that are not text.`, {
            fields: { [field]: "Holds characters that are not text." },
          });
        }
      } else if (typeof value === "object" && value !== null) {
        stack.push({ value, depth: top.depth + 1, field });
      }
    }
  }
}

/** Postgres stores neither U+0000 nor half a surrogate pair. */
const isStorable = (text: string) => !text.includes("\u0000") && text.isWellFormed();
