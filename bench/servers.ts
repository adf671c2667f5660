/** The servers that are measured, each in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export type Served = { port: number; stop(): Promise<void> };

/** `one-select` and `front` of bench/serve.ts. */
export function serve(kind: "one-select" | "front"): Promise<Served> {
  const root = join(import.meta.dirname, "..");
  const child: ChildProcess = spawn(
    process.execPath,
    [
      "--import",
      "./bin/hooks.mjs",
      "--enable-source-maps",
      "bench/serve.ts",
      kind,
    ],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${kind} ended with ${code}`)));
    child.once("message", (port) =>
      resolve({
        port: Number(port),
        async stop() {
          child.kill("SIGTERM");
          await ended;
        },
      }),
    );
  });
}
