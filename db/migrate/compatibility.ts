import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";
import { sql } from "@/db";
import { version } from "@/lib/base/version";

/**
 * The versions that may run on a database. Migrations only add (expand), so that the previous version can go on
 * serving. A removal (contract) follows a release later, in a file that begins with
 *
 *     -- contract: needs 0.3.0
 *
 * with the oldest version that runs without the removed part. The database stores that version for versions that do not
 * know the file.
 */
export type Compatibility = { oldest: string; migratedBy: string };

const header = /^-- contract: needs (\d+\.\d+\.\d+)\s*$/m;

export const isContract = (migration: string): boolean => header.test(migration);

/** Negative if the first is older. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  for (const [i, part] of a!.entries()) {
    if (part !== (b![i] ?? 0)) return part - (b![i] ?? 0);
  }
  return 0;
}

const later = (one: string, other: string) => (compareVersions(one, other) > 0 ? one : other);

/** The oldest version that may run after a migration; any may if nothing is removed. */
export const neededAfter = (migration: string): string => header.exec(migration)?.[1] ?? "0.0.0";

/** The same after all migrations in a folder. */
export function oldestNeeded(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => neededAfter(readFileSync(join(folder, name), "utf8")))
    .reduce(later, "0.0.0");
}

export const isVersionSupported = ({ oldest }: Compatibility): boolean =>
  compareVersions(version, oldest) >= 0;

/** Null if only versions before 0.2.0 have migrated, which stored no version. */
export async function readCompatibility(on: postgres.Sql): Promise<Compatibility | null> {
  const [table] = await on<{ exists: boolean }[]>`
    select to_regclass('drizzle.compatibility') is not null as exists`;
  if (!table?.exists) return null;
  const [row] = await on<Compatibility[]>`
    select oldest_version as oldest, migrated_by as "migratedBy" from drizzle.compatibility`;
  return row ?? null;
}

/** Called after migrating. The oldest version is never lowered, because another version may need it. */
export async function logCompatibility(on: postgres.Sql, folder: string): Promise<void> {
  const before = await readCompatibility(on);
  const oldest = later(oldestNeeded(folder), before?.oldest ?? "0.0.0");
  const migratedBy = later(version, before?.migratedBy ?? "0.0.0");
  if (before?.oldest === oldest && before.migratedBy === migratedBy) return;
  await on`
    create table if not exists drizzle.compatibility (
      only_row boolean primary key default true check (only_row),
      oldest_version text not null,
      migrated_by text not null)`;
  await on`
    insert into drizzle.compatibility (oldest_version, migrated_by) values (${oldest}, ${migratedBy})
    on conflict (only_row) do update set oldest_version = excluded.oldest_version, migrated_by = excluded.migrated_by`;
}

/** For a serving process: false once another version has removed what this one needs. */
export async function mayKeepServing(): Promise<boolean> {
  const known = await readCompatibility(sql as unknown as postgres.Sql);
  return known === null || isVersionSupported(known);
}
