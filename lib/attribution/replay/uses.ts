import type { Touch } from "@/lib/attribution/engine";
import type { Case } from "@/lib/attribution/gather";
import type { Span } from "@/lib/attribution/store-queries";

/**
 * Which install a click is used up by while a span is decided again from its first install on: those that come later
 * have not used anything yet, and what an earlier one gave up is free. Installs outside the span keep theirs.
 */
export class Uses {
  /** What differs from what is stored; null: free. */
  private readonly changed = new Map<string, string | null>();
  private readonly span: Span;

  constructor(span: Span) {
    this.span = span;
  }

  /** The touches of a case as they would have been found then. */
  seenBy({ install, touches }: Case, holders: Map<string, string>): Touch[] {
    return touches.map((touch) =>
      touch.clickId === null
        ? touch
        : { ...touch, usedByOther: this.isTaken(touch.clickId, install.id, holders) },
    );
  }

  private isTaken(clickId: string, installId: string, holders: Map<string, string>): boolean {
    const now = this.changed.get(clickId);
    if (now !== undefined) return now !== null && now !== installId;
    const holder = holders.get(clickId);
    return holder !== undefined && holder !== installId && !this.isLater(holder, installId);
  }

  private isLater(holder: string, installId: string): boolean {
    return holder >= this.span.since && holder < this.span.until && holder > installId;
  }

  /** An install was decided: what it used before, if it was the holder, and what it uses now. */
  note(installId: string, before: string | null, after: string | null, holders: Map<string, string>): void {
    if (before !== null && before !== after && !this.changed.has(before)) this.changed.set(before, null);
    if (after === null || this.isTaken(after, installId, holders)) return;
    if (holders.get(after) !== installId || this.changed.has(after)) this.changed.set(after, installId);
  }

  /** What was written stands in the database now. */
  written(): void {
    this.changed.clear();
  }
}
