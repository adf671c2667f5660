import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext, TLSSocket } from "node:tls";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db";
import { completeEnv, env } from "@/lib/base/env";
import { freePort } from "@/server/database/embedded-postgres";
import { checkOwnDatabase } from "@/server/database/own-database";
import { App } from "@/testing/app";
import { separateDatabase } from "@/testing/database";

const folder = mkdtempSync(join(tmpdir(), "cairn-own-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
let password = "";
let before: { DATABASE_URL: string; DATABASE_SOCKET: string };
const servers: Server[] = [];
let app: App | null = null;

/** Runs statements as the superuser. */
async function asOwner(...statements: string[]): Promise<void> {
  const owner = postgres("postgres:///cairn", { host: before.DATABASE_SOCKET, username: "postgres", max: 1 });
  for (const statement of statements) await owner.unsafe(statement);
  await owner.end();
}

const postgresSocket = () => connect(join(before.DATABASE_SOCKET, ".s.PGSQL.5432"));

function joined(near: Socket | TLSSocket): void {
  const far = postgresSocket();
  near.pipe(far).pipe(near);
  near.on("error", () => far.destroy());
  far.on("error", () => near.destroy());
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Two ports of the database: one without TLS, and one with TLS only. */
const plainDoor = () => listening(createServer(joined));
const tlsDoor = (cert: string, key: string) =>
  listening(
    createServer((near) => {
      near.once("data", () => {
        near.write("S");
        joined(new TLSSocket(near, { isServer: true, secureContext: createSecureContext({ cert, key }) }));
      });
    }),
  );

beforeAll(async () => {
  database = await separateDatabase(folder);
  before = { DATABASE_URL: env.DATABASE_URL!, DATABASE_SOCKET: env.DATABASE_SOCKET! };
  password = new URL(before.DATABASE_URL).password;
  const hba = join(before.DATABASE_SOCKET, "pg_hba.conf");
  writeFileSync(hba, `local all guarded scram-sha-256\n${readFileSync(hba, "utf8")}`);
  await asOwner("create role guarded login password 'right'", "select pg_reload_conf()");
});
afterEach(async () => {
  await app?.kill();
  app = null;
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

/** The start's message about the database. */
async function messageOf(url: string): Promise<string> {
  completeEnv({ DATABASE_URL: url, DATABASE_SOCKET: "" });
  try {
    return await checkOwnDatabase({ stores: true }).then(
      () => "it starts",
      (error: Error) => `${error.constructor.name}: ${error.message}`,
    );
  } finally {
    completeEnv(before);
  }
}
const cannot = (why: string, at = "") =>
  expect.stringMatching(new RegExp(`^CannotStart: .*${at}.*cannot be used: ${why}`));
const waits = (why: string) =>
  expect.stringMatching(new RegExp(`^DatabaseUnavailable: .* cannot be used: ${why}`));

test("a wrong password, another database and another user are rejected with a message without the password", async () => {
  const port = await plainDoor();
  const wrong = await messageOf(`postgres://guarded:hush@127.0.0.1:${port}/cairn`);
  expect(wrong).toEqual(cannot("the password is wrong", `127.0.0.1:${port}/cairn`));
  expect(wrong).not.toContain("hush");
  expect(await messageOf(`postgres://cairn@127.0.0.1:${port}/elsewhere`)).toEqual(
    cannot("the database does not exist"),
  );
  expect(await messageOf(`postgres://nobody@127.0.0.1:${port}/cairn`)).toEqual(
    cannot("it rejects this user"),
  );
  expect(await messageOf(`postgres://cairn@127.0.0.1:${port}/cairn?no_such_setting=1`)).toEqual(
    cannot("it does not support one of its parameters"),
  );
});

test("the folder of a socket", async () => {
  expect(await messageOf(`postgres://cairn@/cairn?host=${before.DATABASE_SOCKET}`)).toBe("it starts");
  expect(await messageOf("postgres://cairn@/cairn?host=/nowhere")).toEqual(
    waits("the socket does not exist"),
  );
});

test("several hosts: the one that is up is used; without one that is reported, and no statement hangs", async () => {
  const [dead, other, port] = [await freePort(), await freePort(), await plainDoor()];
  expect(await messageOf(`postgres://cairn@127.0.0.1:${port},127.0.0.1:${dead}/cairn`)).toBe("it starts");
  app = await App.start({
    dataDir: join(folder, "several"),
    env: { DATABASE_URL: `postgres://cairn@127.0.0.1:${dead},127.0.0.1:${port}/cairn`, DATABASE_SOCKET: "" },
  });
  await expect.poll(async () => (await app!.call("GET /api/health/ready")).status).toBe(200);
  expect(await messageOf(`postgres://cairn@127.0.0.1:${dead},127.0.0.1:${other}/cairn`)).toEqual(
    waits("no server listens at this address"),
  );
});

test("without free connections, or on a read-only database, it waits with log lines; later it is not ready, with the reason", async () => {
  const port = await plainDoor();
  const url = `postgres://cairn@127.0.0.1:${port}/cairn`;
  await asOwner("alter database cairn connection limit 0");
  app = await App.start({ dataDir: join(folder, "waits"), env: { DATABASE_URL: url, DATABASE_SOCKET: "" } });
  const lines = () => app!.logLines.join("");
  const ready = async () => JSON.parse((await app!.call("GET /api/health/ready")).text);
  await expect.poll(lines).toContain("it has no free connections for this user");
  await asOwner(
    "alter role cairn in database cairn set default_transaction_read_only = on",
    "alter database cairn connection limit -1",
  );
  await expect.poll(lines).toContain("it is read-only");
  expect(await ready()).toEqual({ status: "not ready", reason: "starting" });
  const makeReadOnly = (state: "on" | "off") =>
    asOwner(
      `alter role cairn in database cairn set default_transaction_read_only = ${state}`,
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'cairn'",
    );
  await makeReadOnly("off");
  await expect.poll(ready).toEqual({ status: "ready" });
  await makeReadOnly("on");
  await expect.poll(ready).toEqual({ status: "not ready", reason: "database only reads" });
  expect((await app!.call("GET /api/health/live")).status).toBe(200);
  await makeReadOnly("off");
  await expect.poll(ready).toEqual({ status: "ready" });
  expect(await sql`select 1 as n`).toMatchObject([{ n: 1 }]);
});

function openssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("SKIPPED: openssl is not installed, so no certificate can be made for the tests of TLS.");
    return false;
  }
}

describe.runIf(openssl())("TLS", () => {
  const own = join(folder, "tls");
  const [certFile, keyFile] = [join(own, "cert.pem"), join(own, "key.pem")];
  let port = 0;
  const url = (query: string, host = "localhost") =>
    `postgres://cairn:${password}@${host}:${port}/cairn?${query}`;

  beforeAll(() => {
    mkdirSync(own);
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"].concat(
        [
          "-subj",
          "/CN=localhost",
          "-addext",
          "subjectAltName=DNS:localhost",
          "-keyout",
          keyFile,
          "-out",
          certFile,
        ],
      ),
      { stdio: "ignore" },
    );
  });
  const open = async () => {
    port = await tlsDoor(readFileSync(certFile, "utf8"), readFileSync(keyFile, "utf8"));
  };

  test("require uses TLS without checking the certificate; verify-full checks it against the configured ones", async () => {
    await open();
    expect(await messageOf(url("sslmode=require"))).toBe("it starts");
    expect(await messageOf(url("sslmode=prefer"))).toBe("it starts");
    expect(await messageOf(url("sslmode=verify-full"))).toEqual(cannot("its certificate is self-signed"));
    expect(await messageOf(url(`sslmode=verify-full&sslrootcert=${certFile}`))).toBe("it starts");
    expect(await messageOf(url(`sslmode=verify-full&sslrootcert=${certFile}`, "127.0.0.1"))).toEqual(
      cannot("its certificate is for another host"),
    );
    expect(await messageOf(url(`sslmode=verify-ca&sslrootcert=${certFile}`, "127.0.0.1"))).toBe("it starts");
    expect(await messageOf(url("sslmode=verify-full&sslrootcert=/nowhere.pem"))).toContain(
      "CannotStart: /nowhere.pem, the sslrootcert of DATABASE_URL, can't be read (ENOENT).",
    );
  });

  test("required TLS that is not offered is reported; prefer continues without", async () => {
    port = await plainDoor();
    expect(await messageOf(url("sslmode=require", "127.0.0.1"))).toEqual(cannot("it does not support TLS"));
    expect(await messageOf(url("sslmode=prefer", "127.0.0.1"))).toBe("it starts");
  });
});
