import { backgroundProject } from "@/lib/access/callers";
import type { Project } from "@/lib/access/project";
import { decisionsOf, noteTokens } from "@/lib/attribution/attribute-batch";
import { decide } from "@/lib/attribution/engine";
import { gather } from "@/lib/attribution/gather";
import { inHalves } from "@/lib/attribution/in-halves";
import { decideLate, namesUnknownClick } from "@/lib/attribution/late";
import { lookLater } from "@/lib/attribution/late-queries";
import {
  findPending,
  findProjectsWithPending,
  type PendingInstall,
  type Place,
  postpone,
} from "@/lib/attribution/queries";
import { type Rules, rulesOf } from "@/lib/attribution/rules";
import { type DecisionRow, storeDecisions } from "@/lib/attribution/store-queries";
import { withLease } from "@/lib/leases/lease";
import { describeError, log } from "@/lib/log";

const batchSize = 1_000;
const leaseMs = 30_000;

export type Progress = { decided: number; postponed: number; left: boolean };

/**
 * Decides a project's pending installs, oldest first, in bounded batches until none is left or the time is over.
 * Safe to be run anywhere, often and at once: a decision is only written on the version it was made from.
 */
export async function attributeProject(
  id: number,
  until: () => boolean,
  now: () => Date,
): Promise<Progress | null> {
  const project = await backgroundProject(id);
  if (!project) return null;
  const result = await withLease(`attribute ${id}`, leaseMs, async (extend) => {
    const rules = rulesOf(project.settings.attribution);
    const progress = await decidePending(project, rules, { until, now, extend });
    if (progress.left) return progress;
    const late = await decideLate(project, rules, { until, now, extend });
    return { ...progress, decided: progress.decided + late.decided, left: late.left };
  });
  return result as Progress | null;
}

/** Everything that is pending, project after project; the cron's and the scheduler's verb. */
export async function attributePending(budgetMs: number, now: () => Date): Promise<Progress> {
  const end = performance.now() + budgetMs;
  const total: Progress = { decided: 0, postponed: 0, left: false };
  for (const { id } of await findProjectsWithPending(now())) {
    if (performance.now() > end) return { ...total, left: true };
    const progress = await attributeProject(id, () => performance.now() > end, now);
    total.decided += progress?.decided ?? 0;
    total.postponed += progress?.postponed ?? 0;
    total.left ||= progress?.left ?? false;
  }
  return total;
}

export type Run = { until: () => boolean; now: () => Date; extend: () => Promise<void> };

/** While one batch is written the next one is read; a click that both want goes to the older install. */
async function decidePending(project: Project, rules: Rules, { until, now, extend }: Run): Promise<Progress> {
  const progress: Progress = { decided: 0, postponed: 0, left: false };
  let behind: Place | null = null;
  let writing: Promise<void> = Promise.resolve();
  let wrote = false;
  for (;;) {
    const pending: PendingInstall[] = await findPending(project.id, batchSize, behind);
    if (pending.length > 0) {
      const read = readiness(prepare(project, pending, rules, now()));
      await writing;
      writing = work(pending, read);
      behind = pending.at(-1)!;
    }
    if (pending.length === batchSize) {
      if (until()) {
        await writing;
        return { ...progress, left: true };
      }
      await extend();
      continue;
    }
    await writing;
    // What was left over, and what came meanwhile behind the place: once more from the beginning.
    if (!wrote || behind === null) return progress;
    if (until()) return { ...progress, left: true };
    [behind, wrote] = [null, false];
  }

  async function work(pending: PendingInstall[], read: Promise<Ready | null>) {
    const ready = await read;
    const { done, failed } = ready
      ? await inHalves(pending, (some) => decideSome(some, pending, ready), putOff)
      : await inHalves(pending, (some) => decideSome(some, pending, null), putOff);
    progress.decided += done;
    progress.postponed += failed;
    wrote ||= done > 0;
  }

  async function decideSome(some: PendingInstall[], all: PendingInstall[], ready: Ready | null) {
    const { at, decisions } =
      ready && some.length === all.length ? ready : await prepare(project, some, rules, now());
    return (await storeDecisions(project.id, project.timeZone, at, decisions)).length;
  }

  async function putOff({ id: install }: PendingInstall, error: unknown) {
    log().warn({ install, ...describeError(error) }, "an install could not be decided");
    await postpone(project.id, install);
  }
}

type Ready = { at: Date; decisions: DecisionRow[] };

/** Null where it failed: then it is tried in parts. */
const readiness = (read: Promise<Ready>): Promise<Ready | null> => read.catch(() => null);

/** Everything but the writing. */
async function prepare(project: Project, pending: PendingInstall[], rules: Rules, at: Date): Promise<Ready> {
  await noteTokens(project, pending, rules, at);
  const { cases } = await gather(project, pending, rules, at);
  const verdicts = cases.map((one) => decide(one.evidence.facts, one.touches, rules, one.accuser));
  const decisions = await decisionsOf(project, cases, verdicts, rules);
  const waiting = cases.filter(namesUnknownClick).map(({ install }) => install.id);
  if (waiting.length > 0) await lookLater(project.id, waiting, new Date(at.getTime() + 60_000));
  return { at, decisions };
}
