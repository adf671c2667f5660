import type { FileHandle } from "node:fs/promises";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { ColumnType, RowsByColumn } from "@/lib/data-access/datasets/columns";
import type { FileColumn, RowWriter } from "@/lib/data-access/files/formats/format";
import { decimalScale as scale, writeColumnChunk } from "@/lib/data-access/files/formats/parquet-column";

type Element = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

const text: Partial<Element> = {
  type: "BYTE_ARRAY",
  converted_type: "UTF8",
  logical_type: { type: "STRING" },
};

/** Lists and objects are JSON in text, which every reader can parse. */
const elements: Record<ColumnType, Partial<Element>> = {
  text,
  bigint: { type: "INT64" },
  boolean: { type: "BOOLEAN" },
  numeric: {
    type: "FIXED_LEN_BYTE_ARRAY",
    type_length: 16,
    converted_type: "DECIMAL",
    precision: 38,
    scale,
    logical_type: { type: "DECIMAL", precision: 38, scale },
  },
  date: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  texts: text,
  json: text,
};

const parquetSchema = (columns: readonly FileColumn[]): Element[] => [
  { name: "root", num_children: columns.length },
  ...columns.map(
    ({ name, type, required }) =>
      ({ name, ...elements[type], repetition_type: required ? "REQUIRED" : "OPTIONAL" }) as Element,
  ),
];

/** Each call writes one row group to the file, so only that group is in memory. */
export function parquetWriter(
  file: FileHandle,
  columns: readonly FileColumn[],
): Pick<RowWriter, "write" | "end"> {
  const bytes = new ByteWriter();
  const flush = async () => {
    await file.appendFile(bytes.getBytes());
    bytes.index = 0;
  };
  const writer = new ParquetWriter({
    writer: Object.assign(bytes, { finish: flush }),
    schema: parquetSchema(columns),
    codec: "ZSTD",
    createdBy: "Cairn",
  });
  return {
    async write(rows: RowsByColumn) {
      if (rows.length === 0) return;
      const start = bytes.offset;
      const chunks = columns.map((column) =>
        writeColumnChunk(bytes, column, rows.columns[column.name] ?? null, rows.length),
      );
      const size = chunks.reduce(
        (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
        0n,
      );
      const count = BigInt(rows.length);
      writer.num_rows += count;
      writer.row_groups.push({
        columns: chunks,
        total_byte_size: size,
        num_rows: count,
        total_compressed_size: BigInt(bytes.offset - start),
      });
      await flush();
    },
    async end() {
      await writer.finish();
    },
  };
}
