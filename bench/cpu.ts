import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Cpu = { node: number; postgres: number | null };

/** Seconds of processor time that this process and the database's have used by now; null where no `/proc` tells. */
export function cpuOf(dataDir: string): Cpu {
  const { user, system } = process.cpuUsage();
  return { node: (user + system) / 1e6, postgres: postgresOf(dataDir) };
}

/** Of the postmaster, of those it still has, and of those that have ended. */
function postgresOf(dataDir: string): number | null {
  try {
    const master = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]!;
    let ticks = 0;
    for (const pid of readdirSync("/proc")) {
      if (!/^\d+$/.test(pid)) continue;
      const fields = statOf(pid);
      if (!fields || (pid !== master && fields[1] !== master)) continue;
      const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
      ticks += user! + system! + (pid === master ? endedUser! + endedSystem! : 0);
    }
    return ticks / 100;
  } catch {
    return null;
  }
}

/** What stands behind the name: state, parent, … */
function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
