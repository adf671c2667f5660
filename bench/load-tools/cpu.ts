import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Loaded } from "@/bench/load-tools/wrk";

export type Cpu = { node: number; postgres: number | null };

/** Seconds of processor time that this process and the database have used so far; null without `/proc`. */
export function processorTimeOf(dataDir: string): Cpu {
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

export function parentOf(pid: string): number | null {
  const fields = statOf(pid);
  return fields && Number(fields[1]);
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

/** What a request costs. Unlike rates, processor time and statements hardly depend on other work of the machine. */
export type Costs = Loaded & {
  /** Microseconds of processor time per request. */
  serverUs: number;
  postgresUs: number;
  /** Transactions and bytes of the write-ahead log per request. */
  commits: number;
  walBytes: number;
};

/** The lines of a comparison. */
export const costLines: { label: string; of(costs: Costs): number; digits: number; isPerRequest?: true }[] = [
  {
    label: "processor time per request, µs",
    of: ({ serverUs, postgresUs }) => serverUs + postgresUs,
    digits: 1,
    isPerRequest: true,
  },
  { label: "  of the server", of: ({ serverUs }) => serverUs, digits: 1, isPerRequest: true },
  { label: "  of Postgres", of: ({ postgresUs }) => postgresUs, digits: 1, isPerRequest: true },
  {
    label: "transactions per 1,000 requests",
    of: ({ commits }) => commits * 1_000,
    digits: 1,
    isPerRequest: true,
  },
  { label: "WAL per request, bytes", of: ({ walBytes }) => walBytes, digits: 0, isPerRequest: true },
  { label: "requests per second", of: ({ perSecond }) => perSecond, digits: 0 },
  { label: "p99, ms", of: ({ p99 }) => p99, digits: 1 },
];

/** What a database has done so far. */
export type DatabaseTotals = { commits: number; wal: number };

export const databaseTotals = `select sum(xact_commit)::float8 as commits,
  (pg_current_wal_insert_lsn() - '0/0')::float8 as wal from pg_stat_database`;

export type CostSource = { pid: number; dataDir: string; totals(): Promise<DatabaseTotals> };

const minRequests = 500;
const maxLoads = 30;

export async function measureCosts(source: CostSource, load: () => Promise<Loaded>): Promise<Costs> {
  const before = await totalsOf(source);
  let loaded = await load();
  // On a very busy machine a second has so few requests that batches and background work would hide their cost.
  for (let times = 1; loaded.requests < minRequests && times < maxLoads; times++) {
    const last = await load();
    loaded = { ...last, requests: loaded.requests + last.requests };
  }
  if (loaded.requests < minRequests)
    throw new Error("The machine is too busy to measure what a request costs.");
  const after = await totalsOf(source);
  const each = (name: keyof typeof before) => (after[name] - before[name]) / loaded.requests;
  return {
    ...loaded,
    serverUs: each("server") * 1e6,
    postgresUs: each("postgres") * 1e6,
    commits: each("commits"),
    walBytes: each("wal"),
  };
}

async function totalsOf({ pid, dataDir, totals }: CostSource) {
  const database = await totals();
  const server = cpuSecondsOf(pid);
  const postgres = postgresOf(dataDir);
  if (server === null || postgres === null) throw new Error("Processor times need /proc, as on Linux.");
  return { ...database, server, postgres };
}

export function middleCosts(turns: readonly Costs[], of: (costs: Costs) => number): number {
  const values = turns.map(of).toSorted((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
}
