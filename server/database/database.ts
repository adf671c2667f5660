import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { disconnect } from "@/db";
import { ensureTimeouts } from "@/db/timeouts";
import { CannotStart } from "@/lib/base/cannot-start";
import { completeEnv, env } from "@/lib/base/env";
import { type EmbeddedConnection, startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { checkOwnDatabase } from "@/server/database/own-database";
import { storedSecrets } from "@/server/database/secrets";
import { type ProcessLock, tryLock, waitForLock } from "@/server/processes/lock";

/**
 * Coordinates the processes that use the embedded database, with two locks in the data folder:
 *
 * - `owner`, held by the one process that has Postgres as its child: a server, or a command when no server runs;
 * - `use`, shared by commands that use another process's Postgres. The owner holds it exclusively while Postgres starts
 *   or stops, so that no command finds Postgres half started or loses it.
 *
 * The kernel releases the locks when their holder dies.
 */
export type OpenDatabase = { close(): Promise<void> };
type Events = { log?: (line: string) => void; onExit?: (error: Error) => void };

const minute = 60_000;

const paths = (dataDir: string) => ({
  owner: join(dataDir, "owner.lock"),
  use: join(dataDir, "use.lock"),
  server: join(dataDir, "server.lock"),
  running: join(dataDir, "server.json"),
  connection: join(dataDir, "postgres.json"),
});

function folder(): string {
  const dataDir = env.DATA_DIR;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  } catch (error) {
    const code = (error as { code?: string }).code;
    throw new CannotStart(
      `The data folder ${dataDir} can't be created (${code}). Set DATA_DIR to another folder.`,
    );
  }
  return dataDir;
}

/** Allows one server for each data folder. The lock is held until the process ends. */
export function claimDataDir(address: string): ProcessLock {
  const dataDir = folder();
  const { server, running } = paths(dataDir);
  const lock = tryLock(server, "exclusive");
  if (!lock) {
    const other = readJson<{ pid: number; address: string }>(running);
    const who = other ? ` (process ${other.pid}, ${other.address})` : "";
    throw new CannotStart(
      `Cairn is already running on ${dataDir}${who}. Stop it, or give this one its own DATA_DIR and PORT.`,
    );
  }
  writeFileSync(running, JSON.stringify({ pid: process.pid, address }));
  return {
    release() {
      rmSync(running, { force: true });
      lock.release();
    },
  };
}

/** Prepares the server's database address, until it is closed. An external database may still be down. */
export async function openDatabase({ log = () => {}, onExit }: Events = {}): Promise<OpenDatabase> {
  const dataDir = folder();
  if (env.DATABASE_URL) {
    completeSecrets(dataDir, false);
    return { close: async () => {} };
  }
  completeSecrets(dataDir, true);
  const owner = await waitForLock(paths(dataDir).owner, "exclusive", {
    timeout: 5 * minute,
    onWait: () => log("Waiting for a command that uses the database."),
  });
  if (!owner)
    throw new CannotStart(
      `Another command has been using the database in ${dataDir} for minutes. Wait for it to end, or stop it.`,
    );
  return own(dataDir, owner, { log, ...(onExit ? { onExit } : {}) });
}

/**
 * Runs a command's `work` with the database of the running server, or with one that is started for the call. `work`
 * must check itself if the database is migrated.
 */
export async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  const database = await openForCommand();
  try {
    return await work();
  } finally {
    await disconnect();
    await database.close();
  }
}

async function openForCommand(): Promise<OpenDatabase> {
  if (env.DATABASE_URL) {
    const opened = await openDatabase();
    await checkOwnDatabase({ stores: false });
    await ensureTimeouts();
    return opened;
  }
  const dataDir = folder();
  completeSecrets(dataDir, true);
  const files = paths(dataDir);
  const until = performance.now() + minute;
  while (performance.now() < until) {
    const owner = tryLock(files.owner, "exclusive");
    if (owner) return own(dataDir, owner, {});
    const use = tryLock(files.use, "shared");
    if (use) {
      const connection = readJson<EmbeddedConnection>(files.connection);
      if (connection && (await answers(connection))) {
        publish(connection);
        return {
          async close() {
            use.release();
            publish(null);
          },
        };
      }
      // The owner of this Postgres died a moment ago.
      use.release();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new CannotStart(`The database in ${dataDir} has been starting or stopping for a minute. Try again.`);
}

/** Starts Postgres as the holder of `owner`; closing waits for the commands that still use it. */
async function own(dataDir: string, owner: ProcessLock, events: Events): Promise<OpenDatabase> {
  const files = paths(dataDir);
  const log = events.log ?? (() => {});
  const alone = (timeout: number) => waitForLock(files.use, "exclusive", { timeout });
  // Commands that used the Postgres of a killed owner see the lost connection themselves.
  const starting = await alone(10_000);
  try {
    const running = await startEmbeddedPostgres({
      dataDir,
      listen: env.DATABASE_LISTEN || undefined,
      ...events,
    });
    writeFileSync(files.connection, JSON.stringify(running.connection), { mode: 0o600 });
    publish(running.connection);
    return {
      async close() {
        const stopping = await alone(15_000);
        if (!stopping) log("A command still uses the database. Stopping the database anyway.");
        rmSync(files.connection, { force: true });
        await running.stop();
        publish(null);
        stopping?.release();
        owner.release();
      },
    };
  } catch (error) {
    owner.release();
    throw error;
  } finally {
    starting?.release();
  }
}

function publish(connection: EmbeddedConnection | null) {
  completeEnv({ DATABASE_URL: connection?.url ?? "", DATABASE_SOCKET: connection?.socket ?? "" });
}

/** The embedded database needs no external cron: without CRON_SECRET those routes stay closed. */
function completeSecrets(dataDir: string, embedded: boolean) {
  const { NEXTAUTH_SECRET, CRON_SECRET, ENCRYPTION_KEY } = env;
  const missing = {
    ...(NEXTAUTH_SECRET ? {} : { NEXTAUTH_SECRET }),
    ...(ENCRYPTION_KEY ? {} : { ENCRYPTION_KEY }),
    ...(CRON_SECRET || !embedded ? {} : { CRON_SECRET }),
  };
  if (Object.keys(missing).length === 0) return;
  const stored = storedSecrets(dataDir);
  completeEnv(
    Object.fromEntries(Object.keys(missing).map((name) => [name, stored[name as keyof typeof stored]])),
  );
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}

async function answers({ url, socket }: EmbeddedConnection): Promise<boolean> {
  const client = postgres(url, { ...(socket ? { host: socket } : {}), max: 1, connect_timeout: 5 });
  try {
    await client`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await client.end({ timeout: 1 });
  }
}
