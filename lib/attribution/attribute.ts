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
  postpone,
  storeDecisions,
} from "@/lib/attribution/queries";
import { type Rules, rulesOf } from "@/lib/attribution/rules";
import { withLease } from "@/lib/leases/lease";
import { describeError, log } from "@/lib/log";

const batchSize = 500;
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
    const progress: Progress = { decided: 0, postponed: 0, left: false };
    const rules = rulesOf(project.settings.attribution);
    for (;;) {
      const pending = await findPending(project.id, batchSize);
      if (pending.length === 0) break;
      const { done, failed } = await inHalves(
        pending,
        (some) => decideAll(project, some, rules, now()),
        async ({ id: install }, error) => {
          log().warn({ install, ...describeError(error) }, "an install could not be decided");
          await postpone(project.id, install);
        },
      );
      progress.decided += done;
      progress.postponed += failed;
      if (pending.length < batchSize && done === pending.length) break;
      if (until()) return { ...progress, left: true };
      await extend();
    }
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

async function decideAll(
  project: Project,
  pending: PendingInstall[],
  rules: Rules,
  at: Date,
): Promise<number> {
  await noteTokens(project, pending, rules, at);
  const { cases } = await gather(project, pending, rules, at);
  const verdicts = cases.map((one) => decide(one.evidence.facts, one.touches, rules, one.accuser));
  const decisions = await decisionsOf(project, cases, verdicts, rules);
  const waiting = cases.filter(namesUnknownClick).map(({ install }) => install.id);
  if (waiting.length > 0) await lookLater(project.id, waiting, new Date(at.getTime() + 60_000));
  return (await storeDecisions(project.id, project.timeZone, at, decisions)).length;
}
