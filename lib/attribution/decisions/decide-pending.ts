import type { Project } from "@/lib/accounts/access/project";
import type { RunClock } from "@/lib/attribution/decisions/decide-again";
import {
  type DecidedBatch,
  decideAgainInAMinute,
  decideCases,
  readCases,
} from "@/lib/attribution/decisions/decide-batch";
import { findPending, postpone } from "@/lib/attribution/decisions/queries";
import { storeDecisions } from "@/lib/attribution/decisions/store-queries";
import { ClickHolders } from "@/lib/attribution/evidence/click-holders";
import type { PendingInstall } from "@/lib/attribution/evidence/install";
import type { Rules } from "@/lib/attribution/rule-sets/windows";
import { describeError, log } from "@/lib/base/log";
import { eraseClickIds } from "@/lib/facts/consent/erase-click-ids";
import { noteGrowth } from "@/lib/ledger/growth";
import { bisectFailures } from "@/lib/platform/bisect";

/** The maximum number of batches between lookup and storage. */
const maxUnderWay = 3;

/**
 * Decides a project's pending installs. While one batch is written, the next ones are read and decided in order. Clicks
 * that an older install uses up are unavailable to later installs, even before they are stored. The size of batches
 * thus changes no decision.
 */
export class PendingLoop {
  decided = 0;
  postponed = 0;
  /** Replaced if a batch fails: decisions made in parallel are then made again. */
  private holders: ClickHolders;
  private lastJudged: Promise<unknown> = Promise.resolve();
  private underWay: Promise<void>[] = [];

  private readonly project: Project;
  private readonly rules: Rules;
  private readonly run: RunClock;
  private readonly batchSize: number;

  constructor(project: Project, rules: Rules, run: RunClock, batchSize: number) {
    this.project = project;
    this.rules = rules;
    this.run = run;
    this.batchSize = batchSize;
    this.holders = this.ofBatchesUnderWay();
  }

  /** Returns whether installs may be left because the time is over. */
  async toTheEnd(): Promise<{ left: boolean }> {
    try {
      for (;;) {
        const before = this.decided;
        if (!(await this.once())) return { left: true };
        // Some installs may be left or new: start again from the beginning.
        if (this.decided === before) return { left: false };
        if (this.run.until()) return { left: true };
      }
    } finally {
      // All writes must end before the lease is returned, also after a failure.
      await Promise.allSettled(this.underWay);
    }
  }

  /** Decides from the oldest to the newest, until all are stored. False if the time is over before. */
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

  /** Starts a batch after those in progress; returns when there is room for another. */
  private async send(pending: PendingInstall[]): Promise<void> {
    const stored = this.store(pending, this.decideBehindOthers(pending), this.underWay.at(-1));
    // Awaited below or at the end; a rejection may occur earlier.
    stored.catch(() => {});
    this.underWay.push(stored);
    while (this.underWay.length >= maxUnderWay) {
      await this.underWay[0];
      this.underWay.shift();
    }
  }

  /** Reads at once, and decides after the previous batch. Null after a failure: the batch is then tried in parts. */
  private decideBehindOthers(pending: PendingInstall[]): Promise<DecidedBatch | null> {
    const at = this.run.now();
    const ready = Promise.all([readCases(this.project, this.rules, pending, at), this.lastJudged]).then(
      ([cases]) => decideCases(this.project, this.rules, cases, this.holders, at),
    );
    const settled = ready.catch(() => null);
    this.lastJudged = settled;
    return settled;
  }

  private async store(
    pending: PendingInstall[],
    ready: Promise<DecidedBatch | null>,
    before: Promise<void> | undefined,
  ): Promise<void> {
    await before;
    let whole = await ready;
    if (whole && whole.holders !== this.holders) whole = null;
    const { done, failed } = await bisectFailures(
      pending,
      async (some) => {
        const { at, decisions, refused } = whole ?? (await this.decideAlone(some));
        whole = null;
        if (decisions.length === 0) return 0;
        // Scheduled first, so that the clicks are cleaned even if this process stops in between.
        if (refused.length > 0) await decideAgainInAMinute(this.project, refused, at);
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

  /** Older batches were stored before newer installs were read. */
  private ofBatchesUnderWay(): ClickHolders {
    return new ClickHolders(null, this.batchSize * (maxUnderWay + 1));
  }

  /** Needs no other holders, because all earlier installs are stored. */
  private async decideAlone(some: PendingInstall[]): Promise<DecidedBatch> {
    const at = this.run.now();
    const cases = await readCases(this.project, this.rules, some, at);
    return decideCases(this.project, this.rules, cases, new ClickHolders(null), at);
  }
}
