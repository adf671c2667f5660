import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";

/** The processes of a test run. Each has its own process group, so that everything it started can be ended with it. */
export type ProcessResult = { code: number | null; output: string; processorMs: number };
export type Running = ReturnType<typeof startProgram>;

const running = new Set<ChildProcess>();
let closed = false;

type Options = { env?: Record<string, string>; logFile?: string; cwd?: string };

const reporter = join(import.meta.dirname, "processor-time", "at-exit.ts");

/** What the ended process reported; 0 if it was killed. */
function reportedTime(pid: number | undefined): number {
  try {
    return Number(readFileSync(join(process.env.CAIRN_PROCESSOR_TIMES ?? "", String(pid)), "utf8"));
  } catch {
    return 0;
  }
}

/** Starts Node. Processor times are reported if `CAIRN_PROCESSOR_TIMES` is a folder for them. */
export function startProgram(args: string[], { env = {}, logFile, cwd }: Options = {}) {
  if (closed) throw new Error("interrupted");
  const child = spawn(process.execPath, ["--import", reporter, ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
    ...(cwd ? { cwd } : {}),
  });
  running.add(child);
  const file = logFile ? createWriteStream(logFile) : null;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-200_000);
      file?.write(text);
    });
  }
  const ended = new Promise<ProcessResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      running.delete(child);
      file?.end();
      resolve({ code, output, processorMs: reportedTime(child.pid) });
    });
    child.once("exit", () => {
      // A leftover process may hold the output open forever.
      const left = setTimeout(() => signal(child, "SIGKILL"), 2_000);
      const beyond = setTimeout(() => {
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
      }, 4_000);
      child.once("close", () => [left, beyond].forEach(clearTimeout));
    });
  });
  return { child, ended, output: () => output };
}

function signal(child: ChildProcess, name: NodeJS.Signals) {
  try {
    if (child.pid) process.kill(-child.pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== "ESRCH") throw error;
  }
}

export async function stopProgram(child: ChildProcess, timeoutMs = 20_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => signal(child, "SIGKILL"), timeoutMs);
  await ended;
  clearTimeout(timer);
  signal(child, "SIGKILL");
}

export async function stopAll(): Promise<void> {
  closed = true;
  await Promise.all([...running].map((child) => stopProgram(child)));
}
