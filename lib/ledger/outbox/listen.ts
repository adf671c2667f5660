import type { ProjectId } from "@/lib/base/ids";
import { log } from "@/lib/base/log";
import type { OutboxKind } from "@/lib/ledger/outbox/kinds";
import {
  addListener,
  type Batch,
  findProjectsWithRows,
  findUnread,
  limitListener,
  moveListener,
  type OutboxPosition,
  removeListener,
  removeOlder,
  removeRead,
} from "@/lib/ledger/outbox/queries";

/** No statement removes more rows. */
const max = 5_000;
/** A listener that nobody runs any more does not fill the disk. */
const longestMs = 14 * 24 * 60 * 60_000;

/** From now on what happens in the project is kept for this listener until it has read it, besides what was before. */
export const listen = (projectId: ProjectId, name: string, kinds: OutboxKind[]): Promise<void> =>
  addListener(projectId, name, kinds);

/** From now on it is kept for no more than these; without kinds, the listener ends. Recent requests stay. */
export const listenOnlyTo = (projectId: ProjectId, name: string, kinds: OutboxKind[]): Promise<void> =>
  limitListener(projectId, name, kinds);

export async function stopListening(projectId: ProjectId, name: string): Promise<void> {
  await removeListener(projectId, name);
  await inTurns(() => removeRead(projectId, max));
}

/**
 * The oldest rows that were not read, and where to go on once they are dealt with. A reader that ends before `advance`
 * gets them again: each row is delivered at least once. Null if there is no such listener.
 */
export const readOutbox = (projectId: ProjectId, name: string, limit: number): Promise<Batch | null> =>
  findUnread(projectId, name, limit);

export async function advance(projectId: ProjectId, name: string, until: OutboxPosition): Promise<void> {
  await moveListener(projectId, name, until);
  await releaseRead(projectId);
}

/** Removes what everybody has read, for listeners that advance within a statement of their own. */
export async function releaseRead(projectId: ProjectId): Promise<void> {
  await removeRead(projectId, max);
}

async function inTurns(remove: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (let deleted = max; deleted === max; removed += deleted) deleted = await remove();
  return removed;
}

/** The last project that was swept where the time was over before the others had their turn. */
let swept = 0;

/** Removes rows that every listener has read, and those that none came for in two weeks. */
export async function sweepOutboxes(now: Date, isOver: () => boolean = () => false): Promise<number> {
  const before = new Date(now.getTime() - longestMs);
  let removed = 0;
  for (const { id } of await findProjectsWithRows(swept)) {
    if (isOver()) return removed;
    removed += await inTurns(() => removeRead(id, max));
    const unread = await inTurns(() => removeOlder(id, before, max));
    if (unread > 0) log().warn({ project: id, rows: unread }, "the outbox was not read for two weeks");
    removed += unread;
    swept = id;
  }
  swept = 0;
  return removed;
}
