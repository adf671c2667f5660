import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Sql } from "@/db";
import { applyMigration } from "@/db/migrate/apply-migration";
import { separateDatabase } from "@/testing/database";

const folder = mkdtempSync(join(tmpdir(), "cairn-apply-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
let worker: Sql;
let other: Sql;
beforeAll(async () => {
  database = await separateDatabase(folder);
  [worker, other] = [connect({ max: 1 }), connect({ max: 1 })];
  await other`create table busy (a int)`;
});
afterAll(async () => {
  await Promise.all([worker.end(), other.end()]);
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const migration = (hash: string, ...sql: string[]) => ({ sql, hash, folderMillis: 1, bps: true });
const apply = (hash: string, timeoutMs: number, ...statements: string[]) =>
  applyMigration(worker as unknown as postgres.Sql, migration(hash, ...statements), hash, timeoutMs);
const state = async (hash: string) => {
  const [row] = await worker`
    select exists (select 1 from drizzle.__drizzle_migrations where hash = ${hash}) as applied,
      exists (select 1 from pg_attribute where attrelid = 'busy'::regclass and attname = ${hash}) as changed`;
  return row;
};

/** Holds a read lock on the table until the returned function is called. */
async function hold(): Promise<() => Promise<unknown>> {
  let end = () => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((reads, reject) => {
    ended = other.begin(async (tx) => {
      await tx`select 1 from busy`;
      reads();
      await until;
    });
    ended.catch(reject);
  });
  return () => {
    end();
    return ended;
  };
}

test("a waiting migration lets other statements pass, and is applied when its table is free", async () => {
  const free = await hold();
  const applied = apply("one", 60_000, "alter table busy add column one int");
  const passing = connect({ max: 1 });
  for (let i = 0; i < 20; i++) {
    await passing`select count(*) from busy`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await passing.end();
  expect(await state("one")).toEqual({ applied: false, changed: false });
  await free();
  await applied;
  expect(await state("one")).toEqual({ applied: true, changed: true });
});

test("if its table is never free the migration reports that, and has changed nothing", async () => {
  const free = await hold();
  await expect(
    apply("two", 100, "create table made (a int)", "alter table busy add column two int"),
  ).rejects.toThrow("Migration two needs a lock on tables that are in use");
  await free();
  expect(await state("two")).toEqual({ applied: false, changed: false });
  expect([...(await worker`select to_regclass('made') as made`)]).toEqual([{ made: null }]);
});

test("a failing migration is not repeated, and is rolled back completely", async () => {
  await expect(
    apply("three", 60_000, "alter table busy add column three int", "alter table nowhere add column a int"),
  ).rejects.toMatchObject({ code: "42P01" });
  expect(await state("three")).toEqual({ applied: false, changed: false });
});
