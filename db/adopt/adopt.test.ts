import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { plainClient } from "@/db/client/plain-client";
import { applyMigration, makeJournal } from "@/db/migrate/apply-migration";
import { checkMigrated, migrate } from "@/db/migrate/migrate";
import known from "@/db/migrations/meta/_journal.json" with { type: "json" };
import { version } from "@/lib/base/version";
import { databaseCatalogue } from "@/testing/catalogue";
import { separateDatabase } from "@/testing/database";
import { lastRelease } from "@/testing/release";

/** The baseline and every migration since. */
const migrations = known.entries.map(({ tag }) => tag);

/** As the migrator connects: the statements of a migration are about all projects. */
let on: postgres.Sql;
const folder = mkdtempSync(join(tmpdir(), "cairn-adopt-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
let fresh: string[] = [];

const last = lastRelease();
const old = "unknown" in last || last.version !== "0.2.0" ? null : last;
if (!old)
  console.warn("SKIPPED: no database of 0.2 is adopted, because its migrations are not in this history.");

beforeAll(async () => {
  database = await separateDatabase(join(folder, "database"));
  on = plainClient();
  fresh = await databaseCatalogue(on);
  if (!old) return;
  const packed = execFileSync("git", ["archive", old.commit, "db/migrations"], { maxBuffer: 2 ** 30 });
  mkdirSync(join(folder, "old"));
  execFileSync("tar", ["-x", "-C", join(folder, "old")], { input: packed });
});
afterAll(async () => {
  await on.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await on.unsafe("drop schema public cascade; create schema public; drop schema drizzle cascade");
  await makeJournal(on);
});

/** The database as 0.2 leaves it, without its last `less` migrations. */
async function anOldDatabase(less = 0): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: join(folder, "old", "db", "migrations") });
  for (const each of migrations.slice(0, migrations.length - less)) await applyMigration(on, each, each.hash);
}

/** The sections of the step to 0.3 that states of the development had applied one by one. */
const sections = [
  ...readFileSync("db/adopt/0.2-to-0.3.sql", "utf8").matchAll(
    /^--> section (\d+) .*\n((?:(?!--> section)[^\n]*\n?)*)/gm,
  ),
].map(([, at, text]) => ({ at: Number(at), statements: text!.split("--> statement-breakpoint") }));

const journal = async () =>
  [...(await on`select created_at::float8 as at from drizzle.__drizzle_migrations order by id`)].map(
    ({ at }) => at,
  );

test.skipIf(!old)("a database of 0.2 becomes identical to a new one, and keeps its rows", async () => {
  await anOldDatabase();
  await on`
    insert into ledger (project_id, day, campaign_id, measure, creative_id, count)
    values (7, '2026-01-01', 3, 'clicks', 'banner', 2)`;
  expect(await migrate()).toEqual({ applied: migrations, note: null });
  expect(await databaseCatalogue(on)).toEqual(fresh);
  expect(await journal()).toHaveLength(migrations.length);
  expect(await on`select level, ad_id from ad_ids`).toEqual([{ level: "creative", ad_id: "banner" }]);
  expect(await migrate()).toEqual({ applied: [], note: null });
  expect(await checkMigrated()).toEqual({ applied: [], note: null });
});

