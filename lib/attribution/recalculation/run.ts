import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { reassignProject } from "@/lib/attribution/reassign";
import type { RecalculationRow } from "@/lib/attribution/recalculation/change";
import {
  convertLate,
  endRecalculation,
  findProjectsToRecalculate,
  findRecalculation,
  findUserAfter,
  noteRecalculationProgress,
  recalculateOpens,
  switchWhenDecided,
} from "@/lib/attribution/recalculation/queries";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { allDigits } from "@/lib/base/money";
import { compactProject } from "@/lib/ledger/compaction";
import { whenVisibleToAll } from "@/lib/ledger/horizon";
import { correctLedger, correctUserDays } from "@/lib/ledger/rebuild-queries";
import { withLease } from "@/lib/platform/jobs/lease";
import { FairRound } from "@/lib/platform/jobs/round";
import { wakeJob } from "@/lib/platform/jobs/wake";

const defaultBatch = 5_000;
const leaseMs = 30_000;
const round = new FairRound();

type Clock = () => Date;

/** Continues every recalculation, each in one process at a time, within the time budget. */
export async function runRecalculations(budgetMs: number, now: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let ran = 0;
  await round.go(await findProjectsToRecalculate(), isOver, async (id) => {
    if (await runRecalculation(id, isOver, now)) ran++;
  });
  return ran;
}

/** False while another process runs it. Finished work is kept, and the next run continues after it. */
export async function runRecalculation(
  id: number,
  until: () => boolean,
  now: Clock,
  batchSize = defaultBatch,
): Promise<boolean> {
  const project = await backgroundProject(id);
  if (!project) return false;
  const result = await withLease(`recalculation ${id}`, leaseMs, async (extend) => {
    // Counting the whole history is one statement, which may take longer than the lease.
    const beat = setInterval(() => {
      extend().catch((error) =>
        log().warn(describeError(error), "the lease of a recalculation was not extended"),
      );
    }, leaseMs / 3);
    try {
      await goOn(project.id, { until, now, batchSize });
    } finally {
      clearInterval(beat);
    }
    return {};
  });
  return result !== null;
}

type Run = { until: () => boolean; now: Clock; batchSize: number };

async function goOn(projectId: ProjectId, run: Run): Promise<void> {
  if (!(await whenSettled(projectId, run, () => switchWhenDecided(projectId, allDigits())))) return;
  const recalculation = await findRecalculation(projectId);
  if (recalculation?.state !== "FOLLOWING") return;
  // Daily user activity is recalculated after all statements with the previous zone have ended.
  if (!(await whenVisibleToAll(run.until))) return;
  if (recalculation.from_zone !== recalculation.to_zone) {
    if (!(await followOpens(projectId, recalculation, run)) || !(await followUsers(projectId, run))) return;
  }
  if (recalculation.from_currency !== recalculation.to_currency) {
    // Callers and their currency are cached for a second.
    for (
      let left = 5_000 - (run.now().getTime() - recalculation.switched_at!.getTime());
      left > 0;
      left -= 100
    ) {
      if (run.until()) return;
      await sleep(100);
    }
  }
  await convertLate(projectId, recalculation, allDigits());
  if (!(await whenSettled(projectId, run, async () => (await correctLedger(projectId)) !== null))) return;
  await endRecalculation(projectId, run.now());
  await compactProject(projectId);
}

/** While facts are being moved between decisions their counted cell is unknown, so the work waits. */
async function whenSettled(projectId: ProjectId, { until }: Run, work: () => Promise<boolean>) {
  while (!(await work())) {
    if (until()) return false;
    if ((await reassignProject(projectId)) === 0) await sleep(50);
  }
  return true;
}

async function followOpens(projectId: ProjectId, recalculation: RecalculationRow, { until, batchSize }: Run) {
  let { step, cursor, done } = recalculation;
  while (step === "installs") {
    if (until()) return false;
    const { last, seen } = await recalculateOpens(projectId, cursor, batchSize);
    done += seen;
    if (seen < batchSize) [step, cursor] = ["users", null];
    else cursor = last;
    await noteRecalculationProgress(projectId, { step, cursor, done });
  }
  return true;
}

async function followUsers(projectId: ProjectId, { until, batchSize }: Run): Promise<boolean> {
  for (;;) {
    if (until()) return false;
    const { cursor, done } = (await findRecalculation(projectId))!;
    const last = await findUserAfter(projectId, cursor, batchSize);
    await correctUserDays(projectId, { after: cursor, until: last });
    if (last === null) break;
    await noteRecalculationProgress(projectId, { step: "users", cursor: last, done: done + batchSize });
  }
  // A concurrent statement may rely on a day that is removed: check again after all of them have ended.
  do {
    if (!(await whenVisibleToAll(until))) return false;
  } while ((await correctUserDays(projectId)) > 0);
  return true;
}

export const wakeRecalculation = (projectId: number) =>
  wakeJob({
    what: "a change of the time zone or the currency",
    budgetMs: 20_000,
    run: (until) => runRecalculation(projectId, until, now),
  });
