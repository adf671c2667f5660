import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { findProjectsToReassign, reassignFacts } from "@/lib/attribution/reassign-queries";
import { markListed } from "@/lib/attribution/test-devices/mark";
import { unlessFrozen, withRetries } from "@/lib/base/database-failure";
import { noteGrowth } from "@/lib/ledger/growth";
import { readHorizon } from "@/lib/ledger/horizon";
import { FairRound } from "@/lib/platform/jobs/round";

const batchSize = 200;

/** After this time the next project gets its turn. */
const turnMs = 3_000;
const round = new FairRound();

export type Reassigned = { moved: number; left: boolean };

/**
 * Moves sign-ups, events and payments to the new decisions of their installs, in every project. Stops when all are
 * moved or the time is over. The rest stays listed, and the next run starts after the projects that had their turn.
 */
export async function reassignAll(budgetMs: number): Promise<Reassigned> {
  const end = performance.now() + budgetMs;
  return reassignProjects(await findProjectsToReassign(), () => performance.now() > end, round);
}

export async function reassignProjects(
  projects: readonly { id: number }[],
  isOver: () => boolean,
  turns: FairRound,
  longestTurnMs = turnMs,
): Promise<Reassigned> {
  const total: Reassigned = { moved: 0, left: false };
  const all = await turns.go(projects, isOver, async (id) => {
    const turnEnds = performance.now() + longestTurnMs;
    let cut = false;
    total.moved += await reassignProject(id, () => {
      cut = isOver() || performance.now() > turnEnds;
      return cut;
    });
    total.left ||= cut;
  });
  return { ...total, left: total.left || !all };
}

/** Runs until all are moved, or until the first batch that ends after the time limit. */
export async function reassignProject(id: number, isOver: () => boolean = () => false): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  let moved = 0;
  for (;;) {
    // Read before the statement takes its snapshot: all transactions up to this horizon are then visible to it.
    const horizon = await readHorizon();
    if (horizon === null) return moved;
    // Marks installs that were being decided while their device was added to the test devices.
    await markListed(project, now());
    const count = (await unlessFrozen(withRetries(() => reassignFacts(project.id, horizon, batchSize)))) ?? 0;
    moved += count;
    noteGrowth(project.id, count);
    if (count < batchSize || isOver()) return moved;
  }
}
