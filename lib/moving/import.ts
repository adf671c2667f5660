import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type postgres from "postgres";
import { plainClient } from "@/db/client/plain-client";
import { CopyReader, copyIn, tableColumns } from "@/db/copy-stream";
import { makeMonthsSince } from "@/db/months";
import { errorCode } from "@/lib/base/database-failure";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { type ArrivingProject, checkArrival, projectOrigin } from "@/lib/moving/arrive";
import { bufferToFile } from "@/lib/moving/buffer-to-file";
import { finishImport, type ImportedProject } from "@/lib/moving/finish";
import {
  beginWithoutTimeouts,
  countRows,
  deleteRemoved,
  lockImport,
  lockImportOrigin,
  type ProjectImport,
  recordRound,
  saveImportProgress,
} from "@/lib/moving/import-queries";
import type { ImportOptions } from "@/lib/moving/options";
import { makeStages, stagedName } from "@/lib/moving/staged-queries";
import {
  type ExportedCompany,
  type ExportHeader,
  exportHeader as headerSchema,
  streamPart,
} from "@/lib/moving/stream";
import { TableRows } from "@/lib/moving/table-rows";
import { factTables, lastTables, movedColumns } from "@/lib/moving/tables";
import { removeUnseenProjects } from "@/lib/privacy/removal/remove";

/** The size of one transaction, so that it does not lock a table for long. */
const max = { rows: 200_000, bytes: 64_000_000 };

const damaged = () =>
  new Refusal(
    "invalid_request",
    "The export is damaged or incomplete, so the project stays hidden. Import a complete export to continue from here.",
  );

const underWay = () =>
  new Refusal("already_running", "Another import of this project is in progress. Wait until it ends.");

/**
 * Imports a project from another instance. It stays hidden until all of it is here. After an interruption, the same
 * export continues at the same place.
 */
export async function importProject(
  packed: Readable,
  options: ImportOptions,
  atOnce = max,
): Promise<ImportedProject> {
  const on = plainClient();
  const input = packed.pipe(createGunzip());
  // The reader gets the error too, but maybe later, and an unhandled event would end the process.
  input.on("error", () => {});
  packed.on("error", (error: Error) => input.destroy(error));
  const sum = createHash("sha256");
  const reading = new CopyReader(input, damaged, (bytes) => sum.update(bytes));
  try {
    const header = await readHeader(reading);
    const soFar = () => sum.copy().digest("hex");
    return await alone(projectOrigin(header), async () => {
      const arrival = await checkArrival(on, header, options);
      const facts = await storeFacts(on, reading, arrival, { progress: options.progress, atOnce, soFar });
      const rows = await countFacts(on, arrival.project);
      return bufferToFile(reading.rest(), (rest) => {
        const whole = new CopyReader(rest, damaged, (bytes) => sum.update(bytes));
        return on.begin((tx) =>
          storeRest(tx, whole, { ...facts, arrival, rows, soFar, appUrl: options.appUrl }),
        );
      });
    });
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code.startsWith("Z_") || error instanceof SyntaxError) throw damaged();
    if (code === "23505" && (error as { table_name?: string }).table_name === "projects") throw underWay();
    if (code === "23505")
      throw new Refusal(
        "wrong_state",
        "A display ID, domain or key of the project already belongs to another project here. " +
          "Import it into an account of its own (--account), or remove the conflicting entry.",
      );
    throw error;
  } finally {
    input.destroy();
    await on.end({ timeout: 5 });
  }
}

/** While one import of a project runs, a second one is rejected and does not affect the first. */
async function alone<T>(origin: string, work: () => Promise<T>): Promise<T> {
  const lockConnection = plainClient();
  try {
    let done: T | undefined;
    await lockConnection.begin(async (tx) => {
      if (!(await lockImportOrigin(tx, origin))) throw underWay();
      done = await work();
    });
    return done as T;
  } finally {
    await lockConnection.end({ timeout: 5 });
  }
}

async function readHeader(reading: CopyReader): Promise<ExportHeader> {
  const line = await reading.line();
  const parsed = line.startsWith('{"cairn_project"') ? headerSchema.safeParse(JSON.parse(line)) : null;
  if (!parsed?.success)
    throw new Refusal("invalid_request", "This file is not an export of a Cairn project.");
  return parsed.data;
}

async function nextPart(reading: CopyReader) {
  const parsed = streamPart.safeParse(JSON.parse(await reading.line()));
  if (!parsed.success) throw damaged();
  return parsed.data;
}

type Counts = Record<string, number>;

/** The columns in the order of their values: those that this instance fills in, then those of the export. */
async function columnsFor(on: postgres.ISql, table: string, sent: string[]): Promise<string[]> {
  const columns = [...movedColumns(table), ...sent];
  const known = new Set(await tableColumns(on, table));
  if (columns.length !== known.size || columns.some((name) => !known.has(name))) throw damaged();
  return columns;
}

/** The values of the columns that this instance fills in, in COPY format. */
const prefixOf = (table: string, { project, account }: ArrivingProject) =>
  `${movedColumns(table)
    .map((name) => (name === "account_id" ? account : project))
    .join("\t")}\t`;

type Facts = { company: ExportedCompany; at: ProjectImport };

