import type { WorkSteps } from "@/lib/platform/steps";

/** The number of characters that are written in a millisecond. */
const charactersPerStep = 100_000;

/** The same text as `JSON.stringify` makes of plain values, in short steps. */
export function* jsonInSteps(value: unknown): WorkSteps<string> {
  const parts: string[] = [];
  let written = 0;
  const add = (text: string) => {
    parts.push(text);
    written += text.length;
  };

  function* write(one: unknown): WorkSteps<void> {
    if (Array.isArray(one)) {
      add("[");
      for (const [i, each] of one.entries()) {
        if (i > 0) add(",");
        yield* write(each ?? null);
      }
      return add("]");
    }
    if (!holdsRows(one)) {
      add(JSON.stringify(one) ?? "null");
      if (written > charactersPerStep) {
        written = 0;
        yield;
      }
      return;
    }
    let separator = "{";
    for (const [key, each] of Object.entries(one)) {
      if (each === undefined) continue;
      add(`${separator}${JSON.stringify(key)}:`);
      separator = ",";
      yield* write(each);
    }
    add("}");
  }

  yield* write(value);
  return parts.join("");
}

/** Only values with arrays of objects, at any depth, are worth splitting. */
const holdsRows = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !("toJSON" in value) &&
  Object.values(value).some((each) => (Array.isArray(each) ? typeof each[0] === "object" : holdsRows(each)));
