import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "@/db";
import { compareVersions, oldestNeeded } from "@/db/migrate/compatibility";
import { checkMigrated, migrate, migrateNew } from "@/db/migrate/migrate";
import known from "@/db/migrations/meta/_journal.json" with { type: "json" };
import { version } from "@/lib/base/version";
import { health } from "@/lib/platform/health/health";
import { readiness } from "@/lib/platform/health/ready";
import { separateDatabase } from "@/testing/database";

const folder = mkdtempSync(join(tmpdir(), "cairn-compatibility-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
beforeAll(async () => {
  database = await separateDatabase(folder);
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Makes the database look as if a later version had migrated it: one more migration, and its oldest compatible version.
 */
async function migratedBy(later: string, oldest: string): Promise<void> {
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`;
  await sql`update drizzle.compatibility set oldest_version = ${oldest}, migrated_by = ${later}`;
}
beforeEach(async () => {
  await sql`delete from drizzle.__drizzle_migrations where hash = 'later'`;
  await sql`drop table if exists drizzle.compatibility`;
  await migrate();
});

let tick = 0;
function ready() {
  // Skips the result that is cached for a second.
  tick += 10_000;
  return readiness(tick);
}

test("versions are compared number by number", () => {
  expect(compareVersions("0.10.0", "0.9.9")).toBeGreaterThan(0);
  expect(compareVersions("1.0.0", "1.0.0")).toBe(0);
  expect(compareVersions("0.2.0", "0.2.1")).toBeLessThan(0);
});

test("the oldest version that may run is the latest one that a contract step names", () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("0001_expand.sql", 'ALTER TABLE "installs" ADD COLUMN "a" text;');
  expect(oldestNeeded(folder)).toBe("0.0.0");
  write("0002_contract.sql", '-- contract: needs 0.10.0\nALTER TABLE "installs" DROP COLUMN "b";');
  write("0003_contract.sql", '-- contract: needs 0.9.0\nALTER TABLE "installs" DROP COLUMN "c";');
  expect(oldestNeeded(folder)).toBe("0.10.0");
});

test("with only additions of a later version this one starts, says so, runs commands, and is ready", async () => {
  await migratedBy("9.1.0", "0.3.0");
  const note = `The database was migrated by Cairn 9.1.0, which only added to it (one migration is unknown to this version, ${version}).`;
  expect(await migrate()).toEqual({ applied: [], note });
  expect(await checkMigrated()).toEqual({ applied: [], note });
  expect(await ready()).toEqual({ ready: true, reason: null });
  expect(await health(20_000)).toMatchObject({ status: "ok", version });
  // The later version's entry is unchanged.
  expect([...(await sql`select oldest_version, migrated_by from drizzle.compatibility`)]).toEqual([
    { oldest_version: "0.3.0", migrated_by: "9.1.0" },
  ]);
});

test("if a later version dropped something this one does not start or run commands, and is not ready", async () => {
  expect(await ready()).toEqual({ ready: true, reason: null });
  await migratedBy("9.1.0", "9.0.0");
  const refusal =
    `The database was migrated by Cairn 9.1.0: no version before 9.0.0 runs on it, and this is ${version}. ` +
    "Run that version, or restore an earlier copy of the database.";
  await expect(migrate()).rejects.toThrow(refusal);
  await expect(checkMigrated()).rejects.toThrow(refusal);
  expect(await ready()).toEqual({ ready: false, reason: "outdated" });
  expect(await health(30_000)).toMatchObject({ status: "failing", database: "ok" });
});

test("a database without its required version is left alone", async () => {
  await migratedBy("9.1.0", "0.0.0");
  await sql`drop table drizzle.compatibility`;
  await expect(migrate()).rejects.toThrow(
    `The database was migrated by another version of Cairn: one migration is unknown to this version, ${version}.`,
  );
});

test("commands apply no migrations: they say what to do, and only those that fill a new database create it", async () => {
  // As the last migration of 0.2 left it.
  const applied = await sql<{ id: number; created_at: number }[]>`
    update drizzle.__drizzle_migrations set created_at = 1795442606963 returning id, old.created_at`;
  const sentence = `; this is Cairn ${version}. Run npm start or npm run db:migrate, then run this again.`;
  await expect(checkMigrated()).rejects.toThrow(`The database lacks ${applied.length} migrations${sentence}`);
  await expect(migrateNew()).rejects.toThrow(`The database lacks ${applied.length} migrations${sentence}`);
  for (const { id, created_at } of applied)
    await sql`update drizzle.__drizzle_migrations set created_at = ${created_at} where id = ${id}`;
  expect((await checkMigrated()).applied).toEqual([]);
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await sql`drop schema drizzle cascade`;
  await expect(checkMigrated()).rejects.toThrow(`The database is empty${sentence}`);
  expect((await migrateNew()).applied).toEqual(known.entries.map(({ tag }) => tag));
  expect((await checkMigrated()).note).toBeNull();
});
