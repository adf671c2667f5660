/**
 * The only keyword of the server's results. The server has filtered them already, so the menu must not filter them
 * again.
 */
export const foundByServerKeyword = "\u0000found";

/**
 * Ranks entries: words that match from their start come first, other matches in the text follow, and matches in the
 * description are last.
 */
export function rankCommand(
  _value: string,
  search: string,
  [label = "", parent = "", about = ""]: string[] = [],
): number {
  if (label === foundByServerKeyword) return 1;
  const name = ` ${label} ${parent}`.toLowerCase();
  const words = search.toLowerCase().trim().split(/\s+/);
  if (words.every((word) => name.includes(` ${word}`))) return 1;
  if (words.every((word) => name.includes(word))) return 0.5;
  const all = `${name} ${about.toLowerCase()}`;
  return words.every((word) => all.includes(` ${word}`)) ? 0.2 : 0;
}
