import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { findProjectsToReassign, reassignFacts } from "@/lib/attribution/reassign-queries";
import { markListed } from "@/lib/attribution/test-devices/mark";
import { noteGrowth } from "@/lib/ledger/growth";
import { readHorizon } from "@/lib/ledger/horizon";

const batchSize = 200;

/** Lets sign-ups, events and payments follow the decisions of their installs, in every project. */
export async function reassignAll(): Promise<number> {
  let moved = 0;
  for (const { id } of await findProjectsToReassign()) moved += await reassignProject(id);
  return moved;
}

export async function reassignProject(id: number): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  let moved = 0;
  for (;;) {
    // Read before the statement looks: whatever was under way then has ended when it does.
    const horizon = await readHorizon();
    if (horizon === null) return moved;
    // An install that was being decided when its device was put on the list of test devices.
    await markListed(project, now());
    const count = await reassignFacts(project.id, horizon, batchSize);
    moved += count;
    noteGrowth(project.id, count);
    if (count < batchSize) return moved;
  }
}
