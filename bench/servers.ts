/** The measured servers, each in its own process. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "@/server/database/embedded-postgres";

export type Served = { port: number; pid: number; stop(): Promise<void> };
/** A server of links that can also write scheduled files. */
export type ServedWithExport = Served & {
  /** Writes all clicks of a project again and again, until the returned function is called. It returns the rows. */
  startExport(project: number): () => Promise<number>;
};

/** The servers of bench/serve.ts. */
export type ServerKind = "one-select" | "front" | "redirect" | "batching" | "ingest" | "links" | "receiver";

export function serveInChild(kind: ServerKind, more: Record<string, string> = {}): Promise<ServedWithExport> {
  const root = join(import.meta.dirname, "..");
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "./bin/hooks.mjs", "bench/serve.ts", kind],
    {
      cwd: root,
      // The log is written, as always, but discarded here.
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, ...more, NODE_ENV: "production" },
    },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${kind} ended with ${code}`)));
    child.once("message", (port) =>
      resolve({
        port: Number(port),
        pid: child.pid ?? 0,
        async stop() {
          child.kill("SIGTERM");
          await ended;
        },
        startExport(project) {
          child.send({ project });
          return () =>
            new Promise((done) => {
              child.once("message", (rows) => done(Number(rows)));
              child.send({ project: null });
            });
        },
      }),
    );
  });
}

/** An application with one empty route, built and started as Next does it. */
export async function serveBenchNext() {
  const root = join(import.meta.dirname, "..");
  const program = join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const folder = join(root, "bench", "empty");
  const build = spawn(process.execPath, [program, "build", folder], { env, stdio: "ignore" });
  if ((await ended(build)) !== 0) throw new Error("the empty Next application does not build");
  const port = await freePort();
  const child = spawn(process.execPath, [program, "start", folder, "-p", String(port)], {
    env,
    stdio: "ignore",
  });
  for (let i = 0; ; i++) {
    try {
      await fetch(`http://127.0.0.1:${port}/`);
      break;
    } catch (error) {
      if (i === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended(child);
    },
  };
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    child.once("exit", resolve);
  });
