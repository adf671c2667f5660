import { rm } from "node:fs/promises";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { describeError, log } from "@/lib/base/log";
import type { FileFormat } from "@/lib/data-access/files/formats/format";
import { listenForFacts } from "@/lib/data-access/files/layouts/first-facts";
import { vendorLayoutOf } from "@/lib/data-access/files/layouts/vendors";
import { manifestText, type WrittenFile } from "@/lib/data-access/files/manifest";
import { type FileExportRow, findExports, listenerOf } from "@/lib/data-access/files/queries";
import { manifestNameOf, nextFileRun } from "@/lib/data-access/files/rules";
import {
  countErasedSince,
  type FileRunRow,
  failRun,
  findLastDone,
  findOpenRun,
  finishRun,
  insertRun,
  noteRunProblem,
  saveZone,
  storeManifest,
  storePlannedFiles,
} from "@/lib/data-access/files/run-queries";
import { readSecrets } from "@/lib/data-access/files/secrets";
import { spoolChanges, spoolFolder } from "@/lib/data-access/files/spool";
import { spoolFacts } from "@/lib/data-access/files/spool-facts";
import { isWarehouse } from "@/lib/data-access/files/storages/fields";
import { openStorage } from "@/lib/data-access/files/storages/open";
import { type Storage, StorageProblem } from "@/lib/data-access/files/storages/storage";
import { releaseRead } from "@/lib/ledger/outbox/listen";
import { type RowClaim, removeOldRunsOf } from "@/lib/platform/jobs/due-row-queries";
import { ClaimLost, dueRowJob, type RunTools, stoppedDuringRun } from "@/lib/platform/jobs/due-rows";

const rowsOfFile = 1_000_000;
/** Warehouses receive a file in one call, so all of it is in memory: a few megabytes. */
const rowsOfInsert = 50_000;
/** More than a year of hourly runs: the log is needed to find the files of people who are erased later. */
const keptRuns = 10_000;
/** An erasure may have been committed some time after its own time. */
const overlapMs = 5 * 60_000;

/** Each run writes the changes since the last one. */
const exportJob = dueRowJob<Project>({
  table: "file_exports",
  what: "a run of scheduled files",
  findProject: backgroundProject,
  async begin(project, tools) {
    const { claim } = tools;
    const [row] = await findExports(project.id, claim.id);
    if (!row) return null;
    const zone = project.timeZone;
    let storage: Storage | null = null;
    return {
      failures: row.failures,
      next: (after) => (row.is_on ? nextFileRun(row, zone, after) : null),
      async work() {
        if (row.next_zone !== zone) await saveZone(claim, zone);
        // The clocks of the project have changed, so this is not the time of a run.
        if (row.next_zone !== null && row.next_zone !== zone) return;
        storage = openStorage(project, row.storage, {
          place: row.place,
          secrets: readSecrets(project, row),
          personal: row.is_personal,
        });
        await exportChanges(project, row, { ...tools, storage });
        await removeOldRunsOf(claim, keptRuns);
      },
      fail: (problem, at) =>
        storeFailure(storage, claim, row, problem, at).catch((failure) =>
          log().warn(describeError(failure), "the files of a failed run are removed by the next one"),
        ),
    };
  },
});
export const { runAll: exportFiles, runProject: exportProjectFiles, wake: wakeFiles } = exportJob;

type Tools = RunTools & { storage: Storage };

/** Finishes a run that a killed process has left behind, or begins a new one. */
async function exportChanges(project: Project, row: FileExportRow, tools: Tools): Promise<void> {
  const { storage, claim, clock } = tools;
  const open = await findOpenRun(claim);
  if (open?.state === "publishing") await publish(row, open, tools);
  else {
    if (open) await abandon(storage, claim, open, stoppedDuringRun, clock());
    await writeRun(project, row, tools);
  }
}

