/** Answers which install holds a click: the one that it decided. Pure. */
import type { InstallSpan, PendingInstall } from "@/lib/attribution/evidence/install";
import type { TouchRow } from "@/lib/attribution/touches/queries";
import type { InstallTouch } from "@/lib/attribution/touches/touches";

/** The install that a click decided, and what its device is called. */
export type Holder = { install: string; devices: readonly string[] };

export const storedHolder = ({ used_by, used_by_devices }: TouchRow): Holder | null =>
  used_by === null ? null : { install: used_by, devices: used_by_devices ?? [] };

/** A click decides one device. An install of a device that nothing is known of is another one's. */
export function claimedBy(
  holder: Holder | null,
  install: PendingInstall,
): Pick<InstallTouch, "usedByOther" | "isUsedBySame"> {
  const isTaken = holder !== null && holder.install !== install.id;
  const isSame = isTaken && holder.devices.some((device) => install.device_ids.includes(device));
  return { usedByOther: isTaken && !isSame, isUsedBySame: isSame };
}

/** An install with the touches that were found for it, and who holds their clicks as it is stored. */
export type Found = {
  install: PendingInstall;
  touches: InstallTouch[];
  holders: ReadonlyMap<string, Holder>;
};

/**
 * Decisions that are not written yet use clicks up as well. While a span is decided again from its first install on,
 * those that come later have not used anything yet, and what an earlier one gave up is free; installs outside the span
 * keep theirs. No more than `max` clicks are remembered: of older ones the database knows.
 */
export class Holders {
  /** Holders that differ from what is stored; null: nobody. */
  private readonly changed = new Map<string, Holder | null>();
  private readonly span: InstallSpan | null;
  private readonly most: number;

  constructor(span: InstallSpan | null, max = Number.POSITIVE_INFINITY) {
    this.span = span;
    this.most = max;
  }

  /** The touches of an install as they would have been found then. */
  seenBy(found: Found): InstallTouch[] {
    return found.touches.map((touch) =>
      touch.clickId === null
        ? touch
        : { ...touch, ...claimedBy(this.holderOf(touch.clickId, found), found.install) },
    );
  }

  /** An install was decided: by which click, and which one it held before. */
  note(found: Found, click: string | null, before: string | null = null): void {
    const { install, holders } = found;
    if (before !== null && before !== click && !this.changed.has(before)) this.set(before, null);
    if (click === null) return;
    const holder = this.holderOf(click, found);
    if (holder !== null && holder.install !== install.id) return;
    if (holders.get(click)?.install !== install.id || this.changed.has(click))
      this.set(click, { install: install.id, devices: install.device_ids });
  }

  /** Forgets everything, once the decisions are written. */
  clear(): void {
    this.changed.clear();
  }

  private holderOf(click: string, { install, holders }: Found): Holder | null {
    const changed = this.changed.get(click);
    if (changed !== undefined) return changed;
    const stored = holders.get(click) ?? null;
    return stored !== null && this.isLater(stored.install, install.id) ? null : stored;
  }

  private isLater(holder: string, install: string): boolean {
    return this.span !== null && holder >= this.span.since && holder < this.span.until && holder > install;
  }

  private set(click: string, holder: Holder | null): void {
    this.changed.set(click, holder);
    if (this.changed.size > this.most) this.changed.delete(this.changed.keys().next().value!);
  }
}
