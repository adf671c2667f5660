import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CannotStart } from "@/lib/cannot-start";

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
 * A server whose starter was killed is usually ending already (it is told of that by the kernel on Linux). It is
 * ended and a new one started as our child, so that there is always one who minds it.
 */
export async function endPostmaster(cluster: string, patience = 60_000): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid === null) return forget(cluster);
  const until = performance.now() + patience;
  try {
    process.kill(pid, "SIGINT");
    while (alive(pid) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") {
      throw new CannotStart(`A Postgres of another user (process ${pid}) runs in ${cluster}.`);
    }
  }
  if (alive(pid))
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
