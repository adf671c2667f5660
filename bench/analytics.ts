/**
 * Ten questions of analysts to one project's data: in Postgres through the views of a SQL role and from its ledger, in
 * DuckDB on scheduled files, and in ClickHouse's engine. All engines must return the same figures. The times of one run
 * are comparable with each other, and hardly with those of another machine.
 */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  clickHouse,
  type DatasetFiles,
  duckDb,
  type Engine,
  type Figures,
  sqlRole,
} from "@/bench/analytics/engines";
import { clickhouse, type Dialect, duckdb, postgres, questions, summed } from "@/bench/analytics/questions";
import { withNewDatabase } from "@/bench/database";
import { formatCount, numberArgument, printLine, textArgument } from "@/bench/print";
import { loadHistory } from "@/bench/reporting-history";
import { sql } from "@/db";
import { completeEnv } from "@/lib/base/env";
import type { DatasetName } from "@/lib/data-access/datasets/datasets";
import { spoolChanges } from "@/lib/data-access/files/spool";
import { type AProject, aProject } from "@/testing/factories";

const datasets: DatasetName[] = ["campaigns", "installs", "payments", "events"];
const days = 90;
/** A question is repeated until this time has passed, at most three times. */
const repeatMs = 20_000;

const megabytes = (bytes: number) => `${formatCount(Math.round(bytes / 1e6))} MB`;
const seconds = (ms: number) => (ms < 5 ? "< 0.01 s" : `${(ms / 1_000).toFixed(ms < 9_950 ? 2 : 1)} s`);

/** `--events 1000000 --installs 50000`; `--chdb FOLDER` names an installed package `chdb`. */
export async function run(args: string[]): Promise<void> {
  const events = numberArgument(args, "events", 10_000_000);
  const installs = numberArgument(args, "installs", Math.round(events / 20));
  const chdb = textArgument(args, "chdb");
  const folder = await mkdtemp(join(tmpdir(), "cairn-bench-analytics-"));
  // A statement of the load takes minutes.
  completeEnv({ DATABASE_TIMEOUT: "600" });
  try {
    await withNewDatabase(
      async (dataDir) => {
        completeEnv({ DATA_DIR: dataDir });
        const app = await aProject({ timeZone: "UTC" });
        printLine(`${formatCount(events)} events of ${formatCount(installs)} installs, ${days} days`);
        const loaded = await timed(() => loadHistory(app, { events, installs, days }, printLine));
        printLine(`loaded in ${seconds(loaded.ms)}`);
        await compare(app, folder, chdb);
      },
      { durable: false },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed<T>(work: () => Promise<T> | T): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  return { value: await work(), ms: performance.now() - began };
}

async function exported(app: AProject, folder: string): Promise<DatasetFiles> {
  const files: DatasetFiles = {};
  const { value, ms } = await timed(() =>
    spoolChanges(app.project, folder, {
      ...{ datasets, format: "parquet", personal: false, since: {}, run: 1, startedAt: new Date() },
      maxRows: 1_000_000,
      progress: async () => {},
    }),
  );
  for (const dataset of datasets) files[dataset] = value.files.filter((file) => file.dataset === dataset);
  const rows = value.files.reduce((sum, file) => sum + file.rows, 0);
  const bytes = value.files.reduce((sum, file) => sum + file.bytes, 0);
  printLine(
    `${formatCount(rows)} rows as Parquet: ${seconds(ms)}, ${formatCount(Math.round(rows / (ms / 1_000)))} rows/s, ${megabytes(bytes)}`,
  );
  return files;
}

/** Tables with their partitions and indexes. */
async function tableBytes(names: string[]): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_total_relation_size(c.oid))::bigint as bytes from pg_class c
    where c.relkind = 'r' and (c.relname = any(${names}) or c.oid in (
      select i.inhrelid from pg_inherits i join pg_class p on p.oid = i.inhparent where p.relname = any(${names})))`;
  return row!.bytes;
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

type Column = { name: string; engine: Engine; dialect: Dialect | null };

async function compare(app: AProject, folder: string, chdb: string | null): Promise<void> {
  const files = await exported(app, folder);
  const role = await sqlRole(app);
  printLine(
    `Postgres: events, installs and payments with indexes ${megabytes(await tableBytes(["events", "installs", "payments"]))}, ledger ${megabytes(await tableBytes(["ledger"]))}`,
  );
  const columns: Column[] = [
    { name: "Postgres, views", engine: role, dialect: postgres },
    { name: "Postgres, ledger", engine: role, dialect: null },
    { name: "DuckDB, files", engine: await duckDb(files, null), dialect: duckdb },
  ];
  const table = await timed(() => duckDb(files, join(folder, "analytics.duckdb")));
  printLine(`DuckDB tables made from the files in ${seconds(table.ms)}`);
  columns.push({ name: "DuckDB, tables", engine: table.value, dialect: duckdb });
  if (chdb) {
    const at = join(folder, "clickhouse");
    const made = await timed(() => clickHouse(files, chdb, at));
    printLine(
      `ClickHouse tables made from the files in ${seconds(made.ms)}, ${megabytes(await folderBytes(at))}`,
    );
    columns.push({ name: "ClickHouse", engine: made.value, dialect: clickhouse });
  }
  await answers(columns);
  for (const engine of new Set(columns.map((column) => column.engine))) await engine.end();
}

/** Medians are floating-point numbers. */
const isOther = (one: Figures, other: Figures) =>
  one.found !== other.found || Math.abs(one.total - other.total) > 1e-6 * Math.abs(other.total);

/** Prints a table in Markdown. */
async function answers(columns: Column[]): Promise<void> {
  const monthAgo = new Date(Math.floor(Date.now() / 86_400_000 - 30) * 86_400_000);
  printLine(`\n| Question | ${columns.map(({ name }) => name).join(" | ")} |`);
  printLine(`|---|${columns.map(() => "---|").join("")}`);
  for (const { text, sql: inSql, ledger } of questions) {
    const cells: string[] = [];
    let first: Figures | null = null;
    for (const { engine, dialect, name } of columns) {
      const statement = dialect ? inSql(dialect, monthAgo) : ledger?.(monthAgo);
      if (!statement) {
        cells.push("–");
        continue;
      }
      const times: number[] = [];
      const began = performance.now();
      do {
        const { value, ms } = await timed(() => engine.ask(summed(statement)));
        times.push(ms);
        first ??= value;
        if (isOther(value, first))
          throw new Error(
            `${name} has other figures for "${text}": ${JSON.stringify(value)} instead of ${JSON.stringify(first)}`,
          );
      } while (times.length < 3 && performance.now() - began < repeatMs);
      times.sort((a, b) => a - b);
      cells.push(seconds(times[times.length >> 1]!));
    }
    printLine(`| ${text} | ${cells.join(" | ")} |`);
  }
}
