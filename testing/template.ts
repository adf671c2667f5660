import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@/db/migrate/migrate";
import { completeEnv } from "@/lib/base/env";
import { startEmbeddedPostgres } from "@/server/database/embedded-postgres";

const root = join(import.meta.dirname, "..");
const cache = join(root, "node_modules", ".cache", "cairn-database");
const parts = ["postgres", "postgres-password"];
const day = 24 * 60 * 60 * 1000;

/** A hash that changes with every source of the migrated database. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const folders = ["db/migrations", "db/migrate", "server/database"];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /(\.sql|(?<!\.test)\.ts)$/.test(name))
      .sort()
      .map((name) => join(root, folder, name)),
  );
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  const others = [
    "db/migrations/meta/_journal.json",
    `node_modules/${binaries}/package.json`,
    "package.json",
  ];
  for (const file of [...sources, ...others.map((name) => join(root, name))])
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 20);
}

function copy(from: string, to: string) {
  mkdirSync(to, { recursive: true, mode: 0o711 });
  for (const part of parts) cpSync(join(from, part), join(to, part), { recursive: true });
  chmodSync(join(to, "postgres"), 0o700);
}

/**
 * Renamed when complete, because two runs may create it at the same time, and a killed run must not leave half of it.
 */
async function makeTemplate(template: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cairn-template-"));
  const { DATABASE_URL = "", DATABASE_SOCKET = "" } = process.env;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, "new-"));
  try {
    chmodSync(folder, 0o711);
    const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
    completeEnv({
      DATABASE_URL: postgres.connection.url,
      DATABASE_SOCKET: postgres.connection.socket ?? "",
    });
    try {
      await migrate();
    } finally {
      completeEnv({ DATABASE_URL, DATABASE_SOCKET });
      await postgres.stop();
    }
    copy(folder, aside);
    renameSync(aside, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(aside, { recursive: true, force: true });
  }
}

function dropUnused(template: string) {
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (folder !== template && Date.now() - used > day) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies a migrated database into a data folder for `startEmbeddedPostgres`. The template is created once for each
 * state of the migrations, so that runs need neither `initdb` nor migrations.
 */
export async function copyTemplateDatabase(dataDir: string): Promise<void> {
  const template = join(cache, fingerprint());
  if (!existsSync(template)) await makeTemplate(template);
  const now = new Date();
  utimesSync(template, now, now);
  dropUnused(template);
  copy(template, dataDir);
}
