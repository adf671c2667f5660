import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import type { DatasetName } from "@/lib/data-access/datasets/datasets";
import { listenForFacts } from "@/lib/data-access/files/layouts/first-facts";
import { enteredLayout } from "@/lib/data-access/files/layouts/stored";
import {
  type FileExportRow,
  findExports,
  insertExport,
  listenerOf,
  removeExport,
  scheduleFilesNow,
  updateExport,
  type WrittenExport,
} from "@/lib/data-access/files/queries";
import { nextFileRun } from "@/lib/data-access/files/rules";
import { exportProjectFiles, wakeFiles } from "@/lib/data-access/files/run";
import { type FileRunRow, findEarlierFiles, findRun } from "@/lib/data-access/files/run-queries";
import {
  type FileExportInput,
  maxFileExports,
  type ShownFileExport,
  type ShownFileRun,
} from "@/lib/data-access/files/schema";
import { encryptSecrets, readSecrets } from "@/lib/data-access/files/secrets";
import { isWarehouse, oneSecretOf, storageFields } from "@/lib/data-access/files/storages/fields";
import { noFolderText, openStorage } from "@/lib/data-access/files/storages/open";
import { readHostKey, type SshHost, sshAddress } from "@/lib/data-access/files/storages/ssh";
import { StorageProblem } from "@/lib/data-access/files/storages/storage";
import { stopListening } from "@/lib/ledger/outbox/listen";
import { isRefusedAddress, refusedAddress } from "@/lib/outbound/requests/post";
import {
  findLastRunsOf,
  findRunsOf,
  type LastRun,
  saveRowCredentials,
} from "@/lib/platform/jobs/due-row-queries";
import { isClaimed, presentRun } from "@/lib/platform/jobs/due-rows";

const shownRuns = 100;

const iso = (at: Date | null) => at?.toISOString() ?? null;

const present = (run: FileRunRow, isRunning: boolean): ShownFileRun => ({
  id: run.id,
  rows: run.rows,
  bytes: run.bytes,
  files: run.files.length,
  erased: run.erased,
  manifest: run.state === "done" ? run.manifest_name : null,
  ...presentRun(run, isRunning),
});

function presentExport(
  row: FileExportRow,
  last: LastRun<FileRunRow> | undefined,
  now: Date,
): ShownFileExport {
  const running = isClaimed(row, now);
  return {
    id: row.id,
    title: row.title,
    datasets: row.datasets,
    format: row.format,
    ...enteredLayout(row.layout),
    personal: row.is_personal,
    cadence: row.cadence,
    hour: row.hour,
    storage: row.storage,
    place: row.place,
    has_secrets: row.credentials !== null,
    on: row.is_on,
    running,
    next_at: iso(row.next_at),
    last: last ? present(last, running) : null,
    succeeded_at: iso(last?.succeeded_at ?? null),
    created_by: row.created_by,
  };
}

export async function listFileExports(project: Project, now: Date) {
  const [rows, runs] = await Promise.all([
    findExports(project.id),
    findLastRunsOf<FileRunRow>("file_exports", project.id),
  ]);
  const last = new Map(runs.map((run) => [run.row_id, run]));
  return {
    exports: rows.map((row) => presentExport(row, last.get(row.id), now)),
    folder: env.EXPORT_FOLDER !== undefined,
  };
}

async function known(project: Project, id: number): Promise<FileExportRow> {
  const [row] = await findExports(project.id, id);
  if (!row) throw new Refusal("not_found", "Not found.");
  return row;
}

async function shown(project: Project, id: number, now: Date) {
  const { exports } = await listFileExports(project, now);
  const found = exports.find((one) => one.id === id);
  if (!found) throw new Refusal("not_found", "Not found.");
  return { export: found };
}

/** The export with its newest runs. */
export async function listFileRuns(project: Project, id: number, now: Date) {
  const [of, row] = await Promise.all([shown(project, id, now), known(project, id)]);
  const runs = await findRunsOf<FileRunRow>("file_exports", project.id, id, shownRuns);
  return {
    ...of,
    runs: runs.map((run) => ({ ...present(run, isClaimed(row, now)), names: run.files })),
  };
}

/** Datasets without rows about people. */
const impersonal: DatasetName[] = ["campaigns", "spend", "country_spend", "rates", "skan"];
const maxEarlierFiles = 10_000;

/** The files of runs before one that may contain the rows of people who were erased since. */
export async function listEarlierFiles(project: Project, id: number, before?: number) {
  await known(project, id);
  const files = await findEarlierFiles(project.id, id, {
    before: before ?? Number.MAX_SAFE_INTEGER,
    but: impersonal,
    max: maxEarlierFiles + 1,
  });
  return { files: files.slice(0, maxEarlierFiles), more: files.length > maxEarlierFiles };
}

const wrong = (field: string, message: string) =>
  new Refusal("invalid_request", message, { fields: { [field]: message } });

