/**
 * Measures the cost of several cells on one machine: one, two and four cells, each with its own database, server and
 * projects. Each is pinned to one processor, as far as there are enough. Events are sent to all cells at the same time.
 *
 * Events per second by the clock show the total rate of the machine. Events per second of a cell's own processor time
 * show how much one cell slows another. The smallest server that stores events in batches is measured in turns on the
 * same databases. Its loss is due to the machine: its caches, and too few processors.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { cpuSecondsOf, postgresOf } from "@/bench/load-tools/cpu";
import { hasWrk, postingFor, wrk } from "@/bench/load-tools/wrk";
import { goalVerdict, numberArgument, printLine } from "@/bench/print";
import { type Served, serveInChild } from "@/bench/servers";
import { disconnect, sql } from "@/db";
import { migrate } from "@/db/migrate/migrate";
import { makeCurrentMonths } from "@/db/months";
import { completeEnv } from "@/lib/base/env";
import { startEmbeddedPostgres } from "@/server/database/embedded-postgres";
import { storedSecrets } from "@/server/database/secrets";
import { aCampaign, anAttributedUser, aProject, withoutLimits } from "@/testing/factories";

const sizes = [1, 2, 4];
const connections = 32;
const goal = 0.9;

type Kind = "cairn" | "bare";
type Cell = { dataDir: string; served: Record<Kind, Served>; script: string; end(): Promise<void> };

/** `--seconds 4 --rounds 3` sets the duration of each measurement and the number of rounds. */
export async function run(args: string[]): Promise<void> {
  if (!hasWrk()) throw new Error("This benchmark needs the load generator wrk: apt install wrk");
  const load = { seconds: numberArgument(args, "seconds", 4), rounds: numberArgument(args, "rounds", 3) };
  const folder = mkdtempSync(join(tmpdir(), "cairn-cells-"));
  const cells: Cell[] = [];
  try {
    for (let n = 0; n < sizes.at(-1)!; n++) cells.push(await aCell(join(folder, `cell-${n}`), n));
    for (const { served, script } of cells) await wrk(served.cairn.port, script, connections, load.seconds);
    const turns = sizes.map((size) => ({ size, cairn: [] as Turn[], bare: [] as Turn[] }));
    // In turns, so that other load on the machine affects all numbers of cells alike.
    for (let round = 0; round < load.rounds; round++)
      for (const turn of turns)
        for (const kind of ["cairn", "bare"] as const)
          turn[kind].push(await together(cells.slice(0, turn.size), kind, load.seconds));
    report(turns);
  } finally {
    for (const cell of cells) await cell.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function aCell(dataDir: string, number: number): Promise<Cell> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const instance = {
    ...storedSecrets(dataDir),
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.connection.url,
    DATABASE_SOCKET: postgres.connection.socket ?? "",
    APPLE_ADSERVICES_URL: "off",
    LOG_LEVEL: "warn",
  };
  completeEnv(instance);
  await migrate();
  await makeCurrentMonths();
  const script = join(dataDir, "events.lua");
  writeFileSync(script, postingFor(await senders(), "/api/client/capture-event", anEvent));
  await sql`
    create table bare_events (id uuid primary key, at timestamptz, token text, instance text, name text, data jsonb)`;
  await disconnect();
  const served = {
    cairn: await serveInChild("front", instance),
    bare: await serveInChild("ingest", instance),
  };
  const master = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  for (const pid of [served.cairn.pid, served.bare.pid, master]) pin(pid, number % availableParallelism());
  return {
    dataDir,
    served,
    script,
    async end() {
      await served.cairn.stop();
      await served.bare.stop();
      await postgres.stop();
    },
  };
}

/** Pins a process with all of its threads, and so the processes that it starts later. */
function pin(pid: number, processor: number): void {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(processor), String(pid)], {
    stdio: "ignore",
  });
}

type User = { token: string; instance: string };

async function senders(): Promise<User[]> {
  const users: User[] = [];
  for (let i = 0; i < 10; i++) {
    const app = await aProject({ timeZone: "Europe/Berlin" });
    await withoutLimits(app);
    const campaign = await aCampaign(app);
    for (let n = 0; n < 20; n++) {
      const { instance } = await anAttributedUser(app, campaign.id);
      users.push({ token: app.token, instance });
    }
  }
  return users;
}

const anEvent = `'{"token":"' .. user[1] .. '","install_instance_id":"' .. user[2] .. '","platform":"ANDROID","event_name":"event_' .. (n % 20) .. '","event_data":{"n":' .. n .. ',"screen":"product/detail"}}'`;

/** The rate of all cells together by the clock, and of the first one by its own processor time. */
type Turn = { byClock: number; byProcessor: number };

async function together(cells: Cell[], kind: Kind, seconds: number): Promise<Turn> {
  const { dataDir, served } = cells[0]!;
  const used = () => (cpuSecondsOf(served[kind].pid) ?? Number.NaN) + (postgresOf(dataDir) ?? Number.NaN);
  const before = used();
  const loaded = await Promise.all(
    cells.map(({ served, script }) => wrk(served[kind].port, script, connections, seconds)),
  );
  return {
    byClock: loaded.reduce((sum, { perSecond }) => sum + perSecond, 0),
    byProcessor: loaded[0]!.requests / (used() - before),
  };
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

function report(turns: { size: number; cairn: Turn[]; bare: Turn[] }[]): void {
  const processors = availableParallelism();
  printLine(`\n${processors} processors for the cells, the senders and everything else here; median:`);
  const rows = turns.map(({ size, cairn, bare }) => ({
    size,
    all: middle(cairn.map(({ byClock }) => byClock)),
    cairn: middle(cairn.map(({ byProcessor }) => byProcessor)),
    bare: middle(bare.map(({ byProcessor }) => byProcessor)),
  }));
  for (const { size, all, cairn, bare } of rows) {
    const cells = size === 1 ? "1 cell" : `${size} cells`;
    printLine(
      `  ${cells.padEnd(8)} ${all.toFixed(0).padStart(7)} events a second together, ` +
        `${cairn.toFixed(0).padStart(6)} for a second of the first one's processor time, bare ${bare.toFixed(0).padStart(6)}`,
    );
  }
  const [alone] = rows;
  printLine("\nOne cell's events for its processor time, as a share of what they are alone:");
  for (const { size, cairn, bare } of rows.slice(1)) {
    const machine = bare / alone!.bare;
    printLine(
      `  beside ${String(size - 1).padEnd(4)} ${goalVerdict(cairn / alone!.cairn, goal)}; a bare server keeps ` +
        `${machine.toFixed(2)}, so ${(cairn / alone!.cairn / machine).toFixed(2)} of what the machine leaves`,
    );
  }
}
