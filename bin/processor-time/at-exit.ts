import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { processorTime } from "./processor-time.ts";

/** Loaded into each program of a test run: when the program ends, its processor time is in a file with its ID. */
const folder = process.env.CAIRN_PROCESSOR_TIMES;

process.on("exit", () => {
  if (!folder) return;
  try {
    writeFileSync(join(folder, String(process.pid)), String(processorTime()));
  } catch {
    // The folder is removed with the run that this process outlived.
  }
});