async function storeFailure(
  storage: Storage | null,
  claim: RowClaim,
  { positions }: FileExportRow,
  problem: string,
  at: Date,
): Promise<void> {
  const open = await findOpenRun(claim);
  if (open?.state === "publishing") await noteRunProblem(claim, open.id, problem);
  else if (open && storage) {
    await noteRunProblem(claim, open.id, problem);
    await abandon(storage, claim, open, problem, at);
  } else {
    // A problem before the run began still has its line in the log.
    const run = open ?? (await insertRun(claim, { at, since: positions }));
    if (run) await failRun(claim, run.id, { problem, at });
  }
}

/**
 * Ends a run without a manifest and removes its files. If the storage is unavailable, the run stays open, and the next
 * one tries again.
 */
async function abandon(storage: Storage, claim: RowClaim, run: FileRunRow, problem: string, at: Date) {
  let left = "";
  try {
    for (const { name } of run.files) await storage.remove(name);
  } catch (error) {
    if (!(error instanceof StorageProblem && error.isRefused)) throw error;
    left = " Cairn may not remove files, so files of this run may remain. No manifest contains them.";
  }
  await failRun(claim, run.id, { problem: problem + left, at });
}

async function writeRun(
  project: Project,
  row: FileExportRow,
  { storage, claim, clock, progress }: Tools,
): Promise<void> {
  const { format, datasets, is_personal: personal, positions: since, layout } = row;
  const previous = await findLastDone(claim);
  const begun = await insertRun(claim, { at: clock(), since });
  if (!begun) throw new ClaimLost();
  const { id: run, started_at: startedAt } = begun;
  const folder = await spoolFolder(claim.id, run);
  try {
    const maxRows = isWarehouse(row.storage) ? rowsOfInsert : rowsOfFile;
    // In case that a process was killed before it did so when the export was saved.
    if (layout && row.is_on) await listenForFacts(project, listenerOf(row.id));
    const of = { personal, run, startedAt, maxRows, progress: () => progress() };
    const spooled = layout
      ? await spoolFacts(project, folder, {
          ...{ ...of, clock },
          layout: vendorLayoutOf(layout),
          listener: listenerOf(row.id),
        })
      : await spoolChanges(project, folder, { ...of, datasets, format, since });
    const files: WrittenFile[] = spooled.files.map(({ path: _path, ...file }) => file);
    if (!(await storePlannedFiles(claim, run, files))) throw new ClaimLost();
    for (const { name, path, bytes } of spooled.files) {
      await storage.put(name, { path, bytes }, contentType[format], progress);
      await progress();
    }
    const name = manifestNameOf(project.slug, run);
    const text = manifestText({
      run,
      format,
      from: previous?.started_at ?? null,
      to: startedAt,
      previous: previous?.manifest_name ?? null,
      files,
      totals: spooled.totals,
    });
    const count = (of: (file: WrittenFile) => number) => files.reduce((sum, file) => sum + of(file), 0);
    const stored = await storeManifest(claim, run, {
      // Datasets that are no longer exported keep their positions, in case they are chosen again.
      until: { ...since, ...spooled.until },
      name,
      text,
      rows: count(({ rows }) => rows),
      bytes: count(({ bytes }) => bytes),
      erased: previous
        ? await countErasedSince(project.id, new Date(previous.started_at.getTime() - overlapMs))
        : 0,
    });
    if (!stored) throw new ClaimLost();
    const written = { id: run, started_at: startedAt, manifest_name: name, manifest: text };
    await publish(row, written, { storage, claim, clock });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const contentType: Record<FileFormat, string> = {
  csv: "application/gzip",
  ndjson: "application/gzip",
  parquet: "application/vnd.apache.parquet",
};

type Publishable = Pick<FileRunRow, "id" | "started_at" | "manifest_name" | "manifest">;

/** All files are complete: this marks them as such, and ends the run. */
async function publish(
  { layout }: FileExportRow,
  run: Publishable,
  { storage, claim, clock }: Pick<Tools, "storage" | "claim" | "clock">,
): Promise<void> {
  await storage.put(run.manifest_name ?? "", { text: run.manifest ?? "" }, "application/json");
  for (const name of layout ? vendorLayoutOf(layout).markers(run.started_at) : [])
    await storage.put(name, { text: "" }, "text/plain");
  if (!(await finishRun(claim, run.id, clock()))) throw new ClaimLost();
  if (layout) await releaseRead(claim.project);
}
