/** A figure's values by day. Pure. */

import type { RatioParts } from "@/lib/alerts/conditions/ratio-parts";
import { addDays } from "@/lib/base/days";

export type DaySeries = {
  /**
   * The first recorded day. Earlier days are unknown, and later days without a row are zero. Null without any record.
   */
  first: string | null;
  days: ReadonlyMap<string, RatioParts>;
};

const nothing: RatioParts = { top: 0, bottom: 0 };

/** Null for a day before the first record. */
export const partsOn = ({ first, days }: DaySeries, day: string): RatioParts | null =>
  first === null || day < first ? null : (days.get(day) ?? nothing);

const remembered = new Map<string, string[]>();

/** The days before a day, the latest first. Cached, because hundreds of campaigns share the same day. */
export function previousDays(day: string, count: number): readonly string[] {
  const key = `${day} ${count}`;
  let days = remembered.get(key);
  if (!days) {
    if (remembered.size >= 500) remembered.clear();
    days = Array.from({ length: count }, (_, back) => addDays(day, -1 - back));
    remembered.set(key, days);
  }
  return days;
}

/** The sum over `length` days up to the last; null if none of them is recorded. */
export function sumOfSeries(series: DaySeries, last: string, length: number): RatioParts | null {
  const known = Array.from({ length }, (_, back) => partsOn(series, addDays(last, -back))).flatMap(
    (parts) => parts ?? [],
  );
  if (known.length === 0) return null;
  return known.reduce((sum, { top, bottom }) => ({ top: sum.top + top, bottom: sum.bottom + bottom }));
}
