import { LRUCache } from "lru-cache";
import { isRefusedRow } from "@/lib/base/database-failure";
import type { ProjectId } from "@/lib/base/ids";
import { log } from "@/lib/base/log";
import { compactDay, findDays, findDaysToCompact } from "@/lib/ledger/compaction-queries";
import { findGrowth, findNextProjects, removeMark } from "@/lib/ledger/growth-queries";

/** A day is compacted when it has this many times the rows of its last compaction, and at least this many. */
const growth = 2;
const minRows = 2_000;
const afterFold = new LRUCache<string, number>({ max: 10_000 });

/** Older days take turns, so that each day of the last year is compacted once an hour. */
const older = { days: 8, from: 2, to: 402 };
let turn = 0;

const maxGrown = 1_000;
/** A killed process loses its marks. All other projects are therefore compacted as well, a few at a time. */
const maxUnmarked = 50;
let behind = 0;

export type CompactionResult = { days: number; before: number; after: number };

/**
 * Keeps the current days short, so that busy days are as fast to read as others. Compacts projects whose ledger has
 * grown, until the time is over. The next run starts with the longest waiting ones.
 */
export async function compactLedger(budgetMs: number): Promise<CompactionResult> {
  const end = performance.now() + budgetMs;
  const total: CompactionResult = { days: 0, before: 0, after: 0 };
  const ago = older.from + ((turn++ * older.days) % (older.to - older.from));
  const compact = (id: ProjectId) => compactDaysOf(id, ago, total);
  for (const { id, marked } of await findGrowth(maxGrown)) {
    if (performance.now() > end) return total;
    await compact(id);
    await removeMark(id, marked);
  }
  const next = await findNextProjects(behind, maxUnmarked);
  for (const { id } of next) {
    if (performance.now() > end) return total;
    await compact(id);
    behind = id;
  }
  if (next.length < maxUnmarked) behind = 0;
  return total;
}

async function compactDaysOf(id: ProjectId, ago: number, total: CompactionResult): Promise<void> {
  for (const { day, rows } of await findDaysToCompact(id, minRows, { ago, days: older.days })) {
    const key = `${id} ${day}`;
    if (rows < growth * (afterFold.get(key) ?? 0)) continue;
    const compacted = await compactIfPossible(id, day);
    afterFold.set(key, compacted?.after ?? rows);
    if (!compacted) continue;
    const { before, after } = compacted;
    total.days++;
    total.before += before;
    total.after += after;
  }
}

/**
 * Null if a sum does not fit into its column: an app can report any amounts, and they must not stop the compaction of
 * other days and projects.
 */
async function compactIfPossible(id: ProjectId, day: string) {
  try {
    return await compactDay(id, day);
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    log().warn({ project: id, day }, "a day of the ledger has sums that are too large to be compacted");
    return null;
  }
}

/** Compacts every day of the project, after an import of history. */
export async function compactProject(projectId: ProjectId): Promise<void> {
  for (const { day } of await findDays(projectId)) await compactDay(projectId, day);
}
