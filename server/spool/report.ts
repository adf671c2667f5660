import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { refuseVisitsOf } from "@/lib/traffic/visits/in-progress";
import { deleteSpool, findFrozenProjects, upsertSpool } from "@/server/spool/queries";
import { lastReports, markReport, spoolBytesIn } from "@/server/spool/spool";

export const spoolFolder = () => join(env.DATA_DIR, "spool");

/** The owner of this process's files in the folder. */
export const processId = randomUUID();

/** Identifies the folder for all processes that use it, one after the other or at the same time. */
function idOf(folder: string): string {
  const file = join(folder, "id");
  try {
    writeFileSync(file, randomUUID(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}

/**
 * Reports the clicks on this disk for project moves; null if there is no spool folder. By the reported time, clicks of
 * frozen projects that were in progress are stored or on the disk, and no further ones are accepted, in all processes
 * that use the folder. So it is the time of the process that has not reported for the longest time.
 */
export async function reportSpool(): Promise<number | null> {
  const folder = spoolFolder();
  if (!existsSync(folder)) return null;
  const { at, projects } = await findFrozenProjects();
  await refuseVisitsOf(projects);
  markReport(folder, processId, at);
  const earliest = lastReports(folder).reduce((first, next) => (next < first ? next : first), at);
  // Read after the times, because another process may write until its report.
  const bytes = spoolBytesIn(folder);
  await upsertSpool({ id: idOf(folder), host: hostname(), folder, bytes, at: earliest });
  return bytes;
}

/** Deletes the report of an empty folder when its last process ends, so that moves do not wait for it. */
export async function removeSpoolReport(): Promise<void> {
  const folder = spoolFolder();
  try {
    if (lastReports(folder).length === 0 && spoolBytesIn(folder) === 0) await deleteSpool(idOf(folder));
  } catch (error) {
    log().warn(describeError(error), "the empty click spool could not be reported to the database");
  }
}
