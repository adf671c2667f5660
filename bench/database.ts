import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, disconnect, type Sql } from "@/db";
import { migrate } from "@/db/migrate/migrate";
import { makeCurrentMonths } from "@/db/months";
import { completeEnv } from "@/lib/base/env";
import { startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { storedSecrets } from "@/server/database/secrets";

/** A new database that is removed afterwards. Commits are durable unless only reads are measured. */
export async function withNewDatabase(
  run: (dataDir: string) => Promise<void>,
  { durable = true, ...more }: { durable?: boolean; LOG_LEVEL?: string } = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "cairn-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir, durable });
  try {
    completeEnv({
      ...storedSecrets(dataDir),
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.connection.url,
      DATABASE_SOCKET: postgres.connection.socket ?? "",
      TRUSTED_PROXY_HOPS: "1",
      APPLE_ADSERVICES_URL: "off",
      LOG_LEVEL: "warn",
      ...more,
    });
    await migrate();
    await makeCurrentMonths();
    await run(dataDir);
  } finally {
    await disconnect();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * A connection for statements that load millions of rows. On a slow machine each takes minutes, and a connection of the
 * pool is closed when a statement has no answer after 18 seconds.
 */
export async function patientConnection(): Promise<Sql> {
  const client = connect({ max: 1, patient: true });
  await client`set statement_timeout = 0`;
  return client;
}
