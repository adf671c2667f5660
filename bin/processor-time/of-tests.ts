import { afterAll } from "vitest";
import { processorTime } from "@/bin/processor-time/processor-time";

declare module "vitest" {
  interface TaskMeta {
    /** The processor time in ms of the file's process and its children, but not of the shared database. */
    processorMs?: number;
  }
}

/** Vitest loads this module again for each test file, before the file. */
const before = processorTime();

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a pattern for the fixtures, of which this needs none.
afterAll(({}, file) => {
  file.meta.processorMs = processorTime() - before;
});
