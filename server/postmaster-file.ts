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

/** A server of Postgres works in its data folder; a process that merely got the old number does not. */
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
 * How a Postgres is ended: first as an operator would, then at once, which costs no more than a recovery at the next
 * start. One that is asked to end while it recovers from a backend's crash waits for its own helpers for ever
 * (seen with 18.4).
 */
export const everRuder = (patience: number) =>
  [
    ["SIGINT", patience],
    // It gives its children five seconds before it kills them.
    ["SIGQUIT", 10_000],
    ["SIGKILL", 5_000],
  ] as const;

/**
 * A server whose starter was killed is usually ending already (it is told of that by the kernel on Linux). It is
 * ended and a new one started as our child, so that there is always one who minds it.
 */
export async function endPostmaster(cluster: string, patience = 10_000): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid === null) return forget(cluster);
  try {
    for (const [signal, ms] of everRuder(patience)) {
      const until = performance.now() + ms;
      process.kill(pid, signal);
      while (alive(pid) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
      if (!alive(pid)) return;
    }
  } catch (error) {
    if ((error as { code?: string }).code === "ESRCH") return;
    throw new CannotStart(`A Postgres of another user (process ${pid}) runs in ${cluster}.`);
  }
  throw new CannotStart(`The Postgres that was left in ${cluster} (process ${pid}) does not end.`);
}

/**
 * Postgres refuses to start when the process number in its file is in use, whoever has it: after a reboot or in a
 * new container it often is. The rest of the file must stay, by it Postgres knows about survivors.
 */
function forget(cluster: string) {
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
