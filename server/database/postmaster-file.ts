import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "@/lib/base/cannot-start";

const fileOf = (cluster: string) => join(cluster, "postmaster.pid");

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/** True if the process works in the data folder; a process that merely reuses the number does not. */
function worksIn(pid: number, cluster: string): boolean {
  if (process.platform === "linux") {
    try {
      return realpathSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(cluster);
}

/** The process that serves this cluster, if one is alive. */
export function postmasterOf(cluster: string): number | null {
  let lines: string[];
  try {
    lines = readFileSync(fileOf(cluster), "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 && alive(pid) && worksIn(pid, cluster) ? pid : null;
}

/**
 * The signals that end a Postgres: first a fast shutdown, then an immediate one, which only costs a recovery at the
 * next start. A Postgres that is ended during recovery from a backend's crash waits forever for its own helpers (seen
 * with 18.4).
 */
export const shutdownSignals = (timeoutMs: number) =>
  [
    ["SIGINT", timeoutMs],
    // Postgres gives its children five seconds before it kills them.
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const;

/**
 * Ends an orphaned server, which is usually ending already if its parent was killed (on Linux the kernel signals it). A
 * new one is then started as our child, so that it always has a parent that watches it.
 */
export async function endPostmaster(cluster: string, timeoutMs = 10_000): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid === null) return untrack(cluster);
  try {
    for (const [signal, ms] of shutdownSignals(timeoutMs)) {
      const until = performance.now() + ms;
      process.kill(pid, signal);
      while (alive(pid) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
      if (!alive(pid)) return;
    }
  } catch (error) {
    if ((error as { code?: string }).code === "ESRCH") return;
    throw new CannotStart(`Another user's Postgres (process ${pid}) is running in ${cluster}.`);
  }
  throw new CannotStart(
    `An earlier Postgres in ${cluster} (process ${pid}) does not stop. Stop it, then start Cairn.`,
  );
}

/**
 * Postgres refuses to start if any process uses the number in its file, which is common after a reboot or in a new
 * container. The rest of the file must stay, because Postgres recognizes survivors by it.
 */
function untrack(cluster: string) {
  const impossible = 2 ** 22 + 1;
  for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
    const file = join(cluster, name);
    let text: string;
    try {
      text = readFileSync(file, "utf8");
    } catch {
      continue;
    }
    if (!alive(Number.parseInt(text, 10))) continue;
    writeFileSync(file, text.replace(/^\d+/, String(impossible)));
  }
}
