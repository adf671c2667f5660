import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Project } from "@/lib/accounts/access/project";
import { env } from "@/lib/base/env";
import type { DatasetName } from "@/lib/data-access/datasets/datasets";
import { fileColumns, summedColumns } from "@/lib/data-access/files/formats/columns";
import type { FileFormat } from "@/lib/data-access/files/formats/format";
import type { DatasetTotals } from "@/lib/data-access/files/manifest";
import { openParts, refuseFullDisk, type Spooled } from "@/lib/data-access/files/parts";
import type { Positions } from "@/lib/data-access/files/queries";
import { partName, versionOf } from "@/lib/data-access/files/rules";
import { readColumns } from "@/lib/data-access/raw/read";
import { paced } from "@/lib/platform/jobs/pace";

/** The rows in memory, and of a row group. */
const chunkRows = 5_000;

export type SpoolRequest = {
  datasets: readonly DatasetName[];
  format: FileFormat;
  personal: boolean;
  since: Positions;
  run: number;
  startedAt: Date;
  /** Of a file. */
  maxRows: number;
  /** Called after each chunk with its rows; an error ends the work. */
  progress(rows: number): Promise<void>;
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
  const parts = openParts(
    {
      ...{ folder, dataset, format, columns, maxRows },
      nameOf: (part) => partName({ slug: project.slug, dataset, format, run, part, at: startedAt }),
    },
    files,
  );
  const read = (after: string | undefined) => {
    const page = readColumns(project, { dataset, cursor: after, limit: chunkRows, personal });
    // It may fail before it is awaited.
    page.catch(() => {});
    return page;
  };
  const step = paced();
  let cursor = since[dataset];
  try {
    for (let next: ReturnType<typeof read> | null = read(cursor); next; ) {
      const { op, rows, ...page } = await next;
      cursor = page.cursor;
      // The database reads the next rows while these are written.
      next = page.more ? read(cursor) : null;
      const { length, columns: values } = rows;
      const added = {
        _op: new Array(length).fill(op),
        _version: new Array(length).fill(versionOf(startedAt, op)),
      };
      await parts.write({ length, columns: { ...values, ...added } });
      if (op === "delete") total.deletes += length;
      else {
        total.upserts += length;
        for (const name of sums)
          for (const value of values[name] ?? []) total.sums[name]! += Number(value ?? 0);
      }
      await progress(length);
      await refuseFullDisk();
      // Calls of apps and links are answered between two chunks.
      await step(async () => await next?.catch(() => {}));
    }
    await parts.close();
  } catch (error) {
    await parts.abandon();
    throw error;
  }
  totals[dataset] = total;
  until[dataset] = cursor;
}
