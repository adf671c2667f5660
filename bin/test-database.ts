import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@/db/migrate/migrate";
import { completeEnv } from "@/lib/base/env";
import { startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { storedSecrets } from "@/server/database/secrets";
import { isScratch, scratchFolder } from "@/server/processes/scratch";
import { copyTemplate } from "@/testing/template";

/**
 * The suite's own database, made for the run and removed afterwards; never the one that the environment names. Its
 * workers find it by the environment, as the program does.
 */
async function begin(): Promise<() => Promise<void>> {
  const scratch = scratchFolder();
  const dataDir = scratch.path;
  // Temporary files of tests are in it too, so that those of a killed run are removed with it.
  const temporary = isScratch(tmpdir()) ? tmpdir() : join(dataDir, "tmp");
  mkdirSync(temporary, { recursive: true });
  await copyTemplate(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  completeEnv({
    ...storedSecrets(dataDir),
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    // Hundreds of programs are started; what the first ones compiled need not be compiled again.
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

/** The projects of a run share one database, and each loads this module: the first starts it, the first to end stops it. */
const run = globalThis as { cairnTestDatabase?: Promise<() => Promise<void>> | undefined };

export default async function testDatabase(): Promise<() => Promise<void>> {
  run.cairnTestDatabase ??= begin();
  await run.cairnTestDatabase;
  return async () => {
    const end = run.cairnTestDatabase;
    run.cairnTestDatabase = undefined;
    await (await end)?.();
  };
}
