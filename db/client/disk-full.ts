import { errorCode } from "@/lib/base/database-failure";
import { env } from "@/lib/base/env";

/** Stored in `globalThis`, because the dashboard's bundles share it. */
const shared = globalThis as { cairnDiskFullAt?: number };

/** A full disk is remembered for this time, because one statement may find room in an old page while another fails. */
const rememberedMs = 30_000;

/** The message by which the dashboard's process reports a full disk to the process that answers for readiness. */
export const diskFullMessage = "database full";

export function markDiskFull(): void {
  shared.cairnDiskFullAt = performance.now();
}

/** Called with each error of a statement. */
export function noteDiskFull(error: unknown): void {
  if (errorCode(error) !== "53100") return;
  markDiskFull();
  if (env.CAIRN_FRONT_SECRET) process.send?.(diskFullMessage);
}

/** True if the database refused a statement for lack of disk space a short time ago. */
export const wasDiskFull = (tick: number): boolean =>
  shared.cairnDiskFullAt !== undefined && tick - shared.cairnDiskFullAt < rememberedMs;
