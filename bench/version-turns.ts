/**
 * Measures the same calls to two versions of Cairn in short turns. Both run at the same time, and one of them is idle.
 * Processor time per request hardly depends on other work of the machine, unlike the rate.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CostSource,
  type Costs,
  costLines,
  type DatabaseTotals,
  databaseTotals,
  measureCosts,
  middleCosts,
} from "@/bench/load-tools/cpu";
import { callBodies, hasWrk, luaForLinks, postingFor, wrk } from "@/bench/load-tools/wrk";
import { printLine } from "@/bench/print";

export const measuredPaths = ["redirect", "ingest"] as const;
export type MeasuredPath = (typeof measuredPaths)[number];

/** What bench/version-server.ts reports. */
export type VersionTarget = {
  port: number;
  pid: number;
  dataDir: string;
  data: { host: string; ids: string[]; users: { token: string; instance: string }[] };
};

const connections = 64;
const warmUpSeconds = 3;

type Side = VersionTarget & CostSource & { scripts: [name: string, file: string][]; stop(): Promise<void> };

/** Each turn measures every kind of call for a second on both sides. */
export async function compareVersions(
  path: MeasuredPath,
  folders: { here: string; there: string },
  other: string,
  turns: number,
): Promise<void> {
  if (!hasWrk()) throw new Error("This benchmark needs the load generator wrk: apt install wrk");
  const sides: Side[] = [];
  try {
    printLine("Starting this commit …");
    sides.push(await serveVersion(path, folders.here));
    printLine(`Starting ${other} …`);
    sides.push(await serveVersion(path, folders.there));
    await measureSides(sides as [Side, Side], other, turns);
  } finally {
    for (const side of sides) await side.stop();
  }
}

async function serveVersion(path: MeasuredPath, folder: string): Promise<Side> {
  const own = import.meta.filename.replace("version-turns", "version-server");
  const file = join(folder, "bench", "version-server.ts");
  if (file !== own) copyFileSync(own, file);
  const child = spawn(process.execPath, ["--import", "./bin/hooks.mjs", "bench/version-server.ts", path], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const target = await messageOf<VersionTarget>(child);
  const scripts = Object.entries(scriptsOf(path, target)).map(([name, text]): [string, string] => {
    const script = join(target.dataDir, `${name.replaceAll(" ", "-")}.lua`);
    writeFileSync(script, text);
    return [name, script];
  });
  const totals = () => {
    child.send(databaseTotals);
    return messageOf<DatabaseTotals>(child);
  };
  return { ...target, scripts, totals, stop: () => stopVersion(child) };
}

/** The next message of the process. */
const messageOf = <Message>(child: ChildProcess): Promise<Message> =>
  new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`the server of a version ended with ${code}`));
    child.once("exit", failed);
    child.once("message", (message) => {
      child.off("exit", failed);
      resolve(message as Message);
    });
  });

function stopVersion(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.disconnect();
  });
}

function scriptsOf(path: MeasuredPath, { data }: VersionTarget): Record<string, string> {
  const { host, ids, users } = data;
  if (path === "redirect") return { "follow a link": luaForLinks(host, ids) };
  return Object.fromEntries(
    Object.entries(callBodies).map(([name, body]) => [name, postingFor(users, `/api/client/${name}`, body)]),
  );
}

async function measureSides(sides: [Side, Side], other: string, turns: number): Promise<void> {
  const cost = (side: number, script: string, seconds: number) => {
    const { port } = sides[side]!;
    return measureCosts(sides[side]!, () => wrk(port, script, connections, seconds));
  };
  for (const [i, [name, ours]] of sides[0].scripts.entries()) {
    const scripts = [ours, sides[1].scripts[i]![1]];
    const results: [Costs[], Costs[]] = [[], []];
    for (const side of [0, 1]) await cost(side, scripts[side]!, warmUpSeconds);
    for (let turn = 0; turn < turns; turn++) {
      // The sides start alternately, because the second one finds a warmer machine.
      for (const side of turn % 2 === 0 ? [0, 1] : [1, 0])
        results[side]!.push(await cost(side, scripts[side]!, 1));
    }
    printResults(name, other, results);
  }
}

function printResults(name: string, other: string, [here, there]: [Costs[], Costs[]]): void {
  printLine(`\n${name}, median of ${here.length} turns of a second: this commit, ${other}, ratio (range)`);
  for (const { label, of, digits } of costLines) {
    const [ours, others] = [middleCosts(here, of), middleCosts(there, of)];
    const ratios = here.map((one, i) => of(one) / of(there[i]!)).toSorted((a, b) => a - b);
    const range = `${ratios[0]!.toFixed(2)} to ${ratios.at(-1)!.toFixed(2)}`;
    const shown = [ours, others].map((value) => value.toFixed(digits).padStart(9)).join(" ");
    printLine(`  ${label.padEnd(40)} ${shown}   ${(ours / others).toFixed(2)} (${range})`);
  }
}
