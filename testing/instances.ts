import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { disconnect } from "@/db";
import { completeEnv, env } from "@/lib/base/env";
import { separateDatabase } from "@/testing/database";

/** An instance: its database and its secret. */
export type Instance = { url: string; key: string };

/**
 * Databases of several instances, in one separate Postgres. `at` runs a function with one of them as this process's
 * database, and returns its result.
 */
export async function instances() {
  const folder = mkdtempSync(join(tmpdir(), "cairn-instances-"));
  const database = await separateDatabase(folder);
  const first = env.DATABASE_URL!;
  const owner = postgres(first.replace("//cairn", "//postgres"), { host: env.DATABASE_SOCKET!, max: 1 });
  let serial = 0;
  return {
    folder,
    async instance(key: string): Promise<Instance> {
      const name = `instance_${++serial}`;
      // A copy of the migrated database. Postgres copies only databases without connections.
      await disconnect();
      await owner`create database ${owner(name)} owner cairn template ${owner(new URL(first).pathname.slice(1))}`;
      const url = new URL(first);
      url.pathname = `/${name}`;
      return { url: url.href, key };
    },
    async at<T>({ url, key }: Instance, work: () => Promise<T>): Promise<T> {
      await disconnect();
      completeEnv({ DATABASE_URL: url, ENCRYPTION_KEY: key });
      try {
        return await work();
      } finally {
        await disconnect();
      }
    },
    async end(): Promise<void> {
      await owner.end();
      completeEnv({ DATABASE_URL: first });
      await database.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
