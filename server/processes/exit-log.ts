import { writeSync } from "node:fs";
import { errorCode, isLostConnection, isOutOfFiles } from "../../lib/base/database-failure.ts";
import { stackFrames } from "../../lib/base/stack-frames.ts";

/**
 * Makes sure that no serving process ends silently: its last line has the reason and the exit code. The line is written
 * at once and not by the log, which collects its lines. The dashboard's process imports this file and has no loader for
 * "@/".
 */
let reason: string | null = null;

/** Sets the reason of an intended exit. The first reason counts. */
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
      // A pipe that is full or closed; the other one may still work.
    }
  }
}

/** An error's kind, code and place, never its message, which may hold personal data. */
function about(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, code: errorCode(error), frames: stackFrames(error) };
}

/**
 * The driver reports some lost connections outside any promise, and Node reports some failures for lack of file
 * descriptors so. Each concerns one call that fails by itself, so all other work continues.
 */
const isSurvivable = (error: unknown) => isLostConnection(error) || isOutOfFiles(error);

type Options = {
  process: "front" | "dashboard";
  /** The message of an error that is meant for people. */
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
