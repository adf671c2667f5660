/**
 * `npm run bench -- start` measures what an operator notices first: how long `npm start` of a built checkout takes to
 * answer, the memory of an idle instance, and the duration of a short command. The baseline is an empty Next application,
 * or an empty program of Node.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parentOf } from "@/bench/load-tools/cpu";
import { numberArgument, printLine } from "@/bench/print";
import { serveBenchNext } from "@/bench/servers";
import { freePort } from "@/server/database/embedded-postgres";

const root = join(import.meta.dirname, "..");
const goals = { answerMs: 3_000, memoryMb: 300, commandMs: 500 };
/** Idle connections to the database stay open this long. */
const idleMs = 20_000;

type Instance = { pid: number; port: number; answerMs: number; stop(): Promise<void> };

/** Starts the product as an operator would, and waits for the first answer. */
async function start(dataDir: string): Promise<Instance> {
  const port = await freePort();
  const since = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: root,
    stdio: "ignore",
    detached: true,
    env: { ...process.env, PORT: String(port), APP_URL: `http://localhost:${port}`, DATA_DIR: dataDir },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await firstAnswer(`http://localhost:${port}/api/health`, child);
  return {
    pid: child.pid ?? 0,
    port,
    answerMs: performance.now() - since,
    async stop() {
      // The whole group, as Ctrl-C does.
      process.kill(-(child.pid ?? 0), "SIGINT");
      await ended;
    },
  };
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type ProcessMemory = { name: string; mb: number };

/** The memory of a process and of its children. Pages that several of them share are divided among them. */
function memoryOf(pid: number): ProcessMemory[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const parent = /^\d+$/.test(name) ? parentOf(name) : null;
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const found: ProcessMemory[] = [];
  const add = (id: number) => {
    const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8"))?.[1];
    const command = readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ");
    found.push({ name: nameOf(command), mb: Number(kb) / 1024 });
    for (const child of parents.get(id) ?? []) add(child);
  };
  add(pid);
  return found;
}

function nameOf(command: string): string {
  if (command.includes("postgres")) return "database";
  if (command.includes("processes/next")) return "dashboard";
  if (command.includes("bin/start.ts")) return "front";
  return "npm and launcher";
}

const sum = (memory: ProcessMemory[]) => memory.reduce((total, { mb }) => total + mb, 0);

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function durationOf(command: string, args: string[], env: Record<string, string> = {}): number {
  const since = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd: root, env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - since;
}

const verdict = (value: number, goal: number) => `goal ${goal}: ${value <= goal ? "met" : "missed"}`;

export async function run(args: string[]): Promise<void> {
  const rounds = numberArgument(args, "rounds", 5);
  const folder = mkdtempSync(join(tmpdir(), "cairn-start-"));
  try {
    durationOf("npm", ["run", "build"]);
    const first = await start(folder);
    printLine(`first start, creates the database: ${Math.round(first.answerMs)} ms to the first answer`);
    await first.stop();

    const answers: number[] = [];
    for (let i = 0; i < rounds; i++) {
      const instance = await start(folder);
      answers.push(instance.answerMs);
      if (i < rounds - 1) await instance.stop();
      else await measureIdle(instance, folder, rounds);
    }
    const answer = median(answers);
    printLine(`npm start: ${Math.round(answer)} ms to the first answer (${verdict(answer, goals.answerMs)})`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Also stops the instance. */
async function measureIdle(instance: Instance, dataDir: string, rounds: number): Promise<void> {
  try {
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    const memory = memoryOf(instance.pid);
    const empty = await serveBenchNext();
    const ofEmpty = sum(memoryOf(empty.pid));
    await empty.stop();
    const total = sum(memory);
    const parts = [...new Set(memory.map(({ name }) => name))].map((name) => {
      const mb = sum(memory.filter((part) => part.name === name));
      return `${name} ${Math.round(mb)}`;
    });
    printLine(
      `memory, idle: ${Math.round(total)} MB, ${(total / ofEmpty).toFixed(2)} × an empty Next application ` +
        `(${verdict(total, goals.memoryMb)}): ${parts.join(", ")}`,
    );
    measureCommand(dataDir, rounds);
  } finally {
    await instance.stop();
  }
}

function measureCommand(dataDir: string, rounds: number) {
  const [commands, baselines]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    commands.push(durationOf("npm", ["run", "-s", "admin", "--", "user", "list"], { DATA_DIR: dataDir }));
    baselines.push(durationOf("node", ["-e", "0"]));
  }
  const command = median(commands);
  printLine(
    `a command: ${Math.round(command)} ms, ${(command / median(baselines)).toFixed(2)} × an empty program of Node ` +
      `(${verdict(command, goals.commandMs)})`,
  );
}
