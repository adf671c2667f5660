import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "@/server/database/embedded-postgres";

export function hasPgBouncer(): boolean {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("SKIPPED: pgbouncer is not installed, so nothing is run behind it here.");
    return false;
  }
}

type Options = {
  /** The databases' lines. */
  databases: string;
  settings: string;
  /** The content of `auth_file`. */
  users?: string;
};

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const one = connect(port, "127.0.0.1", () => resolve(true));
    one.on("error", () => resolve(false)).on("connect", () => one.destroy());
  });

/** PgBouncer with its files in a folder. It refuses to run as root, so it runs as the user `nobody` then. */
export async function startPgBouncer(
  folder: string,
  { databases, settings, users = "" }: Options,
): Promise<{ port: number; stop(): void }> {
  const port = await freePort();
  const own = join(folder, `pgbouncer-${port}`);
  mkdirSync(own);
  chmodSync(folder, 0o755);
  chmodSync(own, 0o777);
  writeFileSync(join(own, "users.txt"), users);
  writeFileSync(
    join(own, "pgbouncer.ini"),
    `[databases]
${databases}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_file = ${join(own, "users.txt")}
logfile =
pidfile =
${settings}
`,
  );
  const root = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child: ChildProcess = spawn("pgbouncer", ["-q", ...root, join(own, "pgbouncer.ini")], {
    stdio: "ignore",
  });
  await expect.poll(() => takesConnections(port)).toBe(true);
  return { port, stop: () => void child.kill("SIGKILL") };
}