test.skipIf(!old)("stored values of 0.2 become those of 0.3, and all others stay", async () => {
  await anOldDatabase();
  await on`insert into accounts (name) values ('Agency')`;
  const settings = {
    meta_key: { sealed: "c2VjcmV0", set_by: "ada@cairn.example" },
    attribution: { clickDays: 7 },
  };
  await on`
    insert into projects (account_id, name, slug, settings, held_at)
    select id, 'App', 'app', ${JSON.stringify(settings)}::text::jsonb, '2026-01-01' from accounts`;
  await on`
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, reason)
    select 7, gen_random_uuid(), 1, reason, 'install', 'a', now(), state, reason
    from (values ('held', 'fraud_held'), ('skipped', 'never_told'), ('skipped', 'no_rule')) as of (state, reason)`;
  await on`
    insert into recuts (project_id, state, from_zone, to_zone, from_currency, to_currency, amounts, made_by, made_at, total)
    values (7, 'CUTTING', 'UTC', 'Asia/Tokyo', 'USD', 'USD', 'keep', 'Ada', now(), 0)`;
  await on`
    insert into audit_log (account_id, actor, action)
    select 1, 'Ada', unnest(array['project.recut', 'project.hold', 'spend.tell', 'install.mend', 'project.change'])`;
  await on`
    insert into task_leases (task, lease_until)
    select unnest(array['recut', 'recut 7', 'fold', 'walks', 'alerts', 'backup']), now()`;
  await migrate();
  const [project] = await on`select settings, frozen_at from projects`;
  expect(project).toEqual({
    settings: { ...settings, meta_key: { encrypted: "c2VjcmV0", set_by: "ada@cairn.example" } },
    frozen_at: new Date("2026-01-01T00:00:00Z"),
  });
  expect(await on`select state, reason from deliveries order by event_uid`).toEqual([
    { state: "withheld", reason: "fraud_withheld" },
    { state: "skipped", reason: "not_sent_before" },
    { state: "skipped", reason: "no_rule" },
  ]);
  expect(await on`select state, created_by from recalculations`).toEqual([
    { state: "SWITCHING", created_by: "Ada" },
  ]);
  expect((await on`select action from audit_log order by id`).map(({ action }) => action)).toEqual([
    "project.recalculated",
    "project.freeze",
    "spend.report",
    "install.repair",
    "project.change",
  ]);
  expect((await on`select task from task_leases order by task`).map(({ task }) => task)).toEqual([
    "alerts",
    "backup",
    "compaction",
    "cursors",
    "recalculation",
    "recalculation 7",
  ]);
});

test.skipIf(!old)("so does a database from any development version of 0.3", async () => {
  expect(sections.length).toBeGreaterThan(5);
  for (const many of [3, sections.length]) {
    await on.unsafe("drop schema public cascade; create schema public; drop schema drizzle cascade");
    await makeJournal(on);
    await anOldDatabase();
    for (const { at, statements } of sections.slice(0, many))
      await applyMigration(on, { sql: statements, hash: "", folderMillis: at, bps: true }, "a section");
    await migrate();
    expect(await databaseCatalogue(on)).toEqual(fresh);
    expect(await journal()).toHaveLength(migrations.length);
  }
});

test.skipIf(!old)("an older database is rejected with instructions, and stays unchanged", async () => {
  await anOldDatabase(1);
  const before = { catalogue: await databaseCatalogue(on), journal: await journal() };
  const refusal =
    `The database was last migrated by a version before 0.2, and this is Cairn ${version}. ` +
    "Start version 0.2 once, then upgrade again.";
  await expect(migrate()).rejects.toThrow(refusal);
  await expect(checkMigrated()).rejects.toThrow(refusal);
  expect({ catalogue: await databaseCatalogue(on), journal: await journal() }).toEqual(before);
});

test.skipIf(!old)("a failing step changes nothing, and succeeds once its cause is removed", async () => {
  await anOldDatabase();
  await on`create table ad_ids (a int)`;
  const before = { catalogue: await databaseCatalogue(on), journal: await journal() };
  await expect(migrate()).rejects.toThrow('relation "ad_ids" already exists');
  expect({ catalogue: await databaseCatalogue(on), journal: await journal() }).toEqual(before);
  await on`drop table ad_ids`;
  await migrate();
  expect(await databaseCatalogue(on)).toEqual(fresh);
});

test("a database with migrations unknown to 0.2 and this version is rejected", async () => {
  await on`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`;
  await expect(migrate()).rejects.toThrow(
    `The database was migrated by another version of Cairn: one migration is unknown to this version, ${version}.`,
  );
});
