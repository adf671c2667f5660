/**
 * Measures the cost of many projects in one database. The same work is done next to more and more projects: events
 * spread over them, a compaction of the same busy days, retention, health, and the first queries of the dashboard. Each
 * figure is compared with the one for the fewest projects.
 *
 * Events are measured in turns over few and over all projects, by the clock and by processor time of server and
 * database. Processor time gives the same result on a busy machine.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { withNewDatabase } from "@/bench/database";
import { cpuSecondsOf, postgresOf } from "@/bench/load-tools/cpu";
import { measure } from "@/bench/load-tools/load";
import { hasWrk, postingFor, wrk } from "@/bench/load-tools/wrk";
import { type Filled, fillUp, makeBusy } from "@/bench/many-projects";
import { formatCount, goalVerdict, numberArgument, printLine } from "@/bench/print";
import { type Served, serveInChild } from "@/bench/servers";
import { showMe } from "@/lib/accounts/profile";
import { compactLedger } from "@/lib/ledger/compaction";
import { enforceRetention } from "@/lib/privacy/retention/enforce";

const defaultSizes = [20, 900, 5_000, 20_000];
const connections = 64;
const retentionMs = 30_000;
/** With more projects, the rate must reach this share of the rate with the fewest. */
const goals = { events: 0.8 };

type Row = { projects: number } & Record<Measure, number>;

const measures = {
  events: "events a second",
  few: "the same over the fewest, in turns",
  perSecond: "events for a second of processor time",
  fewPerSecond: "the same over the fewest, in turns",
  compaction: "ms of a compaction of the same days",
  idle: "ms of a compaction without work",
  firstRetention: "ms of the first retention run",
  retention: "ms of a retention run without work",
  health: "ms of /api/health",
  me: "ms of /api/dashboard/me",
  meBytes: "bytes of /api/dashboard/me",
} as const;
type Measure = keyof typeof measures;

/**
 * `--most 900` leaves out larger sizes; `--seconds 3 --rounds 3` sets the duration of sending events; `--only events`
 * leaves out all other measurements.
 */
export async function run(args: string[]): Promise<void> {
  if (!hasWrk()) throw new Error("This benchmark needs the load generator wrk: apt install wrk");
  const max = numberArgument(args, "most", defaultSizes.at(-1)!);
  const onlyEvents = args[args.indexOf("--only") + 1] === "events" && args.includes("--only");
  const load = {
    onlyEvents,
    seconds: numberArgument(args, "seconds", 3),
    rounds: numberArgument(args, "rounds", 3),
  };
  const sizes = defaultSizes.filter((size) => size <= max);
  await withNewDatabase(async (dataDir) => {
    const front = await serveInChild("front");
    const rows: Row[] = [];
    try {
      let filled: Filled | null = null;
      for (const size of sizes) {
        filled = await fillUp(filled, size);
        rows.push(await measured(front, filled, { ...load, fewest: sizes[0]!, dataDir }));
        printLine(`${formatCount(size)} projects measured`);
      }
    } finally {
      await front.stop();
    }
    report(rows);
  });
}

type Load = { onlyEvents: boolean; seconds: number; rounds: number; fewest: number; dataDir: string };

async function measured(front: Served, filled: Filled, load: Load): Promise<Row> {
  const projects = filled.projects.length;
  const { all, few } = await events(front, filled, load);
  const row = {
    projects,
    events: all.byClock,
    few: few.byClock,
    perSecond: all.byProcessor,
    fewPerSecond: few.byProcessor,
  } as Row;
  if (load.onlyEvents) return row;
  await makeBusy(filled, load.fewest);
  row.compaction = await timed(async () => {
    const { days } = await compactLedger(60_000);
    if (days < load.fewest) throw new Error(`${days} days were compacted, of ${load.fewest} that are busy`);
  });
  row.idle = await timed(() => compactLedger(60_000));
  row.firstRetention = await timed(() => enforceRetention(retentionMs, () => new Date()));
  while ((await enforceRetention(retentionMs, () => new Date())).left);
  row.retention = await timed(() => enforceRetention(retentionMs, () => new Date()));
  const target = { port: front.port, path: () => "/api/health", status: 200 };
  row.health = (await measure(target, 4, 2)).median;
  const me = await showMe(filled.owner);
  row.meBytes = Buffer.byteLength(JSON.stringify(me));
  row.me = await timed(() => showMe(filled.owner));
  return row;
}

async function events(
  { port, pid }: Served,
  { projects }: Filled,
  { seconds, rounds, fewest, dataDir }: Load,
) {
  const scriptOver = (many: number) => {
    const file = join(dataDir, `over-${many}.lua`);
    writeFileSync(file, postingFor(projects.slice(0, many), "/api/client/capture-event", anEvent));
    return file;
  };
  const over = { all: scriptOver(projects.length), few: scriptOver(fewest) };
  const used = () => (cpuSecondsOf(pid) ?? Number.NaN) + (postgresOf(dataDir) ?? Number.NaN);
  const found = { all: [] as Turn[], few: [] as Turn[] };
  // Fills the caches once, as in a process that has run for a while.
  for (const script of Object.values(over)) await wrk(port, script, connections, seconds);
  for (let round = 0; round < rounds; round++) {
    for (const which of ["few", "all"] as const) {
      const before = used();
      const { perSecond, requests } = await wrk(port, over[which], connections, seconds);
      found[which].push({ byClock: perSecond, byProcessor: requests / (used() - before) });
    }
  }
  const middle = (turns: Turn[], by: keyof Turn) =>
    turns.map((turn) => turn[by]).toSorted((a, b) => a - b)[Math.floor(turns.length / 2)]!;
  const middles = (turns: Turn[]) => ({
    byClock: middle(turns, "byClock"),
    byProcessor: middle(turns, "byProcessor"),
  });
  return { all: middles(found.all), few: middles(found.few) };
}

type Turn = { byClock: number; byProcessor: number };

const timed = async (work: () => Promise<unknown>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const anEvent = `'{"token":"' .. user[1] .. '","install_instance_id":"' .. user[2] .. '","platform":"ANDROID","event_name":"event_' ..
    (n % 5) .. '","event_data":{"n":' .. n .. ',"screen":"product/detail","sku":"AB-1029","quantity":1}}'`;

function report(rows: Row[]): void {
  const [first] = rows;
  if (!first) return;
  printLine(`\n${"".padEnd(40)}${rows.map(({ projects }) => formatCount(projects).padStart(18)).join("")}`);
  for (const [measure, name] of Object.entries(measures) as [Measure, string][]) {
    if (first[measure] === undefined) continue;
    const cells = rows.map((row) => {
      const base =
        measure === "events" ? row.few : measure === "perSecond" ? row.fewPerSecond : first[measure];
      const value = row[measure];
      const shown = value < 100 ? value.toFixed(1) : formatCount(Math.round(value));
      return `${shown} ×${(value / base).toFixed(2)}`.padStart(18);
    });
    printLine(`${name.padEnd(40)}${cells.join("")}`);
  }
  for (const { projects, ...row } of rows.slice(1)) {
    const [byClock, byProcessor] = [row.events / row.few, row.perSecond / row.fewPerSecond];
    printLine(
      `\nevents over ${formatCount(projects)} projects, of those over ${formatCount(first.projects)}:`,
    );
    printLine(`  by the clock           ${byClock.toFixed(2)}`);
    printLine(
      `  by processor time      ${projects <= 5_000 ? goalVerdict(byProcessor, goals.events) : byProcessor.toFixed(2)}`,
    );
  }
}
