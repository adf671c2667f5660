import { existsSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { sql } from "@/db";
import journal from "@/db/migrations/meta/_journal.json" with { type: "json" };
import { CannotStart } from "@/lib/cannot-start";
import { env } from "@/lib/env";

const folder = () => join(process.cwd(), "db", "migrations");

/** Any number; whoever holds it migrates. */
const migrationLock = 726_113_409;

type Client = postgres.Sql;

function client(): Client {
  const socket = env.DATABASE_SOCKET;
  // No statement timeout, unlike the program's own client: a migration may take as long as it takes.
  return postgres(env.DATABASE_URL ?? "", {
    ...(socket ? { host: socket } : {}),
    max: 1,
    prepare: false,
    connect_timeout: 10,
    onnotice: () => {},
    // Over what the role may have been given (db/timeouts.ts). A pooler per transaction would refuse to be told.
    ...(env.DATABASE_PREPARE ? { connection: { statement_timeout: 0, lock_timeout: 0 } } : {}),
  });
}

async function appliedTimes(on: Client): Promise<number[]> {
  const [table] = await on<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return [];
  const rows = await on<{ at: string }[]>`select created_at as at from drizzle.__drizzle_migrations`;
  return rows.map((row) => Number(row.at));
}

/** Those of the code that the database lacks, and how many it has that the code does not know. */
function compare(applied: number[]) {
  const known = new Set(journal.entries.map((entry) => entry.when));
  const present = new Set(applied);
  return {
    missing: journal.entries.filter((entry) => !present.has(entry.when)).map((entry) => entry.tag),
    unknown: applied.filter((at) => !known.has(at)).length,
  };
}

/** Statements here hand back what a row was before it changed, which older ones cannot. */
const oldestPostgres = 18;

export function checkPostgres(version: string): void {
  if (Number.parseInt(version, 10) >= oldestPostgres) return;
  throw new CannotStart(
    `The database is Postgres ${version}; Cairn needs Postgres ${oldestPostgres} or later. ` +
      "Upgrade it, or leave DATABASE_URL out to use the embedded one.",
  );
}

/**
 * Brings the database to the state the code expects. Starts that come together wait for each other; the lock is a
 * transaction's, on a connection of its own, so that it holds through a pooler too.
 */
export async function migrate(): Promise<{ applied: string[] }> {
  if (!existsSync(join(folder(), "meta", "_journal.json"))) {
    throw new CannotStart(`There are no migrations in ${folder()}; run this from the project's folder.`);
  }
  const lock = client();
  const worker = client();
  try {
    return await lock.begin(async (held) => {
      const [server] = await held<{ server_version: string }[]>`show server_version`;
      checkPostgres(server?.server_version ?? "of an unknown version");
      await held`select pg_advisory_xact_lock(${migrationLock})`;
      const before = compare(await appliedTimes(worker));
      if (before.unknown > 0) {
        throw new CannotStart(
          `The database was migrated by another version of Cairn (${before.unknown} unknown to this one). ` +
            "Run that version, or restore a copy of the database from before.",
        );
      }
      if (before.missing.length === 0) return { applied: [] };
      await applyMigrations(drizzle(worker), { migrationsFolder: folder() });
      // The migrator passes over whatever is dated before the last one it applied.
      const { missing } = compare(await appliedTimes(worker));
      if (missing.length > 0) {
        throw new CannotStart(`Migration ${missing[0]} is dated before one that the database already has.`);
      }
      return { applied: before.missing };
    });
  } finally {
    await Promise.all([worker.end({ timeout: 5 }), lock.end({ timeout: 5 })]);
  }
}

/** For the health check: whether the database is as the code expects. */
export async function migrationsState(): Promise<{ applied: number; expected: number; current: boolean }> {
  const applied = await appliedTimes(sql as unknown as Client);
  const { missing, unknown } = compare(applied);
  return {
    applied: applied.length,
    expected: journal.entries.length,
    current: missing.length === 0 && unknown === 0,
  };
}
