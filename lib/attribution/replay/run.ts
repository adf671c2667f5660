import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { type ChangeCounts, countChange, noChanges } from "@/lib/attribution/decisions/changes";
import { type RunClock, runInBatches, SpanRedecision } from "@/lib/attribution/decisions/decide-again";
import type { InstallSpan } from "@/lib/attribution/evidence/install";
import { reassignProject } from "@/lib/attribution/reassign";
import { replaySummary } from "@/lib/attribution/replay/outcome";
import {
  endReplay,
  findCampaignsBefore,
  findDecidedInstalls,
  findOpenReplays,
  findProjectsWithReplays,
  findReplay,
  findRevenueOf,
  noteReplayProgress,
  type ReplayRow,
} from "@/lib/attribution/replay/queries";
import { installSpan } from "@/lib/attribution/replay/span";
import { attributionRulesOf, type Rules } from "@/lib/attribution/rule-sets/windows";
import { describeError, log } from "@/lib/base/log";
import { withLease } from "@/lib/platform/jobs/lease";
import { FairRound } from "@/lib/platform/jobs/round";
import { wakeJob } from "@/lib/platform/jobs/wake";

const defaultBatch = 500;
const leaseMs = 30_000;
const round = new FairRound();

type Clock = () => Date;
type Trial = { total: ChangeCounts; again: SpanRedecision; cursor: string | null };

/** Trials in this process. Another process that takes over starts the trial again, because no progress is stored. */
const trials = new Map<string, Trial>();

/** Continues every replay in progress, each in one process at a time, within the time budget. */
export async function runReplays(budgetMs: number, now: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let ran = 0;
  await round.go(await findProjectsWithReplays(), isOver, async (id) => {
    ran += await runProjectReplays(id, isOver, now);
  });
  return ran;
}

export async function runProjectReplays(id: number, until: () => boolean, now: Clock): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  let ran = 0;
  for (const open of await findOpenReplays(project.id)) {
    if (until()) break;
    if (await runReplay(project, open.id, until, now)) ran++;
  }
  return ran;
}

/** False while another process runs it. */
export async function runReplay(
  project: Project,
  id: number,
  until: () => boolean,
  now: Clock,
  batchSize = defaultBatch,
): Promise<boolean> {
  const result = await withLease(`replay ${project.id} ${id}`, leaseMs, async (extend) => {
    const replay = await findReplay(project.id, id);
    if (!replay) return {};
    try {
      const span = installSpan(project.timeZone, replay.from_day, replay.to_day);
      const run = { until, now, extend };
      const replayRun = { project, replay, rules: attributionRulesOf(replay.settings), span, run, batchSize };
      if (replay.state === "trying") await goOnTrying(replayRun);
      if (replay.state === "applying") await goOnApplying(replayRun);
    } catch (error) {
      trials.delete(`${project.id} ${id}`);
      log().error(describeError(error), "a replay of attribution failed");
      await endReplay(project.id, id, "failed", {
        at: now(),
        problem: "Cairn couldn't finish this. The reason is in the server's log. You can try again.",
      });
    }
    return {};
  });
  return result !== null;
}

type ReplayRun = {
  project: Project;
  replay: ReplayRow;
  rules: Rules;
  span: InstallSpan;
  run: RunClock;
  batchSize: number;
};

/** Counts the changes that new decisions would make, and writes no decision. */
async function goOnTrying({ project, replay, rules, span, run, batchSize }: ReplayRun): Promise<void> {
  const key = `${project.id} ${replay.id}`;
  const trial = trials.get(key) ?? {
    total: noChanges(),
    again: new SpanRedecision(project, rules, span),
    cursor: null,
  };
  trials.set(key, trial);
  const { total, again } = trial;
  const isDone = await runInBatches(run, async () => {
    const installs = await findDecidedInstalls(project.id, span, trial.cursor, batchSize);
    const known = installs.filter(({ click_known }) => click_known);
    const judged = await again.judge(known, run.now());
    total.seen += installs.length;
    total.unchanged += installs.length - known.length;
    const changed = judged.flatMap(({ before, change }) => (change === null ? [] : [before.id]));
    const revenue =
      changed.length === 0 ? null : await findRevenueOf(project.id, changed, daysOf(project, replay));
    for (const { before, after } of judged) countChange(total, before, after, revenue?.get(before.id) ?? 0);
    trial.cursor = installs.at(-1)?.id ?? trial.cursor;
    const progress = { seen: total.seen, cursor: null, written: 0 };
    return (await noteReplayProgress(project.id, replay.id, progress)) && installs.length === batchSize;
  });
  if (!isDone) return;
  trials.delete(key);
  const outcome = await finish(project, replay, span, total);
  await endReplay(project.id, replay.id, "tried", { at: run.now(), outcome });
}

const daysOf = ({ timeZone }: Project, { from_day: from, to_day: to }: ReplayRow) => ({ from, to, timeZone });

async function finish(project: Project, replay: ReplayRow, span: InstallSpan, total: ChangeCounts) {
  const ids = [
    ...new Set(Object.keys(total.campaigns).flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : []))),
  ];
  const before = await findCampaignsBefore(project.id, span, daysOf(project, replay), ids);
  return replaySummary(total, before);
}

async function goOnApplying({ project, replay, rules, span, run, batchSize }: ReplayRun): Promise<void> {
  let { cursor, seen, written } = replay;
  const again = new SpanRedecision(project, rules, span);
  const isDone = await runInBatches(run, async () => {
    // Runs while new installs are not decided, so that a click is never used twice.
    const found = await withLease(`attribute ${project.id}`, leaseMs, async () => {
      for (let tries = 1; ; tries++) {
        const installs = await findDecidedInstalls(project.id, span, cursor, batchSize);
        const done = await again.decide(
          installs.filter(({ click_known }) => click_known),
          run.now(),
        );
        written += done.written;
        // New evidence decided a missed install in between: it is checked again.
        if (done.missed.size === 0 || tries === 3) {
          cursor = installs.at(-1)?.id ?? cursor;
          return { seen: installs.length };
        }
      }
    });
    if (found === null) {
      await sleep(20);
      return true;
    }
    const batch = Number(found.seen);
    seen += batch;
    return (
      (await noteReplayProgress(project.id, replay.id, { seen, cursor, written })) && batch === batchSize
    );
  });
  if (!isDone) return;
  await endReplay(project.id, replay.id, "applied", { at: run.now() });
  await reassignProject(project.id);
}

export const wakeReplays = (projectId: number) =>
  wakeJob({ what: "a replay", budgetMs: 20_000, run: (until) => runProjectReplays(projectId, until, now) });
