import { join } from "node:path";
import { disconnect } from "@/db";
import { migrate } from "@/db/migrate/migrate";
import { completeEnv } from "@/lib/base/env";
import { startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { copyTemplateDatabase } from "@/testing/template";

/** A database for one test file that would disturb other tests. All code in the file uses it from now on. */
export async function separateDatabase(folder: string): Promise<{ end(): Promise<void> }> {
  await copyTemplateDatabase(join(folder, "database"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "database"), durable: false });
  const { url, socket } = postgres.connection;
  completeEnv({ DATABASE_URL: url, DATABASE_SOCKET: socket ?? "" });
  await migrate();
  return {
    async end() {
      await disconnect();
      await postgres.stop();
    },
  };
}
