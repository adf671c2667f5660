import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@/db/migrate";
import { completeEnv } from "@/lib/env";
import { startEmbeddedPostgres } from "@/server/embedded-postgres";
import { keptSecrets } from "@/server/secrets";

/**
 * The suite's own database, made for it and thrown away: never the one that the environment names. Its workers get
 * to it by the environment, as the program does.
 */
export default async function testDatabase(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "cairn-test-"));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  completeEnv({
    ...keptSecrets(dataDir),
    DATA_DIR: dataDir,
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
    rmSync(dataDir, { recursive: true, force: true });
  };
}
