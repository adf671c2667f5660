/** What was told, and what only stands where something would. Pure; runs in the browser too. */

/** What libraries write where they know nothing, in lower case. */
export const notTold = ["", "unknown", "null", "(null)", "undefined", "nil", "none", "n/a", "nan"];

const known: ReadonlySet<string> = new Set(notTold);
export const isTold = (text: string) => !known.has(text.trim().toLowerCase());

/** Without what says nothing: that never takes the place of something known. */
export function toldOnly(sent: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([, value]) => value !== null && value !== undefined && (typeof value !== "string" || isTold(value)),
    ),
  );
}

/** Of people less is nothing: there are some whose name is Nan, and plans that are called none. */
export const notToldOfSomebody = ["", "unknown", "null", "undefined"];
