/** Rows in local files of a limited size, each measured when it is whole. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/base/env";
import type { RowsByColumn } from "@/lib/data-access/datasets/columns";
import type { FileColumn, FileFormat, RowWriter } from "@/lib/data-access/files/formats/format";
import { openWriter } from "@/lib/data-access/files/formats/writer";
import type { DatasetTotals, WrittenFile } from "@/lib/data-access/files/manifest";
import type { Positions } from "@/lib/data-access/files/queries";
import { StorageProblem } from "@/lib/data-access/files/storages/storage";

/** Left free on the disk, because clicks are spooled there while the database is unavailable. */
const reservedBytes = 512 * 1024 * 1024;

export type SpooledFile = WrittenFile & { path: string };
export type Spooled = {
  files: SpooledFile[];
  totals: Record<string, DatasetTotals>;
  until: Positions;
};

type PartsOf = {
  folder: string;
  dataset: string;
  format: FileFormat;
  columns: readonly FileColumn[];
  /** Of a file. */
  maxRows: number;
  nameOf(part: number): string;
};

/** Writes rows in order, and adds each whole file to `files`. Without rows, there is no file. */
export function openParts(
  { folder, dataset, format, columns, maxRows, nameOf }: PartsOf,
  files: SpooledFile[],
) {
  let open: { name: string; path: string; writer: RowWriter; rows: number } | null = null;
  let part = 0;
  const begin = async () => {
    const path = join(folder, `${dataset}-${part}`);
    return { name: nameOf(part++), path, writer: await openWriter(format, path, columns), rows: 0 };
  };
  const close = async () => {
    if (!open) return;
    const { name, path, writer, rows } = open;
    open = null;
    await writer.end();
    files.push({ name, dataset, rows, path, ...(await measure(path)) });
  };
  return {
    async write(rows: RowsByColumn) {
      if (rows.length === 0) return;
      open ??= await begin();
      await open.writer.write(rows);
      open.rows += rows.length;
      if (open.rows >= maxRows) await close();
    },
    close,
    /** Closes an incomplete file. */
    async abandon() {
      await open?.writer.abandon();
      open = null;
    },
  };
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return { bytes: (await stat(path)).size, sha256: hash.digest("hex") };
}

export async function refuseFullDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(env.DATA_DIR);
  if (bavail * bsize < reservedBytes)
    throw new StorageProblem(
      "The server's disk has less than 512 MB free, so files can't be prepared. The operator can free up space in DATA_DIR.",
    );
}
