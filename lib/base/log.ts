import pino from "pino";
import { errorCode } from "@/lib/base/database-failure";
import { env } from "@/lib/base/env";

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
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => line.trim().startsWith("at "))
    .slice(0, 8)
    .map((line) => line.trim());
  return { error: error.name, code: errorCode(error), frames };
}
