import { Refusal } from "@/lib/base/refusal";
import { isStorableText } from "@/lib/base/text/storable";

/** A request as a value, the same for both adapters. */
export type Call = {
  method: string;
  /** The path as it was sent, without the query. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Undecoded, without the question mark. */
  rawQuery: string;
  header(name: string): string | null;
  /** The caller's address, by the rules for trusted proxies. */
  address: string;
  requestId: string;
  /** The project of the call, for logs; set once the credential is checked. */
  project?: number;
  /** Reads the raw bytes; a body beyond `limit` is refused without reading on. */
  bytes(limit: number): Promise<Uint8Array>;
  /** The database's time. */
  now: Date;
  /** Milliseconds of a clock that never jumps, for rate limits. */
  tick: number;
};

export type JsonObject = Record<string, unknown>;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const maxDepth = 32;
const maxKeys = 10_000;

/** Parses a JSON object. Bodies that could not be stored, or would be too expensive to handle, are refused. */
export function parseObject(bytes: Uint8Array): JsonObject {
  const { value, text } = decodeObject(bytes);
  // A NUL or half a surrogate pair can only arrive escaped: the bytes were valid UTF-8.
  const mayHoldBadText = text.includes("\\u");
  if (mayHoldBadText || text.length > 4096 || brackets(text) > maxDepth) inspect(value, mayHoldBadText);
  return value;
}

/**
 * Parses an object that holds a list of bodies under `list`. Each body is checked by itself, by `inspectObject`, so
 * that an invalid one does not reject the others.
 */
export function parseObjectWithList(list: string, bytes: Uint8Array): JsonObject {
  const { value } = decodeObject(bytes);
  const { [list]: _, ...around } = value;
  inspect(around, true);
  return value;
}

/** Rejects an object inside another one for the same reasons as `parseObject`. */
export const inspectObject = (value: JsonObject): void => inspect(value, true);

function decodeObject(bytes: Uint8Array): { value: JsonObject; text: string } {
  let value: unknown;
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid_json", "The body is not valid JSON.");
  }
  if (!isObject(value)) throw notAnObject();
  return { value, text };
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const notAnObject = () => new Refusal("body_not_object", "The body must be a JSON object.");

/** Uses indexOf, because visiting every character would cost more than parsing the text does. */
function brackets(text: string): number {
  let count = 0;
  for (const bracket of ["{", "["]) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) count++;
  }
  return count;
}

/** Not recursive, because it guards against deep nesting. */
function inspect(root: object, text: boolean): void {
  const stack: { value: object; depth: number; field: string }[] = [{ value: root, depth: 1, field: "" }];
  let seen = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.depth > maxDepth)
      throw new Refusal("body_too_complex", `The body is nested more than ${maxDepth} levels deep.`);
    const list = Array.isArray(top.value);
    for (const key of Object.keys(top.value)) {
      if (++seen > maxKeys)
        throw new Refusal("body_too_complex", `The body has more than ${maxKeys} values.`);
      const field = top.field || (list ? "body" : key);
      if (text && !list && !isStorableText(key))
        throw new Refusal("invalid_text", "A key of the body contains characters that are not valid text.");
      const value = (top.value as JsonObject)[key];
      if (typeof value === "string") {
        if (text && !isStorableText(value)) {
          throw new Refusal("invalid_text", `${field} contains characters that are not valid text.`, {
            fields: { [field]: "This contains characters that are not valid text." },
          });
        }
      } else if (typeof value === "object" && value !== null) {
        stack.push({ value, depth: top.depth + 1, field });
      }
    }
  }
}
