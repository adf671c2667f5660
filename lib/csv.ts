export type Cell = string | number | boolean | Date | null;

/** A spreadsheet would run these as formulas. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const formula = /^[=+\-@\u0000-\u001f\u007f]/;

function text(cell: Cell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends the cell in some programs
  const whole = safe.replaceAll(/\u0000/g, "");
  return /[",\r\n]/.test(whole) ? `"${whole.replaceAll('"', '""')}"` : whole;
}

/** Lines as RFC 4180 has them. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(text).join(",")}\r\n`).join("");
