import { backgroundProject } from "@/lib/access/callers";
import type { Project } from "@/lib/access/project";
import { decisionsOf, noteTokens } from "@/lib/attribution/attribute-batch";
import { Claims } from "@/lib/attribution/claims";
import { decide } from "@/lib/attribution/engine";
import { type Case, gather } from "@/lib/attribution/gather";
import { inHalves } from "@/lib/attribution/in-halves";
import { decideLate, namesUnknownClick } from "@/lib/attribution/late";
import { lookLater } from "@/lib/attribution/late-queries";
import {
  findPending,
  findProjectsWithPending,
  type PendingInstall,
  postpone,
} from "@/lib/attribution/queries";
import { type Rules, rulesOf } from "@/lib/attribution/rules";
import { type DecisionRow, storeDecisions } from "@/lib/attribution/store-queries";
import { withLease } from "@/lib/leases/lease";
import { describeError, log } from "@/lib/log";

const usualBatch = 1_000;
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
  batchSize = usualBatch,
): Promise<Progress | null> {
  const project = await backgroundProject(id);
  if (!project) return null;
  const result = await withLease(`attribute ${id}`, leaseMs, async (extend) => {
    const rules = rulesOf(project.settings.attribution);
    const progress = await decidePending(project, rules, { until, now, extend }, batchSize);
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

/** How many batches may be on their way from being found to being stored. */
const mostUnderWay = 3;

/**
 * While one batch is written the next ones are read and decided, in their order: what an older install claims is used
 * up for those behind it, whether it is stored yet or not, so that the size of batches changes no decision.
 */
async function decidePending(
  project: Project,
  rules: Rules,
  { until, now, extend }: Run,
  batchSize: number,
): Promise<Progress> {
  const progress: Progress = { decided: 0, postponed: 0, left: false };
  let claims = new Claims(mostUnderWay);
  let behind: string | null = null;
  let wrote = false;
  let judged: Promise<unknown> = Promise.resolve();
  const underWay: Promise<void>[] = [];
  try {
    return await walk();
  } finally {
    // Whatever failed, nothing is still written after the lease was given back.
    await Promise.allSettled(underWay);
  }

  async function walk(): Promise<Progress> {
    for (;;) {
      const pending: PendingInstall[] = await findPending(project.id, batchSize, behind);
      if (pending.length > 0) {
        const ready = begin(pending);
        const stored = finish(pending, ready, underWay.at(-1));
        // Awaited below; that it failed may be known before.
        stored.catch(() => {});
        underWay.push(stored);
        while (underWay.length >= mostUnderWay) {
          await underWay[0];
          underWay.shift();
        }
        behind = pending.at(-1)!.id;
      }
      if (pending.length === batchSize) {
        if (until()) {
          await Promise.all(underWay);
          return { ...progress, left: true };
        }
        await extend();
        continue;
      }
      await Promise.all(underWay);
      underWay.length = 0;
      // What was left over, and what came meanwhile behind the place: once more from the beginning.
      if (!wrote || behind === null) return progress;
      if (until()) return { ...progress, left: true };
      [behind, wrote] = [null, false];
    }
  }

  /** Null where it failed: then it is tried in parts. */
  function begin(pending: PendingInstall[]): Promise<Ready | null> {
    const at = now();
    const read = prepare(project, pending, rules, at);
    const ready = Promise.all([read, judged]).then(([cases]) => judge(project, cases, rules, at, claims));
    const settled = ready.catch(() => null);
    judged = settled;
    return settled;
  }

  async function finish(pending: PendingInstall[], ready: Promise<Ready | null>, before?: Promise<void>) {
    await before;
    let first = await ready;
    // Decided beside claims that came to nothing: decided anew.
    if (first && first.claims !== claims) first = null;
    const { done, failed } = await inHalves(
      pending,
      async (some) => {
        const use = first ?? (await anew(some));
        first = null;
        const missed = await storeDecisions(project.id, use.at, use.decisions);
        if (missed.length > 0) claims = new Claims(mostUnderWay);
        return some.length - missed.length;
      },
      async ({ id: install }, error) => {
        log().warn({ install, ...describeError(error) }, "an install could not be decided");
        claims = new Claims(mostUnderWay);
        await postpone(project.id, install);
      },
    );
    progress.decided += done;
    progress.postponed += failed;
    wrote ||= done > 0;
  }

  async function anew(some: PendingInstall[]): Promise<Ready> {
    const at = now();
    return judge(project, await prepare(project, some, rules, at), rules, at, new Claims(1));
  }
}

type Ready = { at: Date; decisions: DecisionRow[]; claims: Claims };

/** All that the decisions are made from. */
async function prepare(project: Project, pending: PendingInstall[], rules: Rules, at: Date): Promise<Case[]> {
  await noteTokens(project, pending, rules, at);
  const { cases } = await gather(project, pending, rules, at);
  const waiting = cases.filter(namesUnknownClick).map(({ install }) => install.id);
  if (waiting.length > 0) await lookLater(project.id, waiting, new Date(at.getTime() + 60_000));
  return cases;
}

async function judge(
  project: Project,
  cases: Case[],
  rules: Rules,
  at: Date,
  claims: Claims,
): Promise<Ready> {
  claims.nextBatch();
  const verdicts = cases.map((one) => {
    const verdict = decide(one.evidence.facts, claims.seenBy(one), rules, one.accuser);
    claims.note(one.install.id, verdict.winner?.clickId ?? null);
    return verdict;
  });
  return { at, decisions: await decisionsOf(project, cases, verdicts, rules), claims };
}
