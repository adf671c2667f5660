import { setTimeout as sleep } from "node:timers/promises";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import {
  findSending,
  findSpools,
  findStillWriting,
  findTime,
  findWriting,
  type WaitingSpool,
} from "@/lib/moving/drain-queries";
import { queueLeasePrefix } from "@/lib/outbound/send/run";

const checkEveryMs = 50;
/** Longer than a statement or a round of sending may take. */
const timeoutMs = 60_000;
/** Every process reports the clicks on its disk every ten seconds. */
const silentSeconds = 30;

export type DrainOptions = {
  progress(line: string): void;
  /** Do not wait for machines with clicks on their disks that have stopped reporting. */
  withoutSpools?: boolean | undefined;
  timeoutMs?: number;
};

/**
 * Resolves when all work of a frozen project has ended. Statements that begin later store nothing of it
 * (db/writable.ts). So this waits for three things: running statements, calls to destinations whose responses must be
 * stored, and answered clicks on disks.
 */
export async function whenDrained(project: ProjectId, quieting: DrainOptions): Promise<void> {
  const end = performance.now() + (quieting.timeoutMs ?? timeoutMs);
  const since = await findTime();
  let writing = await findWriting();
  let lastMessage = "";
  for (;;) {
    writing = writing.length > 0 ? await findStillWriting(writing) : [];
    const reason = await underWay({ project, since }, writing.length, quieting);
    if (reason === null) return;
    if (performance.now() > end) throw new Refusal("unavailable", reason);
    if (reason !== lastMessage) quieting.progress(reason);
    lastMessage = reason;
    await sleep(checkEveryMs);
  }
}

/** Called before a project is frozen, so that it is not frozen while a machine with clicks does not report. */
export async function refuseSilentSpools(): Promise<void> {
  for (const spool of await findSpools(null)) refuseSilent(spool);
}

function refuseSilent({ host, folder, silent }: WaitingSpool): void {
  if (silent < silentSeconds) return;
  throw new Refusal(
    "unavailable",
    `The disk of ${host} (${folder}) may have unsaved clicks, and its process has not reported for ${silent} seconds. Start Cairn there ` +
      "to store them, or add --without-spools if that disk is lost.",
  );
}

async function underWay(
  { project, since }: { project: ProjectId; since: Date },
  writing: number,
  { withoutSpools }: DrainOptions,
): Promise<string | null> {
  if (writing > 0) return "Waiting for statements that are storing facts.";
  if (await findSending(project, queueLeasePrefix(project)))
    return "Waiting for deliveries and emails in progress.";
  if (withoutSpools) return null;
  const spools = await findSpools(since);
  for (const spool of spools) refuseSilent(spool);
  const [spool] = spools;
  if (!spool) return null;
  return spool.bytes > 0
    ? `Waiting for clicks on the disk of ${spool.host} (${spool.folder}) to reach the database.`
    : `Waiting for ${spool.host} (${spool.folder}) to report an empty spool.`;
}
