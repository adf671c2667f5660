/** The one keyword of what the server has found: it has chosen already, and the menu must not choose again. */
export const foundByServer = "\u0000found";

/** Whole words in any order, as they begin; what only holds the text somewhere comes after, what is about it last. */
export function fits(
  _value: string,
  search: string,
  [label = "", parent = "", about = ""]: string[] = [],
): number {
  if (label === foundByServer) return 1;
  const name = ` ${label} ${parent}`.toLowerCase();
  const words = search.toLowerCase().trim().split(/\s+/);
  if (words.every((word) => name.includes(` ${word}`))) return 1;
  if (words.every((word) => name.includes(word))) return 0.5;
  const all = `${name} ${about.toLowerCase()}`;
  return words.every((word) => all.includes(` ${word}`)) ? 0.2 : 0;
}
