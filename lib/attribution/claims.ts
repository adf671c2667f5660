import type { Case } from "@/lib/attribution/gather";
import { type Holder, heldBy, holderOf } from "@/lib/attribution/holders";
import type { PendingInstall } from "@/lib/attribution/install";
import type { Touch } from "@/lib/attribution/touches";

/**
 * Which install a click was claimed by in the latest batches, of which it cannot be said that those read after them
 * saw it in the database. Older ones were stored before anything behind them was read.
 */
export class Claims {
  private readonly batches: Map<string, Holder>[] = [new Map()];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  nextBatch(): void {
    this.batches.unshift(new Map());
    this.batches.length = Math.min(this.batches.length, this.most + 1);
  }

  seenBy({ install, touches }: Case): Touch[] {
    return touches.map((touch) => {
      const claim = touch.usedByOther ? null : this.claimOn(touch.clickId);
      return claim === null || claim.install === install.id ? touch : { ...touch, ...heldBy(claim, install) };
    });
  }

  note(install: PendingInstall, clickId: string | null): void {
    if (clickId !== null && this.claimOn(clickId) === null) this.batches[0]!.set(clickId, holderOf(install));
  }

  /** The first one that is known. */
  private claimOn(clickId: string | null): Holder | null {
    if (clickId === null) return null;
    return this.batches.findLast((batch) => batch.has(clickId))?.get(clickId) ?? null;
  }
}
