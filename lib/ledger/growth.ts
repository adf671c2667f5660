/** Tracks whose ledger has grown, so that compaction reads only those projects. */
import { growingCache } from "@/lib/base/growing-cache";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { markGrowth } from "@/lib/ledger/growth-queries";
import { Batcher } from "@/lib/platform/batch";

/** The number of facts that make compaction worthwhile; with fewer, days stay short. */
const worthwhile = 500;

/** The facts of each project since its last mark. Compaction's own round finds projects that were missed here. */
const since = growingCache<ProjectId, number>({ max: 50_000 });

const marks = new Batcher<ProjectId, undefined>({ name: "ledger-growth", run: markGrowth, inFlight: 1 });

/** Called after storing, without waiting: a lost mark only delays the compaction. */
export function noteGrowth(project: ProjectId, facts: number): void {
  const grown = (since.get(project) ?? 0) + facts;
  since.set(project, grown < worthwhile ? grown : 0);
  if (grown < worthwhile) return;
  marks
    .add(project)
    .catch((error) => log().warn(describeError(error), "the growth of a ledger could not be stored"));
}

/** Tracks the growth of many projects after a batch of their facts is stored. */
export const trackLedgerGrowth =
  <Row extends { project_id: ProjectId }, Result>(store: (rows: Row[]) => Promise<Result[]>) =>
  async (rows: Row[]): Promise<Result[]> => {
    const results = await store(rows);
    for (const { project_id } of rows) noteGrowth(project_id, 1);
    return results;
  };
