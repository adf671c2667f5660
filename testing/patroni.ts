import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { freePort } from "@/server/database/embedded-postgres";
import { changeOwner, findRunner } from "@/server/database/postgres-binaries";
import { postmasterOf } from "@/server/database/postmaster-file";

const programs = ["patroni", "etcd", "haproxy", "pg_isready"] as const;

/** Programs for a cluster that this machine lacks, by their Debian package names. */
export function missingClusterPrograms(): string[] {
  const packages = {
    patroni: "patroni",
    etcd: "etcd-server",
    haproxy: "haproxy",
    pg_isready: "postgresql-client",
  };
  return programs
    .filter((program) => {
      try {
        execFileSync("which", [program], { stdio: "ignore" });
        return false;
      } catch {
        return true;
      }
    })
    .map((program) => packages[program]);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const password = "failover";

type Node = { name: string; folder: string; port: number; rest: number; process: ChildProcess };

/**
 * Two Postgres servers under Patroni with synchronous commits, etcd for consensus, and HAProxy in front: the setup of
 * `docs/high-availability.md` on one machine.
 */
export class PatroniCluster {
  readonly nodes: Node[] = [];
  private readonly folder: string;
  private readonly children: ChildProcess[] = [];
  private proxyPort = 0;
  private etcdPort = 0;
  private runner = findRunner("/");

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async begin(folder: string): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(folder);
    cluster.runner = findRunner(folder);
    await cluster.startEtcd();
    cluster.makePrograms();
    for (const name of ["a", "b"]) {
      cluster.nodes.push(await cluster.startNode(name));
      await cluster.untilRole(name, name === "a" ? "primary" : "sync_standby");
    }
    await cluster.startProxy();
    await cluster.makeDatabase();
    return cluster;
  }

  /** The address through HAProxy, which queries Patroni for the primary. */
  get behindProxy(): string {
    return `postgres://cairn:${password}@127.0.0.1:${this.proxyPort}/cairn`;
  }

  /** The addresses of both servers, of which the driver uses the primary. */
  get bothHosts(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
    return `postgres://cairn:${password}@${hosts}/cairn?sslmode=disable`;
  }

  async primary(): Promise<Node> {
    for (let i = 0; i < 600; i++) {
      for (const node of this.nodes) if (await this.is(node, "primary")) return node;
      await pause(50);
    }
    throw new Error("No node of the cluster is the primary.");
  }

  /** Kills Postgres between two instructions, like a machine that runs out of memory. */
  kill(node: Node): void {
    const pid = postmasterOf(join(node.folder, "postgres"));
    if (pid === null) throw new Error(`Postgres of ${node.name} does not run.`);
    // Its child processes end when they notice.
    process.kill(pid, "SIGKILL");
  }

  async end(): Promise<void> {
    for (const child of this.children.reverse()) {
      child.kill("SIGTERM");
      const exited = new Promise((resolve) => child.once("exit", resolve));
      await Promise.race([child.exitCode === null ? exited : null, pause(10_000)]);
      child.kill("SIGKILL");
    }
  }

  async untilRole(name: string, role: "primary" | "sync_standby" | "replica"): Promise<void> {
    const node = this.nodes.find((one) => one.name === name) as Node;
    for (let i = 0; i < 1200; i++) {
      if (await this.is(node, role === "sync_standby" ? "synchronous" : role)) return;
      await pause(50);
    }
    throw new Error(`${name} has not become ${role}; its log is ${join(node.folder, "patroni.log")}.`);
  }

  private async is(node: Node, question: string): Promise<boolean> {
    const response = await fetch(`http://127.0.0.1:${node.rest}/${question}`).catch(() => null);
    return response?.status === 200;
  }

  /** Runs as the user that Postgres accepts. */
  private spawn(log: string, command: string, args: string[], own = false): ChildProcess {
    const [shell = command, ...before] = own ? this.runner.prefix : [];
    const out = openSync(log, "a");
    const child = spawn(shell, own ? [...before, command, ...args] : args, {
      stdio: ["ignore", out, out],
      env: { ...this.runner.env, LC_ALL: "C", HOME: this.folder },
      ...(own ? this.runner.identity : {}),
    });
    this.children.push(child);
    return child;
  }

  private async startEtcd(): Promise<void> {
    this.etcdPort = await freePort();
    const peer = await freePort();
    const client = `http://127.0.0.1:${this.etcdPort}`;
    const between = `http://127.0.0.1:${peer}`;
    this.spawn(join(this.folder, "etcd.log"), "etcd", [
      ...["--data-dir", join(this.folder, "etcd"), "--name", "one", "--initial-cluster", `one=${between}`],
      ...["--listen-client-urls", client, "--advertise-client-urls", client],
      ...["--listen-peer-urls", between, "--initial-advertise-peer-urls", between, "--unsafe-no-fsync"],
    ]);
    for (let i = 0; i < 200; i++) {
      const health = await fetch(`${client}/health`).catch(() => null);
      if (health?.ok) return;
      await pause(50);
    }
    throw new Error(`etcd does not start; its log is ${join(this.folder, "etcd.log")}.`);
  }

  /** Patroni requires all programs in one folder. The embedded Postgres lacks the one that reads pg_control. */
  private makePrograms(): void {
    const folder = join(this.folder, "bin");
    mkdirSync(folder);
    for (const program of ["postgres", "initdb", "pg_ctl"]) {
      symlinkSync(join(this.runner.programs, program), join(folder, program));
    }
    const isReady = execFileSync("which", ["pg_isready"], { encoding: "utf8" }).trim();
    symlinkSync(isReady, join(folder, "pg_isready"));
    writeFileSync(join(folder, "pg_controldata"), controlData);
    chmodSync(join(folder, "pg_controldata"), 0o755);
  }

  private async startNode(name: string): Promise<Node> {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    const [port, rest] = [await freePort(), await freePort()];
    const data = join(folder, "postgres");
    const settings = {
      ttl: 20,
      loop_wait: 1,
      retry_timeout: 3,
      synchronous_mode: true,
      // Failover does not wait for a killed primary, because the standby has every acknowledged commit.
      primary_start_timeout: 0,
      master_start_timeout: 0,
      postgresql: {
        use_slots: false,
        parameters: { max_connections: 100, shared_buffers: "64MB", max_wal_senders: 5 },
      },
    };
    const config = {
      scope: "cairn",
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { hosts: `127.0.0.1:${this.etcdPort}` },
      bootstrap: { dcs: settings, initdb: [{ encoding: "UTF8" }, { locale: "C" }] },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: join(this.folder, "bin"),
        // Without pg_basebackup: copies the primary's files, as Postgres' documentation describes.
        create_replica_methods: ["copy"],
        copy: {
          command: `${process.execPath} ${join(this.folder, "copy.mjs")}`,
          keep_data: false,
          no_params: true,
        },
        authentication: {
          superuser: { username: "postgres", password },
          replication: { username: "standby", password },
        },
        parameters: { unix_socket_directories: folder },
        pg_hba: [
          "local all all trust",
          "host all all 127.0.0.1/32 md5",
          "host replication all 127.0.0.1/32 md5",
        ],
      },
    };
    // JSON is valid YAML.
    writeFileSync(join(folder, "patroni.yml"), JSON.stringify(config, null, 2));
    const first = this.nodes[0];
    if (first) this.writeCopy(first, data);
    changeOwner(this.runner.owner, this.folder);
    const child = this.spawn(join(folder, "patroni.log"), "patroni", [join(folder, "patroni.yml")], true);
    return { name, folder, port, rest, process: child };
  }

  private writeCopy(from: Node, to: string): void {
    const driver = import.meta.resolve("postgres");
    writeFileSync(
      join(this.folder, "copy.mjs"),
      `import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import postgres from ${JSON.stringify(driver)};
const sql = postgres({ host: "127.0.0.1", port: ${from.port}, username: "postgres", password: "${password}", database: "postgres", max: 1 });
await sql\`select pg_backup_start('copy', true)\`;
const from = ${JSON.stringify(join(from.folder, "postgres"))}, to = ${JSON.stringify(to)};
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { mode: 0o700 });
const left = new Set(["postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot", "pg_stat_tmp"]);
cpSync(from, to, { recursive: true, filter: (path) => !left.has(path.slice(from.length + 1)) });
for (const folder of ["pg_wal", "pg_wal/archive_status", "pg_wal/summaries", "pg_replslot", "pg_stat_tmp"]) mkdirSync(to + "/" + folder, { recursive: true, mode: 0o700 });
const [end] = await sql\`select labelfile from pg_backup_stop(false)\`;
writeFileSync(to + "/backup_label", end.labelfile);
await sql.end();
`,
    );
  }

  private async startProxy(): Promise<void> {
    this.proxyPort = await freePort();
    const servers = this.nodes.map(
      ({ name, port, rest }) =>
        `  server ${name} 127.0.0.1:${port} check port ${rest} inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions`,
    );
    const file = join(this.folder, "haproxy.cfg");
    writeFileSync(
      file,
      `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen primary
  bind 127.0.0.1:${this.proxyPort}
  option httpchk GET /primary
  http-check expect status 200
${servers.join("\n")}
`,
    );
    this.spawn(join(this.folder, "haproxy.log"), "haproxy", ["-db", "-f", file]);
    await pause(1_500);
  }

  private async makeDatabase(): Promise<void> {
    const { port } = await this.primary();
    const admin = postgres({
      host: "127.0.0.1",
      port,
      username: "postgres",
      password,
      database: "postgres",
      max: 1,
    });
    await admin.unsafe(`create role cairn login password '${password}'`);
    await admin.unsafe("create database cairn owner cairn");
    await admin.end();
  }
}

