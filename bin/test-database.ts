import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { preferMemory } from "@/bin/memory-folder";
import { migrate } from "@/db/migrate/migrate";
import { completeEnv } from "@/lib/base/env";
import { startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { storedSecrets } from "@/server/database/secrets";
import { isScratch, scratchFolder } from "@/server/processes/scratch";
import { bundlePrograms } from "@/testing/programs/bundle";
import { copyTemplateDatabase } from "@/testing/template";

/**
 * The suite's own database, created for the run and removed afterwards; never the database of the environment. Its
 * workers find it through the environment, as the program does.
 */
async function begin(): Promise<() => Promise<void>> {
  preferMemory();
  const scratch = scratchFolder();
  const dataDir = scratch.path;
  // Temporary files of tests are in this folder too, so that the files of a killed run are removed with it.
  const temporary = isScratch(tmpdir()) ? tmpdir() : join(dataDir, "tmp");
  mkdirSync(temporary, { recursive: true });
  await copyTemplateDatabase(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  completeEnv({
    ...storedSecrets(dataDir),
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    // Hundreds of programs are started, so they share compiled code.
    NODE_COMPILE_CACHE: join(dataDir, "compiled"),
    DATABASE_URL: postgres.connection.url,
    DATABASE_SOCKET: postgres.connection.socket ?? "",
    DATABASE_REPLICA_URL: "",
    APP_URL: "",
    PORT: "",
    LOG_LEVEL: "silent",
  });
  await migrate();
  return async () => {
    await postgres.stop();
    scratch.remove();
  };
}

/**
 * The Vitest projects of a run share one database, and each loads this module. The first one starts the database, and
 * the first one to end stops it.
 */
const run = globalThis as { cairnTestDatabase?: Promise<() => Promise<void>> | undefined };

export default async function testDatabase({ name }: TestProject): Promise<() => Promise<void>> {
  run.cairnTestDatabase ??= begin();
  await run.cairnTestDatabase;
  // The files of the other projects start no processes.
  const removePrograms = name === "database" ? () => {} : await bundlePrograms();
  return async () => {
    removePrograms();
    const end = run.cairnTestDatabase;
    run.cairnTestDatabase = undefined;
    await (await end)?.();
  };
}
