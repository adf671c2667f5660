import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RowsByColumn } from "@/lib/data-access/datasets/columns";
import {
  type FileColumn,
  type FileFormat,
  fileExtensions,
  fileFormats,
} from "@/lib/data-access/files/formats/format";
import { openWriter } from "@/lib/data-access/files/formats/writer";

let folder = "";
let duck: Awaited<ReturnType<DuckDBInstance["connect"]>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-formats-"));
  duck = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
});
afterAll(async () => {
  duck.closeSync();
  await rm(folder, { recursive: true });
});

const columns: FileColumn[] = [
  { name: "id", type: "text", required: true },
  { name: "amount_minor", type: "bigint", required: false },
  { name: "is_test", type: "boolean", required: false },
  { name: "rate", type: "numeric", required: false },
  { name: "day", type: "date", required: false },
  { name: "at", type: "time", required: false },
  { name: "flags", type: "texts", required: false },
  { name: "data", type: "json", required: false },
];

const at = new Date("2026-03-01T12:34:56.789Z");
const rows = [
  {
    id: 'quote " comma , line\nend',
    amount_minor: -9_007_199_254_740_991,
    is_test: true,
    rate: "0.000000000001",
    day: "1999-12-31",
    at,
    flags: ["a", 'b"c'],
    data: { ключ: [1, null, { "😀": "\u2028" }] },
  },
  {
    id: "",
    amount_minor: 0,
    is_test: false,
    rate: "-12345678901234.5",
    day: "2026-02-28",
    at: new Date(0),
    flags: [],
    data: "text",
  },
  {
    id: "=1+1 日本語",
    amount_minor: null,
    is_test: null,
    rate: null,
    day: null,
    at: null,
    flags: null,
    data: null,
  },
];

const readers: Record<FileFormat, (path: string) => string> = {
  parquet: (path) => `read_parquet('${path}')`,
  csv: (path) =>
    `read_csv('${path}', header = true, nullstr = '', allow_quoted_nulls = false, columns = {'id': 'VARCHAR',
      'amount_minor': 'BIGINT', 'is_test': 'BOOLEAN', 'rate': 'DECIMAL(38,12)', 'day': 'DATE', 'at': 'TIMESTAMPTZ',
      'flags': 'VARCHAR', 'data': 'VARCHAR'})`,
  ndjson: (path) =>
    `read_ndjson('${path}', columns = {'id': 'VARCHAR', 'amount_minor': 'BIGINT', 'is_test': 'BOOLEAN',
      'rate': 'DECIMAL(38,12)', 'day': 'DATE', 'at': 'TIMESTAMPTZ', 'flags': 'JSON', 'data': 'JSON'})`,
};

/** As the database returns them. */
const inFiles = (value: unknown, type: FileColumn["type"]) => {
  if (value === null) return null;
  if (type === "time") return (value as Date).getTime();
  return type === "texts" || type === "json" ? JSON.stringify(value) : value;
};

function byColumn(some: readonly Record<string, unknown>[]): RowsByColumn {
  const values = columns.map(({ name, type }) => [name, some.map((row) => inFiles(row[name], type))]);
  return { length: some.length, columns: Object.fromEntries(values) };
}

async function written(format: FileFormat, chunks: (typeof rows)[]) {
  const path = join(folder, `${Math.random()}.${fileExtensions[format]}`);
  const writer = await openWriter(format, path, columns);
  for (const chunk of chunks) await writer.write(byColumn(chunk));
  await writer.end();
  const read = await duck.runAndReadAll(`
    select id, amount_minor::varchar as amount_minor, is_test, rate::varchar as rate, day::varchar as day,
      epoch_ms("at")::varchar as at, flags::varchar as flags, data::varchar as data from ${readers[format](path)}`);
  return { path, rows: read.getRowObjectsJson() };
}

test.each(fileFormats)(
  "%s: an engine reads every value as it was: signs, decimals, days, times, nulls, empty texts, Unicode and JSON",
  async (format) => {
    const { rows: read } = await written(format, [rows.slice(0, 2), [], rows.slice(2)]);
    expect(read).toEqual(
      rows.map((row) => ({
        id: row.id,
        amount_minor: row.amount_minor === null ? null : String(row.amount_minor),
        is_test: row.is_test,
        rate: row.rate === null ? null : row.rate.includes("-") ? "-12345678901234.500000000000" : row.rate,
        day: row.day,
        at: row.at === null ? null : String(row.at.getTime()),
        flags: row.flags === null ? null : JSON.stringify(row.flags),
        data: row.data === null ? null : JSON.stringify(row.data),
      })),
    );
  },
);

test.each(fileFormats)("%s: a file without rows is valid", async (format) => {
  const { rows: read } = await written(format, []);
  expect(read).toEqual([]);
});

test("parquet has types, row groups of one chunk each, and ZSTD", async () => {
  const { path } = await written("parquet", [rows, rows]);
  const types = await duck.runAndReadAll(
    `select name, type, logical_type from parquet_schema('${path}') offset 1`,
  );
  expect(Object.fromEntries(types.getRowsJson().map(([name, , logical]) => [name, logical]))).toMatchObject({
    day: "DateType()",
    at: expect.stringContaining("isAdjustedToUTC=1"),
    rate: expect.stringContaining("DecimalType"),
  });
  const groups = await duck.runAndReadAll(
    `select distinct row_group_id, row_group_num_rows, compression from parquet_metadata('${path}') order by 1`,
  );
  expect(groups.getRowsJson()).toEqual([
    ["0", "3", "ZSTD"],
    ["1", "3", "ZSTD"],
  ]);
});
