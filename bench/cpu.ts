import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Cpu = { node: number; postgres: number | null };

/** Seconds of processor time that this process and the database have used so far; null without `/proc`. */
export function cpuOf(dataDir: string): Cpu {
  const { user, system } = process.cpuUsage();
  return { node: (user + system) / 1e6, postgres: postgresOf(dataDir) };
}

/** The processor time of one process. */
export function cpuSecondsOf(pid: number): number | null {
  const fields = statOf(String(pid));
  return fields && (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The processor time of the postmaster, its present children, and ended ones. */
export function postgresOf(dataDir: string): number | null {
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

/** The fields after the name: state, parent, … */
function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
