import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { moveProject } from "@/lib/attribution/reassign";
import type { RecutRow } from "@/lib/attribution/recalculation/change";
import {
  convertLate,
  cutAnew,
  cutOpens,
  endRecut,
  findProjectsToRecut,
  findRecut,
  findUserBehind,
  noteRecut,
} from "@/lib/attribution/recalculation/queries";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { allDigits } from "@/lib/base/money";
import { foldAll } from "@/lib/ledger/compaction";
import { everybodySees } from "@/lib/ledger/horizon";
import { correctLedger, correctUserDays } from "@/lib/ledger/rebuild-queries";
import { withLease } from "@/lib/platform/jobs/lease";
import { wake } from "@/lib/platform/jobs/wake";

const usualBatch = 5_000;
const leaseMs = 30_000;

type Clock = () => Date;

/** Goes on with every change of a zone that was begun, each in one process at a time, for so long. */
export async function runRecuts(budgetMs: number, now: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  let ran = 0;
  for (const { id } of await findProjectsToRecut()) {
    if (performance.now() > end) break;
    if (await runRecut(id, () => performance.now() > end, now)) ran++;
  }
  return ran;
}

/** False while another process is at it. Whatever is done stays done: the next run goes on behind it. */
export async function runRecut(
  id: number,
  until: () => boolean,
  now: Clock,
  batchSize = usualBatch,
): Promise<boolean> {
  const project = await backgroundProject(id);
  if (!project) return false;
  const result = await withLease(`recut ${id}`, leaseMs, async (extend) => {
    // Counting all of a history is one statement, which may take longer than the lease.
    const beat = setInterval(() => {
      extend().catch((error) => log().warn(describeError(error), "the lease of a recut was not extended"));
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
  if (!(await whenSettled(projectId, run, () => cutAnew(projectId, allDigits())))) return;
  const recut = await findRecut(projectId);
  if (recut?.state !== "FOLLOWING") return;
  // Whoever counts by the zone before has ended when what people did day by day is cut.
  if (!(await everybodySees(run.until))) return;
  if (recut.from_zone !== recut.to_zone) {
    if (!(await followOpens(projectId, recut, run)) || !(await followUsers(projectId, run))) return;
  }
  if (recut.from_currency !== recut.to_currency) {
    // Callers are remembered for a second, and so is the currency they are understood in.
    for (let left = 5_000 - (run.now().getTime() - recut.cut_at!.getTime()); left > 0; left -= 100) {
      if (run.until()) return;
      await sleep(100);
    }
    await convertLate(projectId, recut, allDigits());
  }
  if (!(await whenSettled(projectId, run, async () => (await correctLedger(projectId)) !== null))) return;
  await endRecut(projectId, run.now());
  await foldAll(projectId);
}

/** While facts are on their way from one decision to the next nobody can say where they are counted. */
async function whenSettled(projectId: ProjectId, { until }: Run, work: () => Promise<boolean>) {
  while (!(await work())) {
    if (until()) return false;
    if ((await moveProject(projectId)) === 0) await sleep(50);
  }
  return true;
}

async function followOpens(projectId: ProjectId, recut: RecutRow, { until, batchSize }: Run) {
  let { step, cursor, done } = recut;
  while (step === "installs") {
    if (until()) return false;
    const { last, seen } = await cutOpens(projectId, cursor, batchSize);
    done += seen;
    if (seen < batchSize) [step, cursor] = ["users", null];
    else cursor = last;
    await noteRecut(projectId, { step, cursor, done });
  }
  return true;
}

async function followUsers(projectId: ProjectId, { until, batchSize }: Run): Promise<boolean> {
  for (;;) {
    if (until()) return false;
    const { cursor, done } = (await findRecut(projectId))!;
    const last = await findUserBehind(projectId, cursor, batchSize);
    await correctUserDays(projectId, { after: cursor, until: last });
    if (last === null) break;
    await noteRecut(projectId, { step: "users", cursor: last, done: done + batchSize });
  }
  // A day may be taken from a user while somebody relies on it: it is looked again when they have ended.
  do {
    if (!(await everybodySees(until))) return false;
  } while ((await correctUserDays(projectId)) > 0);
  return true;
}

export const wakeRecut = (projectId: number) =>
  wake({
    what: "a change of the time zone or the currency",
    budgetMs: 20_000,
    run: (until) => runRecut(projectId, until, now),
  });
