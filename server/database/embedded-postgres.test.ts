import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import {
  type EmbeddedConnection,
  freePort,
  startEmbeddedPostgres,
} from "@/server/database/embedded-postgres";
import { endPostmaster, postmasterOf } from "@/server/database/postmaster-file";

const folder = mkdtempSync(join(tmpdir(), "cairn-pg-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const root = join(import.meta.dirname, "../..");

async function query<T>(
  connection: EmbeddedConnection,
  question: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const host = connection.socket ? { host: connection.socket } : {};
  const sql = postgres(connection.url, { ...host, max: 1, onnotice: () => {} });
  try {
    return await question(sql);
  } finally {
    await sql.end();
  }
}

/** Starts the database from another process, which can be killed. */
function inAnotherProcess(dataDir: string): Promise<{ pid: number; kill(): Promise<void> }> {
  const code = `
    const { startEmbeddedPostgres } = await import("@/server/database/embedded-postgres.ts");
    const started = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    process.stdout.write(String(started.pid()) + "\\n");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", code], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    child.stdout.once("data", (text) => {
      resolve({
        pid: Number(String(text)),
        kill: () =>
          new Promise((done) => {
            child.once("exit", () => done());
            child.kill("SIGKILL");
          }),
      });
    });
  });
}

test("committed data survives a restart, and nothing runs in between", async () => {
  const dataDir = join(folder, "again");
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  await query(first.connection, (sql) => sql`create table kept as select 7 as n`);
  await first.stop();
  expect(postmasterOf(join(dataDir, "postgres"))).toBeNull();
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  const [row] = await query(second.connection, (sql) => sql`select n, current_user as who from kept`);
  expect(row).toEqual({ n: 7, who: "cairn" });
  await second.stop();
});

test("text is UTF-8, time is UTC, and commits wait for the disk, whatever the machine's own settings", async () => {
  const started = await startEmbeddedPostgres({ dataDir: join(folder, "settings") });
  const [row] = await query(
    started.connection,
    (sql) => sql`
      select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
        current_setting('fsync') as fsync, lower('ÄÖÅ') as lower`,
  );
  expect(row).toEqual({ encoding: "UTF8", zone: "UTC", fsync: "on", lower: "äöå" });
  await started.stop();
});

test("with a path too long for a socket it listens on loopback and requires a password", async () => {
  const started = await startEmbeddedPostgres({ dataDir: join(folder, "d".repeat(90)), durable: false });
  expect(started.connection.socket).toBeNull();
  const [row] = await query(started.connection, (sql) => sql`select host(inet_server_addr()) as address`);
  expect(row).toEqual({ address: "127.0.0.1" });
  const wrong = { ...started.connection, url: started.connection.url.replace(/:[0-9a-f]+@/, ":wrong@") };
  await expect(query(wrong, (sql) => sql`select 1`)).rejects.toMatchObject({ code: "28P01" });
  await started.stop();
});

test("after kill -9 of its starter the next start has the data", async () => {
  const dataDir = join(folder, "killed");
  const first = await inAnotherProcess(dataDir);
  const cluster = join(dataDir, "postgres");
  const connection = { url: "postgres://cairn@localhost:5432/cairn", socket: cluster };
  await query(connection, (sql) => sql`create table kept as select 7 as n`);
  await first.kill();
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(second.pid()).not.toBe(first.pid);
  expect(await query(second.connection, (sql) => sql`select n from kept`)).toEqual([{ n: 7 }]);
  await second.stop();
});

test("a leftover server that ignores the request to stop is killed, and the next one has the data", async () => {
  const dataDir = join(folder, "stuck");
  const cluster = join(dataDir, "postgres");
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  await query(first.connection, (sql) => sql`create table kept as select 7 as n`);
  const { url, socket } = first.connection;
  const reserved = postgres(url, { ...(socket ? { host: socket } : {}), max: 1, onnotice: () => {} });
  const [stuck] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`;
  process.kill(stuck!.pid, "SIGSTOP");
  await endPostmaster(cluster, 300);
  // The parent process restarts it.
  await expect
    .poll(() => query(first.connection, (sql) => sql`select n from kept`).catch(() => []))
    .toEqual([{ n: 7 }]);
  await reserved.end({ timeout: 0 });
  await first.stop();
});

test("after kill -9 of the database it restarts by itself, with the data", async () => {
  const started = await startEmbeddedPostgres({ dataDir: join(folder, "crash") });
  await query(started.connection, (sql) => sql`create table kept as select 7 as n`);
  const before = started.pid();
  process.kill(before!, "SIGKILL");
  await expect
    .poll(() => started.pid() !== before && postmasterOf(join(folder, "crash", "postgres")))
    .toBeTruthy();
  await expect
    .poll(() => query(started.connection, (sql) => sql`select n from kept`).catch(() => null))
    .toEqual([{ n: 7 }]);
  await started.stop();
});

test("a process ID in a leftover pid file that another program uses now is ignored", async () => {
  const dataDir = join(folder, "recycled");
  const cluster = join(dataDir, "postgres");
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  const file = readFileSync(join(cluster, "postmaster.pid"), "utf8");
  await first.stop();
  writeFileSync(join(cluster, "postmaster.pid"), file.replace(/^\d+/, String(process.ppid)));
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await query(second.connection, (sql) => sql`select 1 as n`)).toEqual([{ n: 1 }]);
  await second.stop();
});

test("an interrupted first start is begun again", async () => {
  const dataDir = join(folder, "cut");
  mkdirSync(join(dataDir, "postgres.new", "base"), { recursive: true });
  const started = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(existsSync(join(dataDir, "postgres.new"))).toBe(false);
  await started.stop();
});

test("a cluster of another version is rejected by name, and unchanged", async () => {
  const cluster = join(folder, "old", "postgres");
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, "PG_VERSION"), "16\n");
  await expect(startEmbeddedPostgres({ dataDir: join(folder, "old") })).rejects.toThrow(
    /was created by Postgres 16/,
  );
});

test("at DATABASE_LISTEN, SQL roles sign in with their password, and the superuser cannot", async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const started = await startEmbeddedPostgres({
    dataDir: join(folder, "listen"),
    durable: false,
    listen: address,
  });
  const [row] = await query(started.connection, (sql) => sql`select current_user as who`);
  expect(row).toEqual({ who: "cairn" });
  const admin = { ...started.connection, url: started.connection.url.replace("//cairn", "//postgres") };
  await query(admin, (sql) => sql`create role cairn_sql_test login password 'right'`);
  const over = (user: string, password: string) =>
    query(
      { url: `postgres://${user}:${password}@${address}/cairn`, socket: null },
      (sql) => sql`select 1 as one`,
    );
  expect(await over("cairn_sql_test", "right")).toMatchObject([{ one: 1 }]);
  await expect(over("cairn_sql_test", "wrong")).rejects.toMatchObject({ code: "28P01" });
  await expect(over("postgres", "right")).rejects.toMatchObject({ code: "28000" });
  await started.stop();
});
