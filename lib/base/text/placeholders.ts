/** Separates real values from the placeholders that libraries send instead. Pure; runs in the browser too. */

/** Libraries send these, in any case, if they have no value. */
export const placeholders = ["", "unknown", "null", "(null)", "undefined", "nil", "none", "n/a", "nan"];

const known: ReadonlySet<string> = new Set(placeholders);
/** Most texts are longer than any placeholder and need no further comparison. */
const longest = Math.max(...placeholders.map((word) => word.length));
export const isMeaningfulId = (text: string) => {
  const bare = text.trim();
  return bare.length > longest || !known.has(bare.toLowerCase());
};

/** The list for people is shorter, because some people are called Nan and some plans are called none. */
export const personPlaceholders = ["", "unknown", "null", "undefined"];
