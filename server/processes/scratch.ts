import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryLock } from "@/server/processes/lock";

const prefix = "cairn-run-";
const lockOf = (folder: string) => join(folder, "alive.lock");
const minute = 60_000;

export type ScratchFolder = { path: string; remove(): void };

/**
 * A temporary folder for the lifetime of this process. A killed process leaves its folder behind, which the next caller
 * removes; it is recognized by a lock that the kernel has released.
 */
export function scratchFolder(): ScratchFolder {
  removeLeftOver();
  const path = mkdtempSync(join(tmpdir(), prefix));
  const lock = tryLock(lockOf(path), "exclusive");
  const remove = () => {
    process.off("exit", remove);
    lock?.release();
    rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", remove);
  return { path, remove };
}

export const isScratch = (folder: string) => folder.split("/").at(-1)?.startsWith(prefix) ?? false;

function removeLeftOver(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(prefix) || isYoung(folder)) continue;
    try {
      const lock = tryLock(lockOf(folder), "exclusive");
      lock?.release();
      if (lock) rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, with permissions that we do not have.
    }
  }
}

/** The process that made the folder may not have taken its lock yet. */
function isYoung(folder: string): boolean {
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return made === undefined || Date.now() - made < minute;
}
