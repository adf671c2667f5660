import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { diskFullMessage, markDiskFull } from "@/db/client/disk-full";
import { clockOffset } from "@/db/clock";
import { log } from "@/lib/base/log";
import { scratchFolder } from "@/server/processes/scratch";

/** The present state of the dashboard's process (Next). */
export type PagesState = { isUp: boolean; restarts: number };

export type NextChild = {
  socketPath: string;
  ready: Promise<void>;
  /** Shows if the process answers now, and how often it was restarted. */
  readonly state: PagesState;
  stop(): Promise<void>;
};

/** The interval at which the measured offset of the clock is passed on to the dashboard's process. */
const clockMs = 5_000;

/** Starts Next in another process, and restarts it if it ends by itself. */
export function startNextChild(options: {
  dev: boolean;
  secret: string;
  onGiveUp(reason: string): void;
}): NextChild {
  // The path of a unix socket must be short; a data folder's may not be.
  const folder = scratchFolder();
  const socketPath = join(folder.path, "next.sock");
  let child: ChildProcess | null = null;
  let stopping = false;
  let quickEnds = 0;
  const state: PagesState = { isUp: false, restarts: 0 };
  let markReady: () => void;
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  const start = () => {
    const startedAt = Date.now();
    child = spawn(process.execPath, [join(import.meta.dirname, "next.ts")], {
      stdio: ["ignore", options.dev ? "inherit" : "pipe", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: options.dev ? "development" : "production",
        CAIRN_NEXT_SOCKET: socketPath,
        CAIRN_NEXT_DEV: options.dev ? "1" : "0",
        CAIRN_FRONT_SECRET: options.secret,
        NEXT_TELEMETRY_DISABLED: "1",
      },
    });
    if (child.stdout) createInterface(child.stdout).on("line", passOn);
    child.on("message", (message) => {
      if (message === "ready") {
        quickEnds = 0;
        state.isUp = true;
        passClock();
        markReady();
      }
      if (message === diskFullMessage) markDiskFull();
    });
    child.on("exit", (code, signal) => {
      child = null;
      state.isUp = false;
      if (stopping) return;
      state.restarts++;
      quickEnds = Date.now() - startedAt < 10_000 ? quickEnds + 1 : 0;
      log().error({ code, signal }, "the dashboard's process ended by itself");
      if (quickEnds >= 3) options.onGiveUp("the dashboard's process exits at once after each start");
      else setTimeout(start, 250 * 2 ** quickEnds);
    });
  };
  start();
  // Only the front measures the clock; the dashboard's process has no database address at the start.
  const passClock = () => child?.connected && child.send({ clockOffset: clockOffset() });
  const clock = setInterval(passClock, clockMs).unref();

  return {
    socketPath,
    ready,
    state,
    async stop() {
      stopping = true;
      clearInterval(clock);
      const last = child;
      if (last && last.exitCode === null) {
        const ended = new Promise((resolve) => last.once("exit", resolve));
        last.kill("SIGTERM");
        const timer = setTimeout(() => last.kill("SIGKILL"), 10_000);
        await ended;
        clearTimeout(timer);
      }
      folder.remove();
    },
  };
}

/**
 * Next prints how long it took to read its settings, among the lines for the person who starts Cairn. That line is
 * dropped.
 */
function passOn(line: string): void {
  if (!/Running next\.config\.\w+ took/.test(line)) process.stdout.write(`${line}\n`);
}
