/** Rows as lines of text: CSV for tools that read values, not for spreadsheets, and NDJSON. Pure. */
import type { ColumnType, RowsByColumn } from "@/lib/data-access/datasets/columns";
import type { FileColumn } from "@/lib/data-access/files/formats/format";

/** Null is an empty cell, an empty text is a quoted one. Other texts are quoted only if they need it. */
function cell(value: unknown, type: ColumnType): string {
  if (value === null || value === undefined) return "";
  if (type === "time") return new Date(value as number).toISOString();
  const text = String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvHead = (columns: readonly FileColumn[]): string =>
  `${columns.map(({ name }) => cell(name, "text")).join(",")}\n`;

export function csvBody(columns: readonly FileColumn[], rows: RowsByColumn): string {
  const cells = columns.map(({ name, type }) => {
    const values = rows.columns[name];
    return (row: number) => (values ? cell(values[row], type) : "");
  });
  let text = "";
  for (let row = 0; row < rows.length; row++) text += `${cells.map((cellOf) => cellOf(row)).join(",")}\n`;
  return text;
}

function jsonValue(value: unknown, type: ColumnType): string {
  if (value === null || value === undefined) return "null";
  if (type === "time") return `"${new Date(value as number).toISOString()}"`;
  return type === "json" || type === "texts" ? String(value) : JSON.stringify(value);
}

/** Removed rows have only their key, so columns that are missing are left out. */
export function ndjsonBody(columns: readonly FileColumn[], rows: RowsByColumn): string {
  const members = columns
    .filter(({ name }) => name in rows.columns)
    .map(({ name, type }) => {
      const [values, before] = [rows.columns[name], `${JSON.stringify(name)}:`];
      return (row: number) => before + (values ? jsonValue(values[row], type) : "null");
    });
  let text = "";
  for (let row = 0; row < rows.length; row++)
    text += `{${members.map((memberOf) => memberOf(row)).join(",")}}\n`;
  return text;
}
