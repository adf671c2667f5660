import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { disconnect } from "@/db";
import { completeEnv } from "@/lib/base/env";
import { freePort, startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { separateDatabase } from "@/testing/database";

type Running = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** A migrated database for one test file and a real streaming standby, each on a port. */
export class ReplicaPair {
  primary: Running | null = null;
  standby: Running | null = null;
  private readonly folder: string;
  readonly primaryPort: number;
  readonly standbyPort: number;

  private constructor(folder: string, ports: [number, number]) {
    this.folder = folder;
    [this.primaryPort, this.standbyPort] = ports;
  }

  static async begin(folder: string): Promise<ReplicaPair> {
    const database = await separateDatabase(folder);
    await database.end();
    const pair = new ReplicaPair(folder, [await freePort(), await freePort()]);
    cpSync(join(folder, "database"), join(folder, "standby"), { recursive: true, verbatimSymlinks: true });
    chmodSync(join(folder, "standby", "postgres"), 0o700);
    writeFileSync(join(folder, "standby", "postgres", "standby.signal"), "");
    await pair.startPrimary();
    await pair.startStandby();
    completeEnv({ DATABASE_URL: pair.url("primary"), DATABASE_SOCKET: "" });
    return pair;
  }

  url(of: "primary" | "standby"): string {
    const port = of === "primary" ? this.primaryPort : this.standbyPort;
    return `postgres://cairn:${this.password}@127.0.0.1:${port}/cairn`;
  }

  /** Both addresses, in the drivers' format. */
  get hosts(): string {
    return `127.0.0.1:${this.primaryPort},127.0.0.1:${this.standbyPort}`;
  }

  async startPrimary(): Promise<void> {
    this.primary = await this.start("database", this.primaryPort, {});
  }

  async startStandby(): Promise<void> {
    const socket = join(this.folder, "database", "postgres");
    this.standby = await this.start("standby", this.standbyPort, {
      primary_conninfo: `host=${socket} port=${this.primaryPort} user=postgres`,
      hot_standby_feedback: "on",
    });
  }

  /** Runs a statement as superuser. */
  onPrimary = (statement: string) => this.asSuperuser("database", this.primaryPort, statement);
  onStandby = (statement: string) => this.asSuperuser("standby", this.standbyPort, statement);

  private async asSuperuser(name: string, port: number, statement: string): Promise<void> {
    const { default: postgres } = await import("postgres");
    const client = postgres("postgres:///cairn", {
      host: join(this.folder, name, "postgres"),
      port,
      username: "postgres",
      max: 1,
      onnotice: () => {},
    });
    await client.unsafe(statement);
    await client.end();
  }

  async stop(of: "primary" | "standby"): Promise<void> {
    await this[of]?.stop();
    this[of] = null;
  }

  async end(): Promise<void> {
    await disconnect();
    await this.stop("standby");
    await this.stop("primary");
  }

  private start(name: string, port: number, settings: Record<string, string>): Promise<Running> {
    mkdirSync(join(this.folder, name), { recursive: true });
    return startEmbeddedPostgres({
      dataDir: join(this.folder, name),
      durable: false,
      settings: {
        listen_addresses: "127.0.0.1",
        port: String(port),
        shared_buffers: "64MB",
        ...settings,
      },
    });
  }

  get password(): string {
    return readFileSync(join(this.folder, "database", "postgres-password"), "utf8").trim();
  }
}
