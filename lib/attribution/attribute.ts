import { backgroundProject } from "@/lib/accounts/access/callers";
import { PendingLoop } from "@/lib/attribution/decisions/decide-pending";
import { decideLate } from "@/lib/attribution/decisions/late";
import { findProjectsWithPending } from "@/lib/attribution/decisions/queries";
import { attributionRulesOf } from "@/lib/attribution/rule-sets/windows";
import { unlessFrozen } from "@/lib/base/database-failure";
import { withLease } from "@/lib/platform/jobs/lease";
import { FairRound } from "@/lib/platform/jobs/round";

const defaultBatch = 1_000;
const leaseMs = 30_000;
const round = new FairRound();

export type AttributionProgress = { decided: number; postponed: number; left: boolean };

/**
 * Decides a project's pending installs, oldest first, in bounded batches until all are decided or the time is over.
 * Concurrent runs are safe: a decision is only written on the version it was made from.
 */
export async function attributeProject(
  id: number,
  until: () => boolean,
  now: () => Date,
  batchSize = defaultBatch,
): Promise<AttributionProgress | null> {
  const project = await backgroundProject(id);
  if (!project) return null;
  const deciding = withLease(`attribute ${id}`, leaseMs, async (extend) => {
    const rules = attributionRulesOf(project.settings.attribution);
    const run = { until, now, extend };
    const loop = new PendingLoop(project, rules, run, batchSize);
    const { left } = await loop.toTheEnd();
    const { decided, postponed } = loop;
    if (left) return { decided, postponed, left };
    const late = await decideLate(project, rules, run);
    return { decided: decided + late.decided, postponed, left: late.left };
  });
  return (await unlessFrozen(deciding)) as AttributionProgress | null;
}

/** Decides all pending installs, one project after another. The cron and the scheduler call it. */
export async function attributePending(budgetMs: number, now: () => Date): Promise<AttributionProgress> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  const total: AttributionProgress = { decided: 0, postponed: 0, left: false };
  const all = await round.go(await findProjectsWithPending(now()), isOver, async (id) => {
    const progress = await attributeProject(id, isOver, now);
    total.decided += progress?.decided ?? 0;
    total.postponed += progress?.postponed ?? 0;
    total.left ||= progress?.left ?? false;
  });
  return { ...total, left: total.left || !all };
}
