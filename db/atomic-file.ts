import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";

/** Writes a file that only its owner can read. It appears complete and synced, or not at all. */
export async function writeAtomically<T>(file: string, fill: (to: Writable) => Promise<T>): Promise<T> {
  const part = `${file}.part`;
  try {
    const filled = await fill(createWriteStream(part, { mode: 0o600 }));
    const handle = await open(part, "r");
    await handle.sync();
    await handle.close();
    await rename(part, file);
    return filled;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