function written(project: Project, input: FileExportInput, now: Date): WrittenExport {
  const { storage, place, on } = input;
  if (storage === "folder" && !env.EXPORT_FOLDER) throw wrong("storage", noFolderText);
  if (place.endpoint && isRefusedAddress(place.endpoint)) throw wrong("place.endpoint", refusedAddress);
  if (place.host && isRefusedAddress(sshAddress({ host: place.host, port: place.port })))
    throw wrong("place.host", refusedAddress);
  return {
    ...input,
    nextAt: on ? nextFileRun(input, project.timeZone, now) : null,
    zone: project.timeZone,
  };
}

/** Null if the storage has no secrets, or the stored ones are kept. */
const secretsOf = ({ storage, secrets }: FileExportInput) =>
  secrets && storageFields(storage).some(({ secret }) => secret) ? secrets : null;

/** Refuses a storage without its required secrets. */
function requireSecrets({ storage }: FileExportInput): void {
  const missing = storageFields(storage).find(({ secret, optional }) => secret && !optional);
  if (missing) throw wrong(`secrets.${missing.name}`, `${missing.label} is required.`);
  const oneOf = oneSecretOf(storage);
  if (oneOf) throw wrong(`secrets.${oneOf.names[0]}`, oneOf.problem);
}

export async function addFileExport(project: Project, input: FileExportInput, by: Actor, now: Date) {
  const secrets = secretsOf(input);
  if (!secrets) requireSecrets(input);
  const id = await insertExport(project, written(project, input, now), by, { now, max: maxFileExports });
  if (id === null)
    throw new Refusal("limit_reached", `A project has at most ${maxFileExports} exports. Remove some first.`);
  if (secrets) await saveRowCredentials("file_exports", project.id, id, encryptSecrets(project, id, secrets));
  await listenIfOn(project, id, input);
  return shown(project, id, now);
}

/** Former vendors' files begin with the facts from now on. While an export is off, none are collected. */
async function listenIfOn(project: Project, id: number, { stored, on }: FileExportInput): Promise<void> {
  if (stored && on) await listenForFacts(project, listenerOf(id));
  else await stopListening(project.id, listenerOf(id));
}

export async function removeFileExport(project: Project, id: number, by: Actor) {
  const removed = await removeExport(project, id, by);
  await stopListening(project.id, listenerOf(id));
  return removed;
}

export async function changeFileExport(
  project: Project,
  id: number,
  input: FileExportInput,
  by: Actor,
  now: Date,
) {
  const before = await known(project, id);
  const secrets = secretsOf(input);
  // A signature is sent to the address, so stored secrets are never sent to one that was entered without them.
  const isElsewhere =
    before.storage !== input.storage ||
    ["endpoint", "account", "host", "port"].some((name) => before.place[name] !== input.place[name]);
  if (!secrets && (isElsewhere || before.credentials === null)) requireSecrets(input);
  if (!(await updateExport(project, id, written(project, input, now), by, now)))
    throw new Refusal("not_found", "Not found.");
  if (secrets) await saveRowCredentials("file_exports", project.id, id, encryptSecrets(project, id, secrets));
  await listenIfOn(project, id, input);
  return shown(project, id, now);
}

/** Starts a run now: with new changes, or again with the changes since the beginning of an earlier run. */
export async function runFilesNow(project: Project, id: number, from: number | null, by: Actor, now: Date) {
  const { layout } = await known(project, id);
  if (from !== null && layout)
    throw wrong("again", "Former vendors' files have each fact once, so a run can't be repeated.");
  const earlier = from === null ? null : await findRun(project.id, id, from);
  if (from !== null && !earlier) throw new Refusal("not_found", "Not found.");
  if (!(await scheduleFilesNow(project, id, { at: now, positions: earlier?.since ?? null }, by)))
    throw new Refusal("already_running", "This export is already running.");
  wakeFiles(project.id);
  return shown(project, id, now);
}

/** Runs an export in this process, and returns its newest run. */
export async function runFilesHere(project: Project, id: number, by: Actor, clock: () => Date) {
  await known(project, id);
  if (!(await scheduleFilesNow(project, id, { at: clock(), positions: null }, by)))
    throw new Refusal("already_running", "This export is already running.");
  await exportProjectFiles(project.id, () => false, clock);
  const { runs } = await listFileRuns(project, id, clock());
  return { run: runs[0] ?? null };
}

/** Writes a small file and removes it. */
export async function testStorage(project: Project, id: number) {
  const row = await known(project, id);
  const name = `project=${project.slug}/_manifests/test-${randomBase62(12)}.txt`;
  try {
    const storage = openStorage(project, row.storage, {
      place: row.place,
      secrets: readSecrets(project, row),
      personal: row.is_personal,
    });
    await storage.put(name, { text: "A test of Cairn. You can delete this file.\n" }, "text/plain");
    await storage.remove(name);
    const text = isWarehouse(row.storage)
      ? "Cairn reached the warehouse and may write to it."
      : "Cairn wrote a file and removed it.";
    return { accepted: true, text };
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    return { accepted: false, text: error.message };
  }
}

/** The key that an SSH server shows now, for members to compare. */
export async function readServerKey(server: SshHost) {
  if (isRefusedAddress(sshAddress(server))) throw wrong("host", refusedAddress);
  try {
    return await readHostKey(server);
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    throw wrong("host", error.message);
  }
}
