import type { Touch } from "@/lib/attribution/engine";
import type { Case } from "@/lib/attribution/gather";

/**
 * Which install a click was claimed by in the latest batches, of which it cannot be said that those read after them
 * saw it in the database. Older ones were stored before anything behind them was read.
 */
export class Claims {
  private readonly batches: Map<string, string>[] = [new Map()];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  nextBatch(): void {
    this.batches.unshift(new Map());
    this.batches.length = Math.min(this.batches.length, this.most + 1);
  }

  seenBy({ install, touches }: Case): Touch[] {
    return touches.map((touch) =>
      touch.usedByOther || !this.isTaken(touch.clickId, install.id) ? touch : { ...touch, usedByOther: true },
    );
  }

  note(installId: string, clickId: string | null): void {
    if (clickId !== null && !this.isTaken(clickId, installId)) this.batches[0]!.set(clickId, installId);
  }

  private isTaken(clickId: string | null, installId: string): boolean {
    if (clickId === null) return false;
    return this.batches.some((batch) => (batch.get(clickId) ?? installId) !== installId);
  }
}
