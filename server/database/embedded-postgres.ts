import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { CannotStart } from "@/lib/base/cannot-start";
import { changeOwner, findRunner, type PostgresRunner } from "@/server/database/postgres-binaries";
import { endPostmaster, shutdownSignals } from "@/server/database/postmaster-file";

const version = "18";
const port = 5432;

/** Only SQL roles connect from other hosts, always with their password. */
const accessRules = (owner: string) => `local all all trust
host all ${owner} 127.0.0.1/32 scram-sha-256
host all /^cairn_sql_ all scram-sha-256
`;

export type EmbeddedConnection = { url: string; socket: string | null };
export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  pid(): number | null;
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log?: (line: string) => void;
  /** Postgres settings that override ours. */
  settings?: Record<string, string>;
  /** False for a temporary database: commits do not wait for the disk, so a power cut could corrupt it. */
  durable?: boolean;
  /** Where SQL roles may connect: an address and a port. */
  listen?: string | undefined;
  /** Called when Postgres keeps dying and is not restarted any more. */
  onExit?: (error: Error) => void;
};

/**
 * A real Postgres from the npm registry, with its files in `<dataDir>/postgres`, as a child of this process. The caller
 * holds the data folder's lock (`server/database/database.ts`), so a server that still runs in it is an orphan.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log = () => {}, durable = true } = options;
  const dataDir = usableFolder(options.dataDir);
  const cluster = join(dataDir, "postgres");
  const runner = findRunner(dataDir);
  const passwordFile = join(dataDir, "postgres-password");
  if (!existsSync(cluster)) await createCluster(runner, { dataDir, cluster, passwordFile, durable });
  checkVersion(cluster);
  await endPostmaster(cluster);
  changeOwner(runner.owner, cluster);

  // The socket is faster and not reachable from the network, but the kernel limits the length of its path.
  const [listenHost = "", listenPort = ""] = options.listen?.split(":") ?? [];
  const socket = Buffer.byteLength(join(cluster, `.s.PGSQL.${listenPort || port}`)) < 100 ? cluster : null;
  const tcpPort = listenPort ? Number(listenPort) : socket ? port : await freePort();
  const password = socket ? "" : `:${readFileSync(passwordFile, "utf8").trim()}`;
  const settings: Record<string, string> = {
    listen_addresses: [...new Set([socket ? "" : "127.0.0.1", listenHost])].filter(Boolean).join(","),
    port: String(tcpPort),
    unix_socket_directories: socket ?? "",
    unix_socket_permissions: "0700",
    max_connections: "100",
    shared_buffers: "256MB",
    max_wal_size: "2GB",
    jit: "off",
    // With the cost of hard disks, large reports read the whole ledger.
    random_page_cost: "1.1",
    shared_preload_libraries: "pg_stat_statements",
    ...{ timezone: "UTC", log_timezone: "UTC", lc_messages: "C" },
    // Errors in Postgres' log would contain the statement and so personal data; the program gets the errors anyway.
    log_min_messages: "log",
    ...(options.listen ? { hba_file: writeAccessRules(runner, dataDir) } : {}),
    ...(durable ? {} : { fsync: "off", full_page_writes: "off" }),
    ...options.settings,
  };
  const args = [
    "-D",
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];

  let stopping = false;
  let child = await launch(runner, args, log);
  const keepAlive = async () => {
    for (let starts: number[] = []; ; ) {
      await ended(child);
      if (stopping) return;
      const now = performance.now();
      starts = [...starts.filter((at) => now - at < 60_000), now];
      if (starts.length > 5)
        return options.onExit?.(new CannotStart("The embedded database keeps stopping."));
      const how = child.signalCode ?? `exit code ${child.exitCode}`;
      log(`The database stopped unexpectedly (${how}); starting it again.`);
      try {
        child = await launch(runner, args, log);
        if (stopping) await interrupt(child);
      } catch (error) {
        log((error as Error).message);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  };
  const running = keepAlive();

  return {
    connection: {
      url: `postgres://cairn${password}@${socket ? "localhost" : "127.0.0.1"}:${tcpPort}/cairn`,
      socket,
    },
    pid: () => child.pid ?? null,
    async stop() {
      stopping = true;
      await interrupt(child);
      await running;
    },
  };
}

function writeAccessRules(runner: PostgresRunner, dataDir: string): string {
  const file = join(dataDir, "postgres-access.conf");
  writeFileSync(file, accessRules("cairn"), { mode: 0o600 });
  if (runner.owner !== null) chownSync(file, runner.owner, runner.owner);
  return file;
}

function usableFolder(folder: string): string {
  try {
    // Other users may pass through, to the files of the database's own user, but cannot list the folder.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const probe = join(folder, ".write-test");
    writeFileSync(probe, "");
    rmSync(probe);
    return realpathSync(folder);
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ENOSPC") throw diskFull(folder);
    throw new CannotStart(`The data folder ${folder} cannot be written to (${code}).`);
  }
}

const diskFull = (folder: string) => new CannotStart(`The disk that holds ${folder} is full.`);

/**
 * The cluster is made under another name and renamed when complete, so that an interrupted start leaves no half-made
 * one.
 */
