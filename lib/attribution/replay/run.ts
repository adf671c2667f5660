import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { reassignProject } from "@/lib/attribution/reassign";
import { applyBatch, tryBatch } from "@/lib/attribution/replay/batch";
import { noChanges, type Tally } from "@/lib/attribution/replay/changes";
import { outcomeOf } from "@/lib/attribution/replay/outcome";
import {
  endReplay,
  findCampaignsBefore,
  findDecidedInstalls,
  findOpenReplays,
  findProjectsWithReplays,
  findReplay,
  noteProgress,
  type ReplayRow,
} from "@/lib/attribution/replay/queries";
import { spanOf } from "@/lib/attribution/replay/span";
import { Uses } from "@/lib/attribution/replay/uses";
import type { Span } from "@/lib/attribution/store-queries";
import { type Rules, rulesOf } from "@/lib/attribution/windows";
import { describeError, log } from "@/lib/base/log";
import { withLease } from "@/lib/platform/jobs/lease";
import { wake } from "@/lib/platform/jobs/wake";

const usualBatch = 500;
const leaseMs = 30_000;

type Clock = () => Date;
type Trial = { total: Tally; uses: Uses; cursor: string | null };

/** What a trial has counted so far. A process that takes one over begins it anew: nothing was written. */
const trials = new Map<string, Trial>();

/** Goes on with every replay that is under way, each in one process at a time, for so long. */
export async function runReplays(budgetMs: number, now: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  let ran = 0;
  for (const { id } of await findProjectsWithReplays()) {
    if (performance.now() > end) break;
    ran += await runProjectReplays(id, () => performance.now() > end, now);
  }
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

/** False while another process is at it. */
export async function runReplay(
  project: Project,
  id: number,
  until: () => boolean,
  now: Clock,
  batchSize = usualBatch,
): Promise<boolean> {
  const result = await withLease(`replay ${project.id} ${id}`, leaseMs, async (extend) => {
    const replay = await findReplay(project.id, id);
    if (!replay) return {};
    try {
      const walk = { project, replay, rules: rulesOf(replay.settings), until, now, extend, batchSize };
      if (replay.state === "trying") await goOnTrying(walk);
      if (replay.state === "applying") await goOnApplying(walk);
    } catch (error) {
      trials.delete(`${project.id} ${id}`);
      log().error(describeError(error), "a replay of attribution failed");
      await endReplay(project.id, id, "failed", {
        at: now(),
        problem: "The server could not finish this. Its log says why; it can be tried again.",
      });
    }
    return {};
  });
  return result !== null;
}

type Walk = {
  project: Project;
  replay: ReplayRow;
  rules: Rules;
  until: () => boolean;
  now: Clock;
  extend: () => Promise<void>;
  batchSize: number;
};

async function goOnTrying({ project, replay, rules, until, now, extend, batchSize }: Walk): Promise<void> {
  const span = spanOf(project.timeZone, replay.from_day, replay.to_day);
  const key = `${project.id} ${replay.id}`;
  const trial = trials.get(key) ?? { total: noChanges(), uses: new Uses(span), cursor: null };
  trials.set(key, trial);
  for (;;) {
    const installs = await findDecidedInstalls(project.id, span, trial.cursor, batchSize);
    if (installs.length > 0)
      await tryBatch(project, installs, rules, { uses: trial.uses, total: trial.total, now: now() });
    trial.cursor = installs.at(-1)?.id ?? trial.cursor;
    const wanted = await noteProgress(project.id, replay.id, {
      seen: trial.total.seen,
      cursor: null,
      written: 0,
    });
    if (!wanted) break;
    if (installs.length < batchSize) {
      const outcome = await finish(project, replay, span, trial.total);
      await endReplay(project.id, replay.id, "tried", { at: now(), outcome });
      break;
    }
    if (until()) return;
    await extend();
  }
  trials.delete(key);
}

async function finish(project: Project, replay: ReplayRow, span: Span, total: Tally) {
  const ids = [
    ...new Set(Object.keys(total.campaigns).flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : []))),
  ];
  const before = await findCampaignsBefore(
    project.id,
    span,
    { from: replay.from_day, to: replay.to_day },
    ids,
  );
  return outcomeOf(total, before);
}

async function goOnApplying({ project, replay, rules, until, now, extend, batchSize }: Walk): Promise<void> {
  const span = spanOf(project.timeZone, replay.from_day, replay.to_day);
  let { cursor, seen, written } = replay;
  const uses = new Uses(span);
  for (;;) {
    const batch = await oneBatch();
    if (batch) {
      cursor = batch.cursor ?? cursor;
      seen += batch.seen;
      written += batch.written;
      const wanted = await noteProgress(project.id, replay.id, { seen, cursor, written });
      if (!wanted) return;
      if (batch.seen < batchSize) break;
    } else await sleep(20);
    if (until()) return;
    await extend();
  }
  await endReplay(project.id, replay.id, "applied", { at: now() });
  await reassignProject(project.id);

  /** While nobody decides new installs: a click is never given away twice. Null while somebody does. */
  function oneBatch() {
    return withLease(`attribute ${project.id}`, leaseMs, async () => {
      for (let tries = 1; ; tries++) {
        const installs = await findDecidedInstalls(project.id, span, cursor, batchSize);
        const done =
          installs.length === 0
            ? { written: 0, missed: 0 }
            : await applyBatch(project, installs, rules, { uses, span, now: now() });
        // What could not be written was decided by new evidence meanwhile: looked at again.
        if (done.missed === 0 || tries === 3)
          return { cursor: installs.at(-1)?.id ?? null, seen: installs.length, written: done.written };
        written += done.written;
      }
    }) as Promise<{ cursor: string | null; seen: number; written: number } | null>;
  }
}

export const wakeReplays = (projectId: number) =>
  wake({ what: "a replay", budgetMs: 20_000, run: (until) => runProjectReplays(projectId, until, now) });
