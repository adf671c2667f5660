import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";

/**
 * The program without its screens, in a process of its own: what is killed, stopped and starved here is what serves
 * in earnest. Without a database given it has its own, in the data folder.
 */
const program = `
  const { glob } = await import("node:fs/promises");
  const { setClock } = await import("@/db/clock.ts");
  const { migrate } = await import("@/db/migrate.ts");
  const { drainBatches } = await import("@/lib/batch.ts");
  const { env } = await import("@/lib/env.ts");
  const { Router } = await import("@/lib/http/node.ts");
  const { openDatabase } = await import("@/server/database.ts");
  const { createFront } = await import("@/server/front.ts");
  const { isAppHost } = await import("@/server/hosts.ts");
  const { linkHandler, openLinks } = await import("@/server/links.ts");
  const { followReplica } = await import("@/server/replica.ts");
  const { stopFront } = await import("@/server/stop-front.ts");
  const { startScheduler } = await import("@/server/scheduler.ts");
  const { tasks } = await import("@/server/tasks.ts");

  const wanted = JSON.parse(process.argv[1]);
  const database = await openDatabase();
  await migrate();
  await setClock();
  followReplica();
  const endpoints = [];
  const folder = wanted.dashboard ? "app/api/**/route.ts" : "app/api/{client,v1,cron,health,metrics}/**/route.ts";
  for await (const file of glob(folder)) {
    const { GET } = await import("./" + file);
    if (GET?.endpoint) endpoints.push(GET.endpoint);
  }
  const links = openLinks({ mustSpool: true });
  const front = createFront({ router: new Router(endpoints), links: linkHandler(links), isAppHost, pipe: null });
  await new Promise((resolve) => front.listen(wanted.port ?? 0, "127.0.0.1", resolve));
  const scheduler = startScheduler(wanted.tasks ? tasks.filter((task) => wanted.tasks === true || wanted.tasks.includes(task.name)) : []);
  process.send({ port: front.address().port, url: env.DATABASE_URL, socket: env.DATABASE_SOCKET ?? null });
  process.on("SIGTERM", async () => {
    await Promise.all([stopFront(front, env.DRAIN_SECONDS * 1000), scheduler.stop()]);
    await Promise.all([drainBatches(), links.stop()]);
    await database.close();
    process.exit(0);
  });
  process.on("disconnect", () => process.exit());
`;

export type Wanted = {
  dataDir: string;
  /** Settings over those of the test run. */
  env?: Record<string, string>;
  /** Which background work it does; by itself none. */
  tasks?: true | string[];
  /** Whether it answers what the screens ask, too. */
  dashboard?: boolean;
  /** Where it listens; by itself where there is room. */
  port?: number;
  /** Where its log goes; by itself nowhere. */
  logFile?: string;
  /** No file of it may grow larger. */
  mostFileBytes?: number;
};

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };
export type Asked = { host?: string; headers?: Record<string, string>; body?: object };

type Ready = { port: number; url: string; socket: string | null };

export class App {
  readonly database: { url: string; socket: string | null };
  private readonly child: ChildProcess;
  private readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly port: number;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 128 });

  private constructor(child: ChildProcess, ended: App["ended"], { port, ...database }: Ready) {
    this.child = child;
    this.ended = ended;
    this.port = port;
    this.database = database;
  }

  static async start(wanted: Wanted): Promise<App> {
    const { dataDir, env = {}, mostFileBytes, logFile, ...rest } = wanted;
    const args = ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", program, JSON.stringify(rest)];
    const [command, given] = mostFileBytes
      ? [
          "sh",
          ["-c", `ulimit -f ${Math.ceil(mostFileBytes / 512)}; exec "$0" "$@"`, process.execPath, ...args],
        ]
      : [process.execPath, args];
    const child = spawn(command, given, {
      cwd: join(import.meta.dirname, ".."),
      env: {
        ...process.env,
        LOG_LEVEL: logFile ? "trace" : "silent",
        DRAIN_SECONDS: "0",
        // What the suite writes down itself is no part of what is tested.
        ...(mostFileBytes ? { CAIRN_RECORD_SQL: "" } : {}),
        ...env,
        DATA_DIR: dataDir,
      },
      stdio: ["ignore", logFile ? openSync(logFile, "a") : "ignore", "inherit", "ipc"],
    });
    const ended: App["ended"] = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const ready = await Promise.race([
      new Promise<Ready>((resolve) => child.once("message", (said) => resolve(said as Ready))),
      ended.then(({ code }) =>
        Promise.reject(new Error(`the server ended with ${code} before it was ready`)),
      ),
    ]);
    return new App(child, ended, ready);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async kill(): Promise<void> {
    this.child.kill("SIGKILL");
    await this.ended;
    this.agent.destroy();
  }

  /** As an operator stops it; answers how it ended. */
  async stop() {
    this.child.kill("SIGTERM");
    const how = await this.ended;
    this.agent.destroy();
    return how;
  }

  ask(line: string, { host = "localhost", headers = {}, body }: Asked = {}): Promise<Answer> {
    const [method = "GET", path = "/"] = line.split(" ");
    const text = body ? JSON.stringify(body) : undefined;
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          port: this.port,
          method,
          path,
          agent: this.agent,
          headers: {
            host,
            ...(text
              ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) }
              : {}),
            ...headers,
          },
        },
        (response) => {
          let answer = "";
          response.setEncoding("utf8").on("data", (part) => {
            answer += part;
          });
          response.on("error", reject);
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: answer }),
          );
        },
      );
      request.on("error", reject);
      request.end(text);
    });
  }
}
