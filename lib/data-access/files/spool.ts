import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import { env } from "@/lib/base/env";
import type { DatasetName } from "@/lib/data-access/datasets/datasets";
import { fileColumns, summedColumns } from "@/lib/data-access/files/formats/columns";
import type { FileFormat, RowWriter } from "@/lib/data-access/files/formats/format";
import { openWriter } from "@/lib/data-access/files/formats/writer";
import type { DatasetTotals, WrittenFile } from "@/lib/data-access/files/manifest";
import type { Positions } from "@/lib/data-access/files/queries";
import { partName, versionOf } from "@/lib/data-access/files/rules";
import { StorageProblem } from "@/lib/data-access/files/storages/storage";
import { readChanges } from "@/lib/data-access/raw/read";

/** The rows in memory, and of a row group. */
const chunkRows = 5_000;
/** Left free on the disk, because clicks are spooled there while the database is unavailable. */
const reservedBytes = 512 * 1024 * 1024;

export type SpooledFile = WrittenFile & { path: string };
export type Spooled = {
  files: SpooledFile[];
  totals: Partial<Record<DatasetName, DatasetTotals>>;
  until: Positions;
};

export type SpoolRequest = {
  datasets: readonly DatasetName[];
  format: FileFormat;
  personal: boolean;
  since: Positions;
  run: number;
  startedAt: Date;
  /** Of a file. */
  maxRows: number;
  /** Called after each chunk; an error ends the work. */
  progress(): Promise<void>;
};

const parent = () => join(env.DATA_DIR, "exports");

/** A folder for the files of a run. Folders that killed processes left behind for the export are removed. */
export async function spoolFolder(exportId: number, run: number): Promise<string> {
  await mkdir(parent(), { recursive: true });
  const prefix = `${exportId}-`;
  for (const name of await readdir(parent()))
    if (name.startsWith(prefix)) await rm(join(parent(), name), { recursive: true, force: true });
  const folder = join(parent(), `${prefix}${run}`);
  await mkdir(folder);
  return folder;
}

/** Writes the changes of each dataset to local files. */
export async function spoolChanges(
  project: Project,
  folder: string,
  request: SpoolRequest,
): Promise<Spooled> {
  const spooled: Spooled = { files: [], totals: {}, until: {} };
  for (const dataset of request.datasets) await spoolDataset(project, folder, dataset, request, spooled);
  return spooled;
}

async function spoolDataset(
  project: Project,
  folder: string,
  dataset: DatasetName,
  { format, personal, since, run, startedAt, maxRows, progress }: SpoolRequest,
  { files, totals, until }: Spooled,
): Promise<void> {
  const columns = fileColumns(dataset, personal);
  const sums = summedColumns(columns);
  const total: DatasetTotals = {
    upserts: 0,
    deletes: 0,
    sums: Object.fromEntries(sums.map((name) => [name, 0])),
  };
  let open: { name: string; path: string; writer: RowWriter; rows: number } | null = null;
  const close = async () => {
    if (!open) return;
    const { name, path, writer, rows } = open;
    open = null;
    await writer.end();
    files.push({ name, dataset, rows, path, ...(await measure(path)) });
  };
  let cursor = since[dataset];
  for (let part = 0; ; ) {
    const page = await readChanges(project, { dataset, cursor, limit: chunkRows, personal });
    if (page.rows.length > 0) {
      open ??= await begin(part++);
      const version = versionOf(startedAt, page.op);
      for (const row of page.rows) {
        row._op = page.op;
        row._version = version;
      }
      await open.writer.write(page.rows);
      open.rows += page.rows.length;
      if (page.op === "delete") total.deletes += page.rows.length;
      else {
        total.upserts += page.rows.length;
        for (const name of sums) for (const row of page.rows) total.sums[name]! += Number(row[name] ?? 0);
      }
      if (open.rows >= maxRows) await close();
    }
    cursor = page.cursor;
    await progress();
    await refuseFullDisk();
    // Calls of apps and links are answered between two chunks.
    await turnOfOthers();
    if (!page.more) break;
  }
  await close();
  totals[dataset] = total;
  until[dataset] = cursor;

  async function begin(part: number) {
    const name = partName({ slug: project.slug, dataset, format, run, part, at: startedAt });
    const path = join(folder, `${dataset}-${part}`);
    return { name, path, writer: await openWriter(format, path, columns), rows: 0 };
  }
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return { bytes: (await stat(path)).size, sha256: hash.digest("hex") };
}

async function refuseFullDisk(): Promise<void> {
  const { bavail, bsize } = await statfs(env.DATA_DIR);
  if (bavail * bsize < reservedBytes)
    throw new StorageProblem(
      "The server's disk has less than 512 MB free, so files can't be prepared. The operator can free up space in DATA_DIR.",
    );
}
