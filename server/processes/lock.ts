import { DatabaseSync } from "node:sqlite";
import { CannotStart } from "@/lib/base/cannot-start";

/**
 * Locks between processes that the kernel releases when their holder dies, even by kill -9, so there are no stale pid
 * files. Node has no flock, but it has SQLite, whose transactions on an empty file work the same.
 */
export type ProcessLock = { release(): void };
type Mode = "shared" | "exclusive";

// A lock would be released if it were garbage-collected.
const locks = new Set<DatabaseSync>();

const busy = 5;
const full = 13;

export function tryLock(file: string, mode: Mode): ProcessLock | null {
  let handle: DatabaseSync | null = null;
  try {
    handle = new DatabaseSync(file, { timeout: 0 });
    handle.exec("pragma journal_mode = memory");
    if (mode === "exclusive") {
      handle.exec("begin exclusive");
    } else {
      handle.exec("begin");
      handle.prepare("select count(*) from sqlite_master").get();
    }
  } catch (error) {
    handle?.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === busy) return null;
    if (errcode === full) throw new CannotStart(`The disk that holds ${file} is full.`);
    throw new CannotStart(`${file} cannot be locked: ${(error as Error).message}.`);
  }
  const open = handle;
  locks.add(open);
  return {
    release() {
      if (locks.delete(open)) open.close();
    },
  };
}

/** Null when the lock was not released in time. */
export async function waitForLock(
  file: string,
  mode: Mode,
  { timeout, onWait }: { timeout: number; onWait?: () => void },
): Promise<ProcessLock | null> {
  const since = performance.now();
  let announced = false;
  for (;;) {
    const lock = tryLock(file, mode);
    const waited = performance.now() - since;
    if (lock || waited >= timeout) return lock;
    if (!announced && waited > 1000) {
      announced = true;
      onWait?.();
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