/** A part of the facts, with the action for its rows. */
type Part = {
  part: number;
  table: string;
  prefix: string;
  store(tx: postgres.TransactionSql, rows: AsyncIterable<Buffer>): Promise<void>;
};

type Storing = { progress(line: string): void; atOnce: typeof max; soFar: () => string };

const facts = new Set(factTables);

/** Stores the facts: first all of them, then the changes since. */
async function storeFacts(
  on: postgres.Sql,
  reading: CopyReader,
  arrival: ArrivingProject,
  storing: Storing,
): Promise<Facts> {
  const { project } = arrival;
  let at: ProjectImport = arrival.at;
  for (let part = 0; ; part++) {
    const next = await nextPart(reading);
    const isMeanwhile = part >= factTables.length;
    if ("people" in next && isMeanwhile) return { company: next, at };
    if ("round" in next && isMeanwhile) {
      if (next.since) await makeMonthsSince(next.since);
      await recordRound(on, at);
    } else if ("gone" in next && isMeanwhile && facts.has(next.gone)) {
      const { gone: table, columns } = next;
      at = await storePart(
        on,
        reading,
        { arrival, at, storing },
        {
          part,
          table,
          prefix: "",
          store: (tx, rows) => deleteRemoved(tx, { table, project }, columns, rows),
        },
      );
    } else if ("table" in next && (isMeanwhile ? facts.has(next.table) : next.table === factTables[part])) {
      const { table } = next;
      const columns = await columnsFor(on, table, next.columns);
      at = await storePart(
        on,
        reading,
        { arrival, at, storing },
        {
          part,
          table,
          prefix: prefixOf(table, arrival),
          store: (tx, rows) => copyIn(tx, { table, columns }, rows),
        },
      );
    } else throw damaged();
  }
}

async function storePart(
  on: postgres.Sql,
  reading: CopyReader,
  { arrival, at: begin, storing }: { arrival: ArrivingProject; at: ProjectImport; storing: Storing },
  { part, table, prefix, store }: Part,
): Promise<ProjectImport> {
  const { atOnce, soFar, progress } = storing;
  const before = arrival.at;
  // Parts stored before this run are read and skipped.
  const left = part < before.part ? Infinity : part === before.part ? before.rows : 0;
  const lines = new TableRows(reading, prefix, left);
  await lines.skip();
  if (part === before.part && soFar() !== before.digest) await startOver(arrival);
  let at = begin;
  while (!lines.isOver) {
    // Listeners read the outbox only up to the oldest open transaction, so no transaction is open while rows are
    // awaited.
    const gathered: Buffer[] = [];
    let digest = at.digest;
    for await (const chunk of lines.upTo(atOnce)) {
      gathered.push(chunk);
      // The digest ends after the last row. The line that ends the rows may or may not have been read with it.
      digest = soFar();
    }
    if (gathered.length === 0) break;
    const next = { part, table, rows: lines.count, digest };
    await on.begin(async (tx) => {
      const work = await beginWithoutTimeouts(tx);
      await store(tx, Readable.from(gathered));
      if (!(await saveImportProgress(tx, at, { ...next, work }))) throw underWay();
    });
    at = { ...at, ...next };
    if (prefix) progress(`${table}: ${lines.count.toLocaleString("en")}`);
  }
  return at;
}

/** The stored rows differ from this file. One of the two is damaged, so the import must start over. */
async function startOver({ project }: ArrivingProject): Promise<never> {
  await removeUnseenProjects(project as ProjectId, () => false);
  throw new Refusal(
    "wrong_state",
    "An earlier part of this import differs from this file, so one of them is damaged. The imported data is being removed: " +
      "import it again.",
  );
}

async function countFacts(on: postgres.Sql, project: number): Promise<Counts> {
  const rows: Counts = {};
  for (const table of factTables) rows[table] = await countRows(on, table, project);
  return rows;
}

type Rest = Facts & { arrival: ArrivingProject; rows: Counts; soFar: () => string; appUrl: string };

/** The last transaction: stores work tables and instance-wide rows, and makes the project visible. */
async function storeRest(
  tx: postgres.TransactionSql,
  reading: CopyReader,
  { arrival, company, at, rows, soFar, appUrl }: Rest,
): Promise<ImportedProject> {
  await beginWithoutTimeouts(tx);
  if (!(await lockImport(tx, at))) throw underWay();
  await makeStages(tx);
  for (const table of lastTables) {
    const next = await nextPart(reading);
    if (!("table" in next) || next.table !== table) throw damaged();
    const columns = await columnsFor(tx, table, next.columns);
    const lines = new TableRows(reading, prefixOf(table, arrival), 0);
    const everything = lines.upTo({ rows: Infinity, bytes: Infinity });
    await copyIn(tx, { table: stagedName(table), columns }, everything);
    rows[table] = lines.count;
  }
  const found = soFar();
  const end = await nextPart(reading);
  if (!("end" in end) || end.sha256 !== found) throw damaged();
  for (const [table, count] of Object.entries(end.rows)) {
    if (rows[table] !== count) throw damaged();
  }
  return finishImport(tx, arrival, { company, rows: end.rows, appUrl });
}
