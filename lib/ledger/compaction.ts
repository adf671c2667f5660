import type { ProjectId } from "@/lib/base/ids";
import { compactDay, findDays, findDaysToCompact } from "@/lib/ledger/compaction-queries";

/** A day is worth folding when it has this many times the rows its last fold left, and at least this many. */
const growth = 2;
const leastRows = 2_000;
const afterFold = new Map<string, number>();

/** Older days take turns: in an hour all of a year's have had theirs. */
const older = { days: 8, from: 2, to: 402 };
let turn = 0;

/** Keeps the days that are being written short, so that reading them costs the same however busy they were. */
export async function compactLedger(): Promise<{ days: number; before: number; after: number }> {
  const total = { days: 0, before: 0, after: 0 };
  const ago = older.from + ((turn++ * older.days) % (older.to - older.from));
  for (const { id, day, rows } of await findDaysToCompact(leastRows, { ago, days: older.days })) {
    const key = `${id} ${day}`;
    if (rows < growth * (afterFold.get(key) ?? 0)) continue;
    const { before, after } = await compactDay(id, day);
    if (afterFold.size > 10_000) afterFold.clear();
    afterFold.set(key, after);
    total.days++;
    total.before += before;
    total.after += after;
  }
  return total;
}

/** After a load of history: every day of the project. */
export async function compactProject(projectId: ProjectId): Promise<void> {
  for (const { day } of await findDays(projectId)) await compactDay(projectId, day);
}
