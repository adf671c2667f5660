/** What was told, and what only stands where something would. Pure; runs in the browser too. */

/** What libraries write where they know nothing, in lower case. */
export const placeholders = ["", "unknown", "null", "(null)", "undefined", "nil", "none", "n/a", "nan"];

const known: ReadonlySet<string> = new Set(placeholders);
/** Most texts are longer than any of these words, and need not be looked at. */
const longest = Math.max(...placeholders.map((word) => word.length));
export const isMeaningful = (text: string) => {
  const bare = text.trim();
  return bare.length > longest || !known.has(bare.toLowerCase());
};

/** Of people less is nothing: there are some whose name is Nan, and plans that are called none. */
export const personPlaceholders = ["", "unknown", "null", "undefined"];
