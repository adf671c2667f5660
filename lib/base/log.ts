import pino from "pino";
import { errorCode } from "@/lib/base/database-failure";
import { env } from "@/lib/base/env";
import { stackFrames } from "@/lib/base/stack-frames";

let logger: pino.Logger | null = null;

/** Lines are collected and written in chunks: a write per request would cost more than the request. */
export function log(): pino.Logger {
  logger ??= pino(
    { level: env.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: "msg" },
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 }),
  );
  return logger;
}

/**
 * The safe details of an error: its kind, its code and where it was thrown. The message is left out, because the
 * database's messages contain SQL, parameters and so personal data.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  return { error: error.name, code: errorCode(error), frames: stackFrames(error) };
}
