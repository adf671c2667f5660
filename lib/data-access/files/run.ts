import { rm } from "node:fs/promises";
import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { randomBase62 } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import type { FileFormat } from "@/lib/data-access/files/formats/format";
import { manifestText, type WrittenFile } from "@/lib/data-access/files/manifest";
import { type FileExportRow, findExports } from "@/lib/data-access/files/queries";
import { manifestNameOf, nextFileRun, nextTry } from "@/lib/data-access/files/rules";
import {
  claimExport,
  countErasedSince,
  extendFileClaim,
  type FileClaim,
  type FileRunRow,
  failRun,
  findLastDone,
  findOpenRun,
  findProjectsToExport,
  finishRun,
  insertRun,
  noteRunProblem,
  releaseExport,
  removeOldRuns,
  storeManifest,
  storePlannedFiles,
} from "@/lib/data-access/files/run-queries";
import { readSecrets } from "@/lib/data-access/files/secrets";
import { spoolChanges, spoolFolder } from "@/lib/data-access/files/spool";
import { isWarehouse } from "@/lib/data-access/files/storages/fields";
import { openStorage } from "@/lib/data-access/files/storages/open";
import { type Storage, StorageProblem } from "@/lib/data-access/files/storages/storage";
import { isStopping } from "@/lib/platform/health/stopping";
import { FairRound } from "@/lib/platform/jobs/round";
import { wakeJob } from "@/lib/platform/jobs/wake";

const rowsOfFile = 1_000_000;
/** Warehouses receive a file in one call, so all of it is in memory: a few megabytes. */
const rowsOfInsert = 50_000;
/** Renewed after each chunk of rows and each file. After this time, another process replaces a dead one. */
const claimMs = 5 * 60_000;
/** Renewing costs a statement, so it waits this long. */
const renewMs = 10_000;
/** More than a year of hourly runs: the log is needed to find the files of people who are erased later. */
const keptRuns = 10_000;
/** An erasure may have been committed some time after its own time. */
const overlapMs = 5 * 60_000;
const round = new FairRound();

type Clock = () => Date;

/** Another process has taken over, or a member has changed the export. */
class ClaimLost extends Error {}
class Stopping extends Error {}

/** Runs every export that is due, one after the other. */
export async function exportFiles(budgetMs: number, clock: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end || isStopping();
  let ran = 0;
  await round.go(await findProjectsToExport(clock()), isOver, async (id) => {
    ran += await exportProjectFiles(id, isOver, clock);
  });
  return ran;
}

export async function exportProjectFiles(id: number, until: () => boolean, clock: Clock): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  for (let ran = 0; ; ran++) {
    if (until() || isStopping()) return ran;
    const at = clock();
    const claim = randomBase62(12);
    const claimed = await claimExport(project.id, { claim, at, until: new Date(at.getTime() + claimMs) });
    if (claimed === null) return ran;
    await runClaimed(project, { project: project.id, id: claimed, claim }, clock);
  }
}

async function runClaimed(project: Project, claim: FileClaim, clock: Clock): Promise<void> {
  const [row] = await findExports(project.id, claim.id);
  if (!row) return;
  const zone = project.timeZone;
  const planned = () => nextFileRun(row, zone, clock());
  if (row.next_zone !== null && row.next_zone !== zone) {
    await releaseExport(claim, { at: planned(), zone, failed: false, again: false });
    return;
  }
  let storage: Storage | null = null;
  try {
    storage = openStorage(project, row.storage, {
      place: row.place,
      secrets: readSecrets(project, row),
      personal: row.is_personal,
    });
    const open = await findOpenRun(claim);
    if (open?.state === "publishing") await publish(storage, claim, open, clock);
    else {
      if (open) await abandon(storage, claim, open, "The server stopped during the run.", clock());
      await writeRun(project, row, { storage, claim, clock });
    }
    await removeOldRuns(claim, keptRuns);
    await releaseExport(claim, { at: planned(), zone, failed: false, again: false });
  } catch (error) {
    if (error instanceof ClaimLost) return;
    const at = clock();
    const again = error instanceof Stopping;
    await storeFailure(storage, claim, row, textOf(error), at).catch((failure) =>
      log().warn(describeError(failure), "the files of a failed run are removed by the next one"),
    );
    const next = again ? at : nextTry(row, zone, row.failures, at);
    await releaseExport(claim, { at: next, zone, failed: !again, again });
  }
}

async function storeFailure(
  storage: Storage | null,
  claim: FileClaim,
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
async function abandon(storage: Storage, claim: FileClaim, run: FileRunRow, problem: string, at: Date) {
  let left = "";
  try {
    for (const { name } of run.files) await storage.remove(name);
  } catch (error) {
    if (!(error instanceof StorageProblem && error.isRefused)) throw error;
    left = " Cairn may not remove files, so files of this run may remain. No manifest contains them.";
  }
  await failRun(claim, run.id, { problem: problem + left, at });
}

function textOf(error: unknown): string {
  if (error instanceof StorageProblem) return error.message;
  if (error instanceof Stopping) return "The server stopped during the run. The run starts again.";
  log().error(describeError(error), "scheduled files could not be written");
  return "Cairn couldn't finish this. The reason is in the server's log.";
}

type Tools = { storage: Storage; claim: FileClaim; clock: Clock };

async function writeRun(
  project: Project,
  row: FileExportRow,
  { storage, claim, clock }: Tools,
): Promise<void> {
  const { format, datasets, is_personal: personal, positions: since } = row;
  const previous = await findLastDone(claim);
  const begun = await insertRun(claim, { at: clock(), since });
  if (!begun) throw new ClaimLost();
  const { id: run, started_at: startedAt } = begun;
  const progress = renewing(claim, clock);
  const folder = await spoolFolder(claim.id, run);
  try {
    const spooled = await spoolChanges(project, folder, {
      ...{ datasets, format, personal, since, run, startedAt, progress },
      maxRows: isWarehouse(row.storage) ? rowsOfInsert : rowsOfFile,
    });
    const files: WrittenFile[] = spooled.files.map(({ path: _path, ...file }) => file);
    if (!(await storePlannedFiles(claim, run, files))) throw new ClaimLost();
    for (const { name, path, bytes } of spooled.files) {
      await storage.put(name, { path, bytes }, contentType[format]);
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
    await publish(storage, claim, { id: run, manifest_name: name, manifest: text }, clock);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const contentType: Record<FileFormat, string> = {
  csv: "application/gzip",
  ndjson: "application/gzip",
  parquet: "application/vnd.apache.parquet",
};

type Publishable = Pick<FileRunRow, "id" | "manifest_name" | "manifest">;

async function publish(storage: Storage, claim: FileClaim, run: Publishable, clock: Clock): Promise<void> {
  await storage.put(run.manifest_name ?? "", { text: run.manifest ?? "" }, "application/json");
  if (!(await finishRun(claim, run.id, clock()))) throw new ClaimLost();
}

function renewing(claim: FileClaim, clock: Clock): () => Promise<void> {
  let renewedAt = performance.now();
  return async () => {
    if (isStopping()) throw new Stopping();
    if (performance.now() - renewedAt < renewMs) return;
    if (!(await extendFileClaim(claim, new Date(clock().getTime() + claimMs)))) throw new ClaimLost();
    renewedAt = performance.now();
  };
}

export const wakeFiles = (projectId: number) =>
  wakeJob({
    what: "a run of scheduled files",
    budgetMs: Number.POSITIVE_INFINITY,
    run: (until) => exportProjectFiles(projectId, until, now),
  });
