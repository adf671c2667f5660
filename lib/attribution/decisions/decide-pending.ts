import type { Project } from "@/lib/accounts/access/project";
import { awaitedUntil } from "@/lib/attribution/apple/answer";
import { decisionsOf, noteTokens } from "@/lib/attribution/decisions/attribute-batch";
import type { Run } from "@/lib/attribution/decisions/decide-again";
import { decide } from "@/lib/attribution/decisions/engine";
import { type Case, gather } from "@/lib/attribution/decisions/gather";
import { namesUnknownClick } from "@/lib/attribution/decisions/late";
import { scheduleDecision } from "@/lib/attribution/decisions/late-queries";
import { findPending, postpone, postponeInstalls } from "@/lib/attribution/decisions/queries";
import { withRefusedIds } from "@/lib/attribution/decisions/refused-ids";
import { factsOf, isReturn } from "@/lib/attribution/decisions/reinstall";
import { type DecisionRow, storeDecisions } from "@/lib/attribution/decisions/store-queries";
import { Holders } from "@/lib/attribution/evidence/click-holders";
import type { PendingInstall } from "@/lib/attribution/evidence/install";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import { describeError, log } from "@/lib/base/log";
import { eraseClickIds } from "@/lib/facts/consent/erase-click-ids";
import { noteGrowth } from "@/lib/ledger/growth";
import { bisect } from "@/lib/platform/bisect";

/** The number of batches that may be between being found and being stored. */
const maxUnderWay = 3;

/** The decisions of a batch, the holders of clicks that it was decided beside, and whose clicks lose their ids. */
type Ready = { at: Date; decisions: DecisionRow[]; holders: Holders; refused: PendingInstall[] };

/**
 * Over a project's pending installs. While one batch is written the next ones are read and decided, in their order:
 * what an older install claims is used up for those behind it, whether it is stored yet or not, so that the size of
 * batches changes no decision.
 */
export class PendingLoop {
  decided = 0;
  postponed = 0;
  /** Given up when one of them fails: decisions made in parallel are made again. */
  private holders: Holders;
  private lastJudged: Promise<unknown> = Promise.resolve();
  private underWay: Promise<void>[] = [];

  private readonly project: Project;
  private readonly rules: Rules;
  private readonly run: Run;
  private readonly batchSize: number;

  constructor(project: Project, rules: Rules, run: Run, batchSize: number) {
    this.project = project;
    this.rules = rules;
    this.run = run;
    this.batchSize = batchSize;
    this.holders = this.ofBatchesUnderWay();
  }

  /** Answers whether some may be left, as the time is over. */
  async toTheEnd(): Promise<{ left: boolean }> {
    try {
      for (;;) {
        const before = this.decided;
        if (!(await this.once())) return { left: true };
        // Some may be left over or have come meanwhile: once more from the beginning.
        if (this.decided === before) return { left: false };
        if (this.run.until()) return { left: true };
      }
    } finally {
      // Whatever failed, nothing is still written after the lease was given back.
      await Promise.allSettled(this.underWay);
    }
  }

  /** From the oldest to the newest, until all of them are stored. False when the time is over before. */
  private async once(): Promise<boolean> {
    let behind: string | null = null;
    for (;;) {
      const pending: PendingInstall[] = await findPending(this.project.id, this.batchSize, behind);
      if (pending.length > 0) await this.send(pending);
      const isLast = pending.length < this.batchSize;
      if (isLast || this.run.until()) {
        await Promise.all(this.underWay);
        this.underWay = [];
        return isLast;
      }
      behind = pending.at(-1)!.id;
      await this.run.extend();
    }
  }

  /** Puts a batch on its way, behind those that are; returns when there is room for another. */
  private async send(pending: PendingInstall[]): Promise<void> {
    const stored = this.store(pending, this.decideBehindOthers(pending), this.underWay.at(-1));
    // Awaited below or at the end; that it failed may be known before.
    stored.catch(() => {});
    this.underWay.push(stored);
    while (this.underWay.length >= maxUnderWay) {
      await this.underWay[0];
      this.underWay.shift();
    }
  }