async function createCluster(
  runner: PostgresRunner,
  to: { dataDir: string; cluster: string; passwordFile: string; durable: boolean },
) {
  const aside = `${to.cluster}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { mode: 0o700 });
  if (runner.owner !== null) changeOwner(runner.owner, aside);
  try {
    const password = randomBytes(24).toString("hex");
    writeFileSync(to.passwordFile, `${password}\n`, { mode: 0o600 });
    await run(runner, "initdb", [
      "-D",
      aside,
      "-U",
      "postgres",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--auth-local=trust",
      "--auth-host=scram-sha-256",
      "--no-instructions",
      ...(to.durable ? [] : ["--no-sync"]),
    ]);
    const single = ["--single", "-D", aside, "-c", "log_min_messages=fatal", ...(to.durable ? [] : ["-F"])];
    const roles = [`create role cairn login password '${password}'`, "create database cairn owner cairn"];
    await run(runner, "postgres", [...single, "postgres"], roles);
    await run(runner, "postgres", [...single, "cairn"], ["create extension pg_stat_statements"]);
    renameSync(aside, to.cluster);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

function checkVersion(cluster: string) {
  const made = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  if (made === version) return;
  throw new CannotStart(
    `${cluster} was created by Postgres ${made}, but this version of Cairn contains ${version}.`,
  );
}

function begin(
  runner: PostgresRunner,
  program: "initdb" | "postgres",
  args: string[],
  input: boolean,
): ChildProcess {
  const [command, rest] = runner.command(program, args);
  // Postgres gets its own process group, because Ctrl-C is meant for us; we end it after the last write.
  return spawn(command, rest, {
    env: runner.env,
    detached: true,
    stdio: [input ? "pipe" : "ignore", "pipe", "pipe"],
    ...runner.identity,
  });
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) resolve();
    else child.once("exit", () => resolve());
  });

/** Keeps reading the output, because a full pipe would block Postgres. Returns the last lines. */
function listen(child: ChildProcess, onLine: (line: string) => void = () => {}): () => string[] {
  let last: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      last = [...last, ...lines].slice(-20);
      lines.forEach(onLine);
    });
  }
  return () => last;
}

function failure(what: string, lines: string[], folder: string): CannotStart {
  const text = lines.join("\n");
  if (/No space left on device|Disk quota exceeded/.test(text)) return diskFull(folder);
  const message =
    lines.findLast((line) => /FATAL|PANIC|error:|could not/.test(line)) ?? lines.at(-1) ?? "no output";
  return new CannotStart(`${what}: ${message.replace(/^.*?(FATAL|PANIC):\s*/, "").trim()}`);
}

async function run(
  runner: PostgresRunner,
  program: "initdb" | "postgres",
  args: string[],
  statements?: string[],
) {
  const child = begin(runner, program, args, statements !== undefined);
  const last = listen(child);
  child.stdin?.on("error", () => {}).end(statements?.map((statement) => `${statement};\n`).join(""));
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null)).once("close", resolve);
  });
  const lines = last();
  // The single-user server exits with 0 even when a statement failed.
  if (code !== 0 || lines.some((line) => /\b(ERROR|FATAL):/.test(line))) {
    throw failure("The embedded database can't be created", lines, args[args.indexOf("-D") + 1] ?? "");
  }
}

async function launch(
  runner: PostgresRunner,
  args: string[],
  log: (line: string) => void,
): Promise<ChildProcess> {
  const child = begin(runner, "postgres", args, false);
  const slow = setTimeout(() => log("The database was not stopped properly and is recovering."), 5000);
  try {
    await new Promise<void>((resolve, reject) => {
      let ready = false;
      const last = listen(child, (line) => {
        if (!ready && /database system is ready to accept (read-only )?connections/.test(line)) {
          ready = true;
          resolve();
        } else if (ready && /\b(FATAL|PANIC):/.test(line)) {
          log(line);
        }
      });
      child.once("error", (error) =>
        reject(new CannotStart(`The embedded database can't be run: ${error.message}`)),
      );
      child.once("close", () => {
        if (!ready) reject(failure("The embedded database does not start", last(), args[1] ?? ""));
      });
    });
  } finally {
    clearTimeout(slow);
  }
  return child;
}

/** Shuts down fast, with harder signals if that hangs. Committed data is safe in each case. */
async function interrupt(child: ChildProcess) {
  for (const [signal, timeoutMs] of shutdownSignals(30_000)) {
    child.kill(signal);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, timeoutMs, "late");
    });
    const outcome = await Promise.race([ended(child), late]);
    clearTimeout(timer);
    if (outcome !== "late") return;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