/** The fields of pg_control that Patroni needs, in pg_controldata's format. For Postgres 18 on 64-bit machines. */
const controlData = `#!${process.execPath}
const { readFileSync } = require("node:fs");
const at = process.argv.findIndex((arg) => arg === "-D");
const file = readFileSync((at > 0 ? process.argv[at + 1] : process.argv.at(-1)) + "/global/pg_control");
const states = ["starting up", "shut down", "shut down in recovery", "shutting down", "in crash recovery", "in archive recovery", "in production"];
const lsn = (place) => file.readUInt32LE(place + 4).toString(16).toUpperCase() + "/" + file.readUInt32LE(place).toString(16).toUpperCase();
const lines = {
  "pg_control version number": file.readUInt32LE(8),
  "Catalog version number": file.readUInt32LE(12),
  "Database system identifier": file.readBigUInt64LE(0),
  "Database cluster state": states[file.readInt32LE(16)],
  "Latest checkpoint location": lsn(32),
  "Latest checkpoint's REDO location": lsn(40),
  "Latest checkpoint's TimeLineID": file.readUInt32LE(48),
  "Latest checkpoint's PrevTimeLineID": file.readUInt32LE(52),
  "Minimum recovery ending location": lsn(136),
  "Min recovery ending loc's timeline": file.readUInt32LE(144),
  "wal_log_hints setting": file[176] ? "on" : "off",
  "max_connections setting": file.readInt32LE(180),
  "max_worker_processes setting": file.readInt32LE(184),
  "max_wal_senders setting": file.readInt32LE(188),
  "max_prepared_xacts setting": file.readInt32LE(192),
  "max_locks_per_xact setting": file.readInt32LE(196),
  "Data page checksum version": 0,
};
for (const [name, value] of Object.entries(lines)) console.log((name + ":").padEnd(38) + value);
`;
