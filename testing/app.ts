import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { join } from "node:path";
import { argumentsOf } from "@/testing/programs/programs";

export type AppOptions = {
  dataDir: string;
  /** Settings that override the test run's. */
  env?: Record<string, string>;
  /** The background tasks it runs; the default is none. */
  tasks?: true | string[];
  /** Serve the dashboard's routes too. */
  dashboard?: boolean;
  /** The port; the default is any free one. */
  port?: number;
  /** The file for its log; by default the log is discarded. */
  logFile?: string;
  /** The maximum size of its files. */
  maxFileBytes?: number;
  /** The maximum number of its file descriptors. */
  maxFiles?: number;
};

export type AppAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
};
export type AppCall = { host?: string; headers?: Record<string, string>; body?: object };

type Ready = { port: number; url: string; socket: string | null };

/**
 * The program without its screens, in a separate process. Tests can kill, stop and starve the same code that serves in
 * production. By default it has its own database, in the data folder.
 */
export class App {
  readonly database: { url: string; socket: string | null };
  private readonly child: ChildProcess;
  /** The lines it printed. */
  readonly logLines: string[];
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  readonly port: number;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 128 });

  private constructor(
    child: ChildProcess,
    ended: App["ended"],
    logLines: string[],
    { port, ...database }: Ready,
  ) {
    this.child = child;
    this.logLines = logLines;
    this.ended = ended;
    this.port = port;
    this.database = database;
  }

  static async start(input: AppOptions): Promise<App> {
    const { dataDir, env = {}, maxFileBytes, maxFiles, logFile, ...rest } = input;
    const args = [...argumentsOf("testing/programs/server.ts"), JSON.stringify(rest)];
    const limits = [
      ...(maxFileBytes ? [`ulimit -f ${Math.ceil(maxFileBytes / 512)}`] : []),
      ...(maxFiles ? [`ulimit -n ${maxFiles}`] : []),
    ];
    const [command, given] =
      limits.length > 0
        ? ["sh", ["-c", `${limits.join("; ")}; exec "$0" "$@"`, process.execPath, ...args]]
        : [process.execPath, args];
    const child = spawn(command, given, {
      cwd: join(import.meta.dirname, ".."),
      env: {
        ...process.env,
        LOG_LEVEL: logFile ? "trace" : "silent",
        DRAIN_SECONDS: "0",
        // Of the tests' own statements.
        DATABASE_TIMEOUT: "",
        // The suite's recording of statements is not part of the test.
        ...(maxFileBytes ? { CAIRN_RECORD_SQL: "" } : {}),
        ...env,
        DATA_DIR: dataDir,
      },
      stdio: ["ignore", logFile ? openSync(logFile, "a") : "ignore", "pipe", "ipc"],
    });
    const logLines: string[] = [];
    child.stderr?.on("data", (text) => {
      logLines.push(String(text));
      process.stderr.write(text);
    });
    const ended: App["ended"] = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    const ready = await Promise.race([
      new Promise<Ready>((resolve) => {
        child.on("message", (message: Ready | { line: string }) => {
          if ("line" in message) logLines.push(`${message.line}\n`);
          else resolve(message);
        });
      }),
      ended.then(({ code }) =>
        Promise.reject(new Error(`the server ended with ${code} before it was ready: ${logLines.join("")}`)),
      ),
    ]);
    return new App(child, ended, logLines, ready);
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

  /** Stops it like an operator, and returns its exit. */
  async stop() {
    this.child.kill("SIGTERM");
    const how = await this.ended;
    this.agent.destroy();
    return how;
  }

  call = (line: string, options?: AppCall) => callAt(this.port, this.agent, line, options);
}

/** A server closes a connection after 65 seconds without a request. A test that waited for long can send into it. */
const idleMs = 10_000;
const usedAt = new WeakMap<object, number>();

export async function callAt(
  port: number,
  agent: Agent,
  line: string,
  options: AppCall = {},
): Promise<AppAnswer> {
  for (;;) {
    const answer = await callOnce(port, agent, line, options);
    if (answer !== "idle") return answer;
  }
}

function callOnce(
  port: number,
  agent: Agent,
  line: string,
  { host = "localhost", headers = {}, body }: AppCall,
): Promise<AppAnswer | "idle"> {
  const [method = "GET", path = "/"] = line.split(" ");
  const text = body ? JSON.stringify(body) : undefined;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        method,
        path,
        agent,
        headers: {
          host,
          ...(text ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {}),
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
    let wasIdle = false;
    request.on("socket", (socket) => {
      wasIdle = request.reusedSocket && performance.now() - (usedAt.get(socket) ?? 0) > idleMs;
    });
    request.on("close", () => request.socket && usedAt.set(request.socket, performance.now()));
    request.on("error", (error: NodeJS.ErrnoException) =>
      wasIdle && error.code === "ECONNRESET" ? resolve("idle") : reject(error),
    );
    request.end(text);
  });
}
