/** The formats of files, and how their values look. Runs in the browser too. */
import type { ColumnType, RowsByColumn } from "@/lib/data-access/datasets/columns";

export const fileFormats = ["parquet", "csv", "ndjson"] as const;
export type FileFormat = (typeof fileFormats)[number];

export const fileExtensions: Record<FileFormat, string> = {
  parquet: "parquet",
  csv: "csv.gz",
  ndjson: "ndjson.gz",
};

export type FileColumn = { name: string; type: ColumnType; required: boolean };
export type FileRow = Record<string, unknown>;

export const byColumn = (columns: readonly FileColumn[], rows: readonly FileRow[]): RowsByColumn => ({
  length: rows.length,
  columns: Object.fromEntries(columns.map(({ name }) => [name, rows.map((row) => row[name])])),
});

/** Writes rows to one file, in order. A chunk of rows is in memory until it is written. */
export type RowWriter = {
  write(rows: RowsByColumn): Promise<void>;
  end(): Promise<void>;
  /** Closes the file, which is incomplete. */
  abandon(): Promise<void>;
};
