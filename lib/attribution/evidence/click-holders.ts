/** Finds the install that holds a click, because the click decided it. Pure. */
import type { InstallSpan, PendingInstall } from "@/lib/attribution/evidence/install";
import type { TouchRow } from "@/lib/attribution/touches/queries";
import type { InstallTouch } from "@/lib/attribution/touches/touches";

/** The install that a click decided, and the IDs of its device. */
export type ClickHolder = { install: string; devices: readonly string[] };

export const storedClickHolder = ({ used_by, used_by_devices }: TouchRow): ClickHolder | null =>
  used_by === null ? null : { install: used_by, devices: used_by_devices ?? [] };

/** A click decides one device. An install of an unknown device counts as another device. */
export function usedByInstall(
  holder: ClickHolder | null,
  install: PendingInstall,
): Pick<InstallTouch, "usedByOther" | "isUsedBySame"> {
  const isClaimed = holder !== null && holder.install !== install.id;
  const isSame = isClaimed && holder.devices.some((device) => install.device_ids.includes(device));
  return { usedByOther: isClaimed && !isSame, isUsedBySame: isSame };
}

/** An install with its touches, and the stored holders of their clicks. */
export type InstallWithTouches = {
  install: PendingInstall;
  touches: InstallTouch[];
  holders: ReadonlyMap<string, ClickHolder>;
};

/**
 * Tracks clicks used by decisions that are not written yet. When a span is decided again from its start, later installs
 * have used no clicks yet, and released clicks are free. Installs outside the span keep their clicks. At most `max`
 * clicks are remembered; older ones are in the database.
 */
export class ClickHolders {
  /** Holders that differ from the stored ones; null: no holder. */
  private readonly changed = new Map<string, ClickHolder | null>();
  private readonly span: InstallSpan | null;
  private readonly most: number;

  constructor(span: InstallSpan | null, max = Number.POSITIVE_INFINITY) {
    this.span = span;
    this.most = max;
  }

  /** The touches of an install with the holders at this point. */
  seenBy(found: InstallWithTouches): InstallTouch[] {
    return found.touches.map((touch) =>
      touch.clickId === null
        ? touch
        : { ...touch, ...usedByInstall(this.holderOf(touch.clickId, found), found.install) },
    );
  }

  /** Records a decision: its click, and the click that the install held before. */
  note(found: InstallWithTouches, click: string | null, before: string | null = null): void {
    const { install, holders } = found;
    if (before !== null && before !== click && !this.changed.has(before)) this.set(before, null);
    if (click === null) return;
    const holder = this.holderOf(click, found);
    if (holder !== null && holder.install !== install.id) return;
    if (holders.get(click)?.install !== install.id || this.changed.has(click))
      this.set(click, { install: install.id, devices: install.device_ids });
  }

  /** Clears all holders after the decisions are written. */
  clear(): void {
    this.changed.clear();
  }

  private holderOf(click: string, { install, holders }: InstallWithTouches): ClickHolder | null {
    const changed = this.changed.get(click);
    if (changed !== undefined) return changed;
    const stored = holders.get(click) ?? null;
    return stored !== null && this.isLater(stored.install, install.id) ? null : stored;
  }

  private isLater(holder: string, install: string): boolean {
    return this.span !== null && holder >= this.span.since && holder < this.span.until && holder > install;
  }

  private set(click: string, holder: ClickHolder | null): void {
    this.changed.set(click, holder);
    if (this.changed.size > this.most) this.changed.delete(this.changed.keys().next().value!);
  }
}
