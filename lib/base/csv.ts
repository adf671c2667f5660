export type Cell = string | number | boolean | Date | null;

/**
 * What a spreadsheet would run as a formula, in wide letters as well, at the beginning of a cell. Where its separator is
 * another than ours it cuts our cells in pieces: so the same behind whatever some spreadsheet takes for a separator.
 */
const formula = /(?<=^|[,;|\t\r\n])"*[=+\-@＝＋－＠]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const control = /^[\u0000-\u001f\u007f]/;

/** Texts are always quoted, so that nothing in them ends a cell. */
function text(cell: Cell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends the cell in some programs
  const whole = cell.replaceAll(/\u0000/g, "");
  const safe = whole.replaceAll(formula, "'$&");
  return `"${(control.test(cell) && !safe.startsWith("'") ? `'${safe}` : safe).replaceAll('"', '""')}"`;
}

/** Fields of a row that a cell can hold as they are. */
type CellField<Row> = { [Field in keyof Row]-?: Row[Field] extends Cell ? Field : never }[keyof Row];

/** The columns of a file in their order, by their heads: a field as it is, or what is made of a row. */
export type Columns<Row> = Record<string, CellField<Row> | ((row: Row) => Cell)>;

/** The line of heads. */
export const csvHeads = (columns: Record<string, unknown>): string => csvLines([Object.keys(columns)]);

export function csvRows<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const fields = Object.values(columns);
  return csvLines(
    rows.map((row) =>
      fields.map((field) => (typeof field === "function" ? field(row) : (row[field] as Cell))),
    ),
  );
}

/** A whole file, of as many rows as one answer of the database may have. */
export const csvTable = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  csvHeads(columns) + csvRows(columns, rows);

/** Lines as RFC 4180 has them. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(text).join(",")}\r\n`).join("");
