/** Rows of projects that run on a schedule: one process claims a due row, works, and stores when it is due again. */
import { now } from "@/db/clock";
import { type ProjectId, randomBase62 } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { isStopping } from "@/lib/platform/health/stopping";
import {
  claimDueRow,
  type DueTable,
  extendClaim,
  findProjectsWithDueRows,
  type RowClaim,
  releaseRow,
} from "@/lib/platform/jobs/due-row-queries";
import { FairRound } from "@/lib/platform/jobs/round";
import { wakeJob } from "@/lib/platform/jobs/wake";

/** Renewed after each step. After this time, another process replaces a dead one. */
const claimMs = 5 * 60_000;
/** Renewing costs a statement, so it waits this long. */
const renewMs = 5_000;

export type Clock = () => Date;

/** A problem outside of Cairn, in words for the run log. */
export class RunProblem extends Error {
  /** The other side does not want to be called before. */
  readonly afterMs: number | null;

  constructor(message: string, afterMs: number | null = null) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** Another process has taken over, or a member has changed or removed the row. */
export class ClaimLost extends Error {}
class Stopping extends Error {}

export type RunTools = {
  claim: RowClaim;
  clock: Clock;
  /** Called after each step; it fails if the run must end. `store` is called from time to time. */
  progress(store?: () => Promise<unknown>): Promise<void>;
};

export type DueRun = {
  work(): Promise<void>;
  /** Stores why the run failed. */
  fail(problem: string, at: Date): Promise<void>;
  /** Failed runs since the last one that succeeded. */
  failures: number;
  /** The next time of the schedule; null if it is off. */
  next(after: Date): Date | null;
};

type DueRowJob<Project> = {
  table: DueTable;
  /** Such as `a run of scheduled files`. */
  what: string;
  findProject(id: number): Promise<Project | null>;
  /** Null if the row is gone or was claimed by another process. */
  begin(project: Project, tools: RunTools): Promise<DueRun | null>;
};

/** After a failure: minutes at first, then hours, or when the other side says. At its next time at the latest. */
export function nextTry(
  failures: number,
  next: Date | null,
  at: Date,
  afterMs: number | null = null,
): Date | null {
  const wait = Math.max(afterMs ?? 0, Math.min(2 ** failures, 360) * 60_000);
  const tried = new Date(at.getTime() + wait);
  if (next === null) return null;
  return afterMs === null && next < tried ? next : tried;
}

export function dueRowJob<Project extends { id: ProjectId }>(job: DueRowJob<Project>) {
  const round = new FairRound();

  /** Runs every row that is due, one after the other. */
  async function runAll(budgetMs: number, clock: Clock): Promise<number> {
    const end = performance.now() + budgetMs;
    const isOver = () => performance.now() > end || isStopping();
    let ran = 0;
    await round.go(await findProjectsWithDueRows(job.table, clock()), isOver, async (id) => {
      ran += await runProject(id, isOver, clock);
    });
    return ran;
  }

  async function runProject(id: number, until: () => boolean, clock: Clock): Promise<number> {
    const project = await job.findProject(id);
    if (!project) return 0;
    for (let ran = 0; ; ran++) {
      if (until() || isStopping()) return ran;
      const at = clock();
      const claim = await claimDueRow(job.table, project.id, {
        claim: randomBase62(12),
        at,
        until: new Date(at.getTime() + claimMs),
      });
      if (claim === null) return ran;
      await runClaimed(job, project, claim, clock);
    }
  }

  const wake = (projectId: number) =>
    wakeJob({
      what: job.what,
      budgetMs: Number.POSITIVE_INFINITY,
      run: (until) => runProject(projectId, until, now),
    });
  return { runAll, runProject, wake };
}

async function runClaimed<Project extends { id: ProjectId }>(
  job: DueRowJob<Project>,
  project: Project,
  claim: RowClaim,
  clock: Clock,
): Promise<void> {
  const run = await job.begin(project, { claim, clock, progress: renewing(claim, clock) });
  if (!run) return;
  try {
    await run.work();
    await releaseRow(claim, { at: run.next(clock()), failed: false });
  } catch (error) {
    if (error instanceof ClaimLost) return;
    const at = clock();
    await run.fail(textOf(error, job.what), at);
    const afterMs = error instanceof RunProblem ? error.afterMs : null;
    const isAgain = error instanceof Stopping;
    await releaseRow(claim, {
      at: isAgain ? at : nextTry(run.failures, run.next(at), at, afterMs),
      failed: !isAgain,
    });
  }
}

function textOf(error: unknown, what: string): string {
  if (error instanceof RunProblem) return error.message;
  if (error instanceof Stopping) return "The server stopped during the run. The run starts again.";
  log().error(describeError(error), `${what} failed`);
  return "Cairn couldn't finish this. The reason is in the server's log.";
}

function renewing(claim: RowClaim, clock: Clock): RunTools["progress"] {
  let renewedAt = performance.now();
  return async (store) => {
    if (isStopping()) throw new Stopping();
    if (performance.now() - renewedAt < renewMs) return;
    if (!(await extendClaim(claim, new Date(clock().getTime() + claimMs)))) throw new ClaimLost();
    await store?.();
    renewedAt = performance.now();
  };
}

export const stoppedDuringRun = "The server stopped during the run.";

type OpenOrEnded = { state: string; started_at: Date; ended_at: Date | null; problem: string | null };

/** A run whose process died has failed, although nothing has stored that yet. */
export function presentRun(
  { state, started_at: startedAt, ended_at: endedAt, problem }: OpenOrEnded,
  isRunning: boolean,
) {
  const isOpen = state !== "done" && state !== "failed";
  const isLost = isOpen && !isRunning;
  return {
    state: isOpen ? (isLost ? "failed" : "running") : (state as "done" | "failed"),
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    problem: problem ?? (isLost ? stoppedDuringRun : null),
  } as const;
}

export const isClaimed = ({ claimed_until: until }: { claimed_until: Date | null }, at: Date) =>
  until !== null && until > at;
