import type { ProjectId } from "@/lib/base/ids";
import { listenOnlyTo, readOutbox, releaseRead } from "@/lib/ledger/outbox/listen";
import {
  findProjectsToEnqueue,
  findReceiving,
  listenerName,
  storeEnqueued,
} from "@/lib/outbound/enqueue/queries";
import {
  destinationsWithCorrections,
  kindsToEnqueue,
  movedIn,
  newDeliveriesOf,
  type Receiving,
} from "@/lib/outbound/enqueue/rules";
import { FairRound } from "@/lib/platform/jobs/round";

const max = 1_000;
const round = new FairRound<ProjectId>();

/** Turns outbox rows of all projects, or of one, into deliveries: one batch per project at a time. */
export async function enqueueFacts(
  budgetMs: number,
  now: () => Date,
  only: ProjectId | null = null,
): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let added = 0;
  let left: { id: ProjectId }[] = await findProjectsToEnqueue(only);
  while (left.length > 0 && !isOver()) {
    const more: { id: ProjectId }[] = [];
    await round.go(left, isOver, async (id) => {
      const enqueued = await enqueueBatch(id, now());
      added += enqueued.added;
      if (enqueued.isMore) more.push({ id });
    });
    left = more;
  }
  return added;
}

/** Changes to destinations only add kinds to the outbox; this removes the unused ones. */
async function setRight(projectId: ProjectId, destinations: Receiving[]): Promise<void> {
  await listenOnlyTo(projectId, listenerName, destinations.length === 0 ? [] : kindsToEnqueue(destinations));
}

async function enqueueBatch(projectId: ProjectId, now: Date): Promise<{ added: number; isMore: boolean }> {
  const batch = await readOutbox(projectId, listenerName, max);
  if (!batch) return { added: 0, isMore: false };
  const { rows, until } = batch;
  const destinations = rows.length === 0 ? [] : await findReceiving(projectId);
  if (rows.length > 0) await setRight(projectId, destinations);
  const deliveries = rows.flatMap((row) => newDeliveriesOf(projectId, row, destinations));
  const added = await storeEnqueued(
    projectId,
    {
      deliveries,
      moved: rows.flatMap(movedIn),
      destinations: destinations.map(({ id }) => id),
      correcting: destinationsWithCorrections(destinations),
      until,
    },
    now,
  );
  await releaseRead(projectId);
  return { added, isMore: rows.length === max };
}
