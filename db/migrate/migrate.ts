import { existsSync } from "node:fs";
import { join } from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { sql } from "@/db";
import { type Adoption, planAdoption } from "@/db/adopt/adopt";
import { plainClient } from "@/db/client/plain-client";
import { applyMigration, makeJournal } from "@/db/migrate/apply-migration";
import {
  type Compatibility,
  isVersionSupported,
  logCompatibility,
  readCompatibility,
} from "@/db/migrate/compatibility";
import journal from "@/db/migrations/meta/_journal.json" with { type: "json" };
import { CannotStart } from "@/lib/base/cannot-start";
import { version } from "@/lib/base/version";

/** The name of the last migration of this version. */
export const migration = () => journal.entries.at(-1)?.tag ?? "";

const folder = () => join(process.cwd(), "db", "migrations");

/** An arbitrary number; the process that holds this lock migrates. */
const migrationLock = 726_113_409;

type Client = postgres.Sql;

async function appliedTimes(on: Client): Promise<number[]> {
  const [table] = await on<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return [];
  const rows = await on<{ at: string }[]>`select created_at as at from drizzle.__drizzle_migrations`;
  return rows.map((row) => Number(row.at));
}

type Compared = { missing: string[]; unknown: number; adoption: Adoption };

/**
 * The migrations of this version that the database lacks, and the number of those in the database that this version
 * lacks.
 */
function compare(applied: number[]): Compared {
  const known = new Set(journal.entries.map((entry) => entry.when));
  const present = new Set(applied);
  const adoption = planAdoption(applied, journal.entries[0]!.when);
  return {
    missing: journal.entries.filter((entry) => !present.has(entry.when)).map((entry) => entry.tag),
    unknown: adoption.kind === "none" ? applied.filter((at) => !known.has(at)).length : 0,
    adoption,
  };
}

/** Statements use `returning old.…`, which earlier versions of Postgres do not have. */
const oldestPostgres = 18;

export function checkPostgres(version: string): void {
  if (Number.parseInt(version, 10) >= oldestPostgres) return;
  throw new CannotStart(
    `The database is Postgres ${version}; Cairn needs Postgres ${oldestPostgres} or later. ` +
      "Upgrade it, or leave DATABASE_URL out to use the embedded one.",
  );
}

/**
 * The reason why this version cannot run on a database that another version has migrated, in one sentence. Null if it
 * can.
 */
function refusalOf(
  { missing, unknown, adoption }: Compared,
  compatibility: Compatibility | null,
): string | null {
  if (adoption.kind === "too-old") {
    return (
      `The database was last migrated by a version before 0.2, and this is Cairn ${version}. ` +
      "Start version 0.2 once, then upgrade again."
    );
  }
  if (unknown === 0) return null;
  const by = compatibility ? `Cairn ${compatibility.migratedBy}` : "another version of Cairn";
  if (compatibility && missing.length === 0 && isVersionSupported(compatibility)) return null;
  const why =
    compatibility && missing.length === 0
      ? `no version before ${compatibility.oldest} runs on it, and this is ${version}`
      : `${migrationsCount(unknown)} unknown to this version, ${version}`;
  return (
    `The database was migrated by ${by}: ${why}. ` +
    "Run that version, or restore an earlier copy of the database."
  );
}

const migrationsCount = (n: number) => (n === 1 ? "one migration is" : `${n} migrations are`);

const aheadNote = (unknown: number, compatibility: Compatibility | null): string | null =>
  unknown === 0
    ? null
    : `The database was migrated by Cairn ${compatibility?.migratedBy}, which only added to it (${migrationsCount(unknown)} unknown to this version, ${version}).`;

/** `note` is a remark for the person who starts the server. */
export type Migrated = { applied: string[]; note: string | null };

/**
 * Migrates the database to the state that the code expects. Concurrent starts wait for each other; the lock belongs to
 * a transaction on its own connection, so that it also works through a pooler.
 */
export async function migrate(): Promise<Migrated> {
  if (!existsSync(join(folder(), "meta", "_journal.json"))) {
    throw new CannotStart(`There are no migrations in ${folder()}. Run this from the project's folder.`);
  }
  const lock = plainClient();
  const worker = plainClient();
  try {
    return await lock.begin(async (tx) => {
      const [server] = await tx<{ server_version: string }[]>`show server_version`;
      checkPostgres(server?.server_version ?? "of an unknown version");
      // This connection is idle while the other one works.
      await tx.unsafe(
        "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0",
      );
      await tx`select pg_advisory_xact_lock(${migrationLock})`;
      const before = compare(await appliedTimes(worker));
      const compatibility = await readCompatibility(worker);
      const refusal = refusalOf(before, compatibility);
      if (refusal) throw new CannotStart(refusal);
      if (before.missing.length > 0) await apply(worker, before);
      await logCompatibility(worker, folder());
      return { applied: before.missing, note: aheadNote(before.unknown, compatibility) };
    });
  } finally {
    await Promise.all([worker.end({ timeout: 5 }), lock.end({ timeout: 5 })]);
  }
}

/** Applies each in its own transaction, so that no migration holds locks that another one waits for. */
async function apply(worker: Client, { missing, adoption }: Compared): Promise<void> {
  await makeJournal(worker);
  for (const [i, migration] of readMigrationFiles({ migrationsFolder: folder() }).entries()) {
    const { tag = "" } = journal.entries[i] ?? {};
    if (i === 0 && adoption.kind === "adopt") await adopt(worker, migration, tag, adoption.statements);
    else if (missing.includes(tag)) await applyMigration(worker, migration, tag);
  }
}

/** The baseline's row replaces the rows of the earlier migrations, which no version knows any more. */
const adopt = (worker: Client, baseline: MigrationMeta, tag: string, statements: string[]) =>
  applyMigration(
    worker,
    { ...baseline, sql: [...statements, "delete from drizzle.__drizzle_migrations"] },
    tag,
  );

/** For commands, which must not migrate: refuses a database that this version cannot work with. */
export async function checkMigrated(): Promise<Migrated> {
  const on = sql as unknown as Client;
  const applied = await appliedTimes(on);
  const state = compare(applied);
  const compatibility = await readCompatibility(on);
  const refusal = refusalOf(state, compatibility);
  if (refusal) throw new CannotStart(refusal);
  if (state.missing.length > 0) {
    const lacks =
      applied.length === 0
        ? "The database is empty"
        : `The database lacks ${state.missing.length === 1 ? "a migration" : `${state.missing.length} migrations`}`;
    throw new CannotStart(
      `${lacks}; this is Cairn ${version}. Run npm start or npm run db:migrate, then run this again.`,
    );
  }
  return { applied: [], note: aheadNote(state.unknown, compatibility) };
}

/** For commands that may fill a new database; an existing one is not changed. */
export async function migrateNew(): Promise<Migrated> {
  const applied = await appliedTimes(sql as unknown as Client);
  return applied.length === 0 ? migrate() : checkMigrated();
}

/** For the health check: shows if the code can work with the present database. */
export async function migrationsState(): Promise<{ applied: number; expected: number; current: boolean }> {
  const on = sql as unknown as Client;
  const [applied, compatibility] = await Promise.all([appliedTimes(on), readCompatibility(on)]);
  const state = compare(applied);
  return {
    applied: applied.length,
    expected: journal.entries.length,
    current: state.missing.length === 0 && refusalOf(state, compatibility) === null,
  };
}
