import { writeSync } from "node:fs";
import { errorCode, isLostConnection, isOutOfFiles } from "../../lib/base/database-failure.ts";

/**
 * No process that serves ends silently: its last line says why, with its exit code. It is written at once, past the log,
 * whose lines are gathered. Imported by the dashboard's process, which has no loader for "@/".
 */
let reason: string | null = null;

/** Names the reason of an exit on purpose. The first one counts. */
export function endingBecause(why: string): void {
  reason ??= why;
}

type Line = { level: 30 | 50; msg: string; [more: string]: unknown };

function writeLine({ level, ...line }: Line): void {
  const text = `${JSON.stringify({ level, time: new Date().toISOString(), pid: process.pid, ...line })}\n`;
  for (const file of [1, 2]) {
    try {
      writeSync(file, text);
      return;
    } catch {
      // A pipe that is full or closed; the other one may not be.
    }
  }
}

/** An error's kind, code and place, never its message, which may hold personal data. */
function about(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trim().startsWith("at "));
  return {
    error: error.name,
    code: errorCode(error),
    frames: frames.slice(0, 8).map((line) => line.trim()),
  };
}

/**
 * The driver reports some lost connections, and Node some failures for want of file descriptors, outside any promise.
 * They concern one call that fails by itself, so everything else goes on.
 */
const isSurvivable = (error: unknown) => isLostConnection(error) || isOutOfFiles(error);

type Options = {
  process: "front" | "dashboard";
  /** The sentence for an error that has one. */
  explain?(error: unknown): string | null;
};

export function logLastFailure({ process: name, explain = () => null }: Options): void {
  const unhandled = (kind: string) => (error: unknown) => {
    if (isSurvivable(error)) {
      return writeLine({
        level: 50,
        msg: "an error was not handled; the process continues",
        process: name,
        kind,
        ...about(error),
      });
    }
    endingBecause(explain(error) ?? kind);
    writeLine({
      level: 50,
      msg: "an error was not handled; the process exits",
      process: name,
      kind,
      ...about(error),
    });
    process.exit(1);
  };
  process.on("uncaughtException", unhandled("uncaught exception"));
  process.on("unhandledRejection", unhandled("unhandled rejection"));
  process.on("beforeExit", () => endingBecause("nothing is left to do"));
  process.on("exit", (code) => {
    const level = code === 0 || reason?.startsWith("SIG") ? 30 : 50;
    writeLine({ level, msg: "the process exits", process: name, code, reason: reason ?? "unknown" });
  });
}
