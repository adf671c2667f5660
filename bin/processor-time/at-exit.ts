import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { processorTime } from "./processor-time.ts";

/** Loaded into each program of a test run: when the program ends, its processor time is in a file with its ID. */
const folder = process.env.CAIRN_PROCESSOR_TIMES;

// TypeScript's compiler would replace this process, whose exit would then report nothing. Without this function, it
// starts its program as a child.
if (folder) Object.assign(process, { execve: undefined });

process.on("exit", () => {
  if (!folder) return;
  try {
    writeFileSync(join(folder, String(process.pid)), String(processorTime()));
  } catch {
    // The folder is removed with the run that this process outlived.
  }
});
