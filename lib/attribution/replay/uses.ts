import type { Case } from "@/lib/attribution/gather";
import { type Holder, heldBy, holderOf } from "@/lib/attribution/holders";
import type { PendingInstall } from "@/lib/attribution/install";
import type { Before } from "@/lib/attribution/replay/changes";
import type { Span } from "@/lib/attribution/store-queries";
import type { Placed, Touch } from "@/lib/attribution/touches";

type Place = Pick<Before, "id" | "campaign_id" | "ad_set_id" | "creative_id" | "keyword_id">;

/**
 * Which install a click is used up by while a span is decided again from its first install on: those that come later
 * have not used anything yet, and what an earlier one gave up is free. Installs outside the span keep theirs.
 */
export class Uses {
  /** What differs from what is stored; null: free. */
  private readonly changed = new Map<string, Holder | null>();
  /** Where installs stand that were decided anew. */
  readonly places = new Map<string, Placed | null>();
  private readonly span: Span;

  constructor(span: Span) {
    this.span = span;
  }

  /** The touches of a case as they would have been found then. */
  seenBy({ install, touches }: Case, holders: Map<string, Holder>): Touch[] {
    return touches.map((touch) =>
      touch.clickId === null
        ? touch
        : { ...touch, ...heldBy(this.holderThen(touch.clickId, install.id, holders), install) },
    );
  }

  private holderThen(clickId: string, installId: string, holders: Map<string, Holder>): Holder | null {
    const now = this.changed.get(clickId);
    if (now !== undefined) return now;
    const holder = holders.get(clickId) ?? null;
    return holder !== null && this.isLater(holder.install, installId) ? null : holder;
  }

  private isLater(holder: string, installId: string): boolean {
    return holder >= this.span.since && holder < this.span.until && holder > installId;
  }

  /** An install was decided: what it used before, if it was the holder, and what it uses now. */
  note(
    install: PendingInstall,
    before: string | null,
    after: string | null,
    holders: Map<string, Holder>,
  ): void {
    if (before !== null && before !== after && !this.changed.has(before)) this.changed.set(before, null);
    if (after === null) return;
    const holder = this.holderThen(after, install.id, holders);
    if (holder !== null && holder.install !== install.id) return;
    if (holders.get(after)?.install !== install.id || this.changed.has(after))
      this.changed.set(after, holderOf(install));
  }

  notePlace({ id, ...before }: Place, now: Placed | null): void {
    const isSame =
      (now?.campaignId ?? null) === before.campaign_id &&
      !now?.networkCampaign &&
      (now?.adSetId ?? null) === before.ad_set_id &&
      (now?.creativeId ?? null) === before.creative_id &&
      (now?.keywordId ?? null) === before.keyword_id;
    if (!isSame) this.places.set(id, now);
  }

  /** What was written stands in the database now. */
  written(): void {
    this.changed.clear();
    this.places.clear();
  }
}
