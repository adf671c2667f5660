import { CannotStart } from "@/lib/base/cannot-start";
import { errorCode } from "@/lib/base/database-failure";
import { BadSetting } from "@/lib/base/env";

/** One line for the person at the keyboard; null for a bug, which needs its stack trace. */
export function explainFailure(error: unknown): string | null {
  if (error instanceof CannotStart || error instanceof BadSetting) return error.message;
  const code = errorCode(error);
  const { port, address, path } = error as { port?: number; address?: string; path?: string };
  if (code === "ENOSPC" || code === "EDQUOT")
    return `The disk is full${path ? `: ${path} cannot be written` : ""}.`;
  if (code === "53100") return "The disk of the database is full.";
  if (code === "EADDRINUSE") return portTaken(port ?? 0);
  if (code === "EACCES" && port) return `Port ${port} can't be used by this user. Set PORT to another port.`;
  if (code === "EADDRNOTAVAIL") return `This machine has no address ${address ?? ""}; see HOST.`;
  if (code === "EROFS" || (code === "EACCES" && path))
    return `${path ?? "The disk"} cannot be written (${code}).`;
  return null;
}

function portTaken(port: number): string {
  return `Port ${port} is in use by another program. Choose another: PORT=${port === 3000 ? 3001 : port + 1} npm start`;
}

/** Runs the whole work of a program; a failure is reported and decides the exit code. */
export async function runProgram(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const line = explainFailure(error);
    process.stderr.write(line === null ? `${(error as Error).stack ?? error}\n` : `${line}\n`);
    process.exitCode = 1;
  }
}
