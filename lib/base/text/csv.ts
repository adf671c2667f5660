export type CsvCell = string | number | boolean | Date | null;

/**
 * A spreadsheet runs cells that begin with these characters, or their full-width forms, as formulas. A spreadsheet with
 * another separator splits our cells. So the same holds after every character that some spreadsheet splits at.
 */
const formula = /(?<=^|[,;|\t\r\n])"*[=+\-@＝＋－＠]/g;

/** Spaces and characters without any width, which a spreadsheet drops before it looks for a formula. */
const behindBlanks = /^["\s\p{Cf}]+(?=[=+\-@＝＋－＠])/u;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const control = /^[\u0000-\u001f\u007f]/;

/** Texts are always quoted, so that no character in them ends the cell. */
function text(cell: CsvCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends the cell in some programs
  const whole = cell.replaceAll(/\u0000/g, "");
  const safe = whole.replace(behindBlanks, "'$&").replaceAll(formula, "'$&");
  return `"${(control.test(cell) && !safe.startsWith("'") ? `'${safe}` : safe).replaceAll('"', '""')}"`;
}

/** The fields of a row that a cell can hold without conversion. */
type CellField<Row> = { [Field in keyof Row]-?: Row[Field] extends CsvCell ? Field : never }[keyof Row];

/** The columns of a file in order, by their headings: a field's name, or a function of the row. */
export type CsvColumns<Row> = Record<string, CellField<Row> | ((row: Row) => CsvCell)>;

export const csvHeader = (columns: Record<string, unknown>): string => csvLines([Object.keys(columns)]);

export function csvRows<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const fields = Object.values(columns);
  return csvLines(
    rows.map((row) =>
      fields.map((field) => (typeof field === "function" ? field(row) : (row[field] as CsvCell))),
    ),
  );
}

/** A whole file. All rows are in memory, so use it only for results that fit into one answer of the database. */
export const csvTable = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string =>
  csvHeader(columns) + csvRows(columns, rows);

/** Lines in the format of RFC 4180. */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((cells) => `${cells.map(text).join(",")}\r\n`).join("");
