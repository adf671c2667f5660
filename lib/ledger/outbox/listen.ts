import type { ProjectId } from "@/lib/base/ids";
import { log } from "@/lib/base/log";
import type { OutboxKind } from "@/lib/ledger/outbox/kinds";
import {
  addListener,
  findProjectsWithRows,
  findUnread,
  limitListener,
  moveListener,
  type OutboxBatch,
  type OutboxPosition,
  removeListener,
  removeOlder,
  removeRead,
} from "@/lib/ledger/outbox/queries";

/** The most rows that one statement removes. */
const max = 5_000;
/** Limits the rows of an abandoned listener, so that it does not fill the disk. */
const longestMs = 14 * 24 * 60 * 60_000;

/** Adds kinds to the listener. The project's new events are stored until the listener has read them. */
export const listenToKinds = (projectId: ProjectId, name: string, kinds: OutboxKind[]): Promise<void> =>
  addListener(projectId, name, kinds);

/** Removes the listener's other kinds; without kinds, the listener ends. Recently added kinds stay. */
export const listenOnlyTo = (projectId: ProjectId, name: string, kinds: OutboxKind[]): Promise<void> =>
  limitListener(projectId, name, kinds);

export async function stopListening(projectId: ProjectId, name: string): Promise<void> {
  await removeListener(projectId, name);
  await inTurns(() => removeRead(projectId, max));
}

/**
 * The oldest unread rows, and the next position. A reader that ends before `advanceListener` gets them again: each row is
 * delivered at least once. Null if there is no such listener.
 */
export const readOutbox = (
  projectId: ProjectId,
  name: string,
  limit: number,
  after: OutboxPosition | null = null,
): Promise<OutboxBatch | null> => findUnread(projectId, name, limit, after);

export async function advanceListener(
  projectId: ProjectId,
  name: string,
  until: OutboxPosition,
): Promise<void> {
  await moveListener(projectId, name, until);
  await releaseRead(projectId);
}

/** Removes rows that all listeners have read, for listeners that advance within their own statement. */
export async function releaseRead(projectId: ProjectId): Promise<void> {
  await removeRead(projectId, max);
}

async function inTurns(remove: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (let deleted = max; deleted === max; removed += deleted) deleted = await remove();
  return removed;
}

/** The last swept project, if the time was over before the others had their turn. */
let swept = 0;

/** Removes rows that every listener has read, and rows that stayed unread for two weeks. */
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
