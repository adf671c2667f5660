/** The measured servers, each in its own process. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export type Served = { port: number; pid: number; stop(): Promise<void> };

/** The servers of bench/serve.ts. */
export type ServerKind = "one-select" | "front" | "redirect" | "batching" | "ingest" | "links" | "receiver";

export function serveInChild(kind: ServerKind, more: Record<string, string> = {}): Promise<Served> {
  const root = join(import.meta.dirname, "..");
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", "./bin/hooks.mjs", "--enable-source-maps", "bench/serve.ts", kind],
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
      }),
    );
  });
}