  /** Reads at once, and decides when those before are decided. Null where it failed: then it is tried in parts. */
  private decideBehindOthers(pending: PendingInstall[]): Promise<Ready | null> {
    const at = this.run.now();
    const ready = Promise.all([this.prepare(pending, at), this.lastJudged]).then(([cases]) =>
      this.judge(cases, at, this.holders),
    );
    const settled = ready.catch(() => null);
    this.lastJudged = settled;
    return settled;
  }

  private async store(
    pending: PendingInstall[],
    ready: Promise<Ready | null>,
    before: Promise<void> | undefined,
  ): Promise<void> {
    await before;
    let whole = await ready;
    if (whole && whole.holders !== this.holders) whole = null;
    const { done, failed } = await bisect(
      pending,
      async (some) => {
        const { at, decisions, refused } = whole ?? (await this.decideAlone(some));
        whole = null;
        if (decisions.length === 0) return 0;
        // Whatever happens in between, the clicks are cleaned by then.
        if (refused.length > 0) await this.checkInAMinute(refused, at);
        const missed = await storeDecisions(this.project.id, at, decisions);
        noteGrowth(this.project.id, decisions.length);
        await eraseClickIds(
          this.project.id,
          refused.map((install) => install.install_instance_id),
        );
        if (missed.length > 0) this.holders = this.ofBatchesUnderWay();
        return decisions.length - missed.length;
      },
      async ({ id: install }, error) => {
        log().warn({ install, ...describeError(error) }, "an install could not be attributed");
        this.holders = this.ofBatchesUnderWay();
        await postpone(this.project.id, install);
      },
    );
    this.decided += done;
    this.postponed += failed;
  }

  /** Older batches were stored before anything behind them was read. */
  private ofBatchesUnderWay(): Holders {
    return new Holders(null, this.batchSize * (maxUnderWay + 1));
  }

  /** Needs no other holders, as everything before these installs is stored. */
  private async decideAlone(some: PendingInstall[]): Promise<Ready> {
    const at = this.run.now();
    return this.judge(await this.prepare(some, at), at, new Holders(null));
  }

  /** All that the decisions are made from, of those that are not worth waiting with. */
  private async prepare(pending: PendingInstall[], at: Date): Promise<Case[]> {
    const { project, rules } = this;
    await noteTokens(project, pending, rules, at);
    const cases = await gather(project, pending, rules, at);
    const awaited = cases.flatMap((one) => {
      const { install, evidence } = one;
      // Decided as soon as the device's install before it is.
      const isBehind = isReturn(one, rules) && install.earlier.some(({ state }) => state === "PENDING");
      const until = awaitedUntil(evidence.token, install.installed_at, at) ?? (isBehind ? at : null);
      return until === null ? [] : [{ id: install.id, until }];
    });
    if (awaited.length > 0) await postponeInstalls(project.id, awaited);
    const putOffs = new Set(awaited.map(({ id }) => id));
    const ready = cases.filter(({ install }) => !putOffs.has(install.id));
    // Apple may be answering while those are decided without it that have waited long enough.
    const again = ready.filter((one) => namesUnknownClick(one) || one.evidence.token?.state === "WAITING");
    if (again.length > 0)
      await this.checkInAMinute(
        again.map(({ install }) => install),
        at,
      );
    return ready;
  }

  private checkInAMinute(installs: PendingInstall[], at: Date): Promise<void> {
    return scheduleDecision(
      this.project.id,
      installs.map(({ id }) => id),
      new Date(at.getTime() + 60_000),
    );
  }

  private async judge(cases: Case[], at: Date, holders: Holders): Promise<Ready> {
    const verdicts = cases.map((one) => {
      const verdict = decide(factsOf(one, this.rules), holders.seenBy(one), this.rules, one.fraudChecks);
      holders.note(one, verdict.winner?.clickId ?? null);
      return verdict;
    });
    const decisions = await decisionsOf(this.project, cases, verdicts, this.rules, at);
    return { at, decisions, holders, refused: withRefusedIds(cases, verdicts) };
  }
}
