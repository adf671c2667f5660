/** Rows as lines of text: CSV for tools that read values, not for spreadsheets, and NDJSON. Pure. */
import type { ColumnType } from "@/lib/data-access/datasets/columns";
import type { FileColumn, FileRow } from "@/lib/data-access/files/formats/format";

/** Null is an empty cell, an empty text is a quoted one. Other texts are quoted only if they need it. */
function cell(value: unknown, type: ColumnType): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  const text = type === "json" || type === "texts" ? JSON.stringify(value) : String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvHead = (columns: readonly FileColumn[]): string =>
  `${columns.map(({ name }) => cell(name, "text")).join(",")}\n`;

export const csvBody = (columns: readonly FileColumn[], rows: readonly FileRow[]): string =>
  rows.map((row) => `${columns.map(({ name, type }) => cell(row[name], type)).join(",")}\n`).join("");

/** Removed rows have only their key, so missing values are left out. */
export const ndjsonBody = (columns: readonly FileColumn[], rows: readonly FileRow[]): string =>
  rows
    .map((row) => `${JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row[name]])))}\n`)
    .join("");
