/** Sums up groups of Apple's postbacks. Pure. */

import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import type { PostbackGroup } from "@/lib/apple/figures/queries";
import type { AppleCounted } from "@/lib/apple/figures/schema";
import { decodeConversion, type ValueRange, valueRangeOf, widestRange } from "@/lib/apple/postbacks/rules";

/** The rules of each version. Version 0 has none, because it precedes the first schema. */
export type ConversionSchemas = ReadonlyMap<number, readonly ConversionRule[]>;

type Worth = { revenue: ValueRange | null; isAmbiguous: boolean; isUnknown: boolean };

/** The value of one postback of the group, in major units. */
export function postbackValue(group: PostbackGroup, schemas: ConversionSchemas): Worth {
  const [before, after] = [group.schema_from, group.schema_until].map((version) =>
    decodeConversion(schemas.get(version) ?? [], group),
  );
  const isAmbiguous = group.schema_from !== group.schema_until && before!.is !== "none";
  const isUnknown = before!.is === "unknown" && after!.is === "unknown";
  const nothing = { low: 0, mid: 0, high: 0 };
  const [one, other] = [before!, after!].map(({ revenue }) => revenue && valueRangeOf(revenue));
  return {
    revenue: one || other ? widestRange(one ?? nothing, other ?? nothing) : null,
    isAmbiguous,
    isUnknown,
  };
}

export function sumPostbackGroups(
  groups: readonly PostbackGroup[],
  schemas: ConversionSchemas,
  minorDigits: number,
): AppleCounted {
  const sum: AppleCounted = {
    windows: [0, 0, 0],
    installs: 0,
    fine: 0,
    none: 0,
    ambiguous: 0,
    unknown: 0,
    revenue: null,
  };
  let total: ValueRange | null = null;
  for (const group of groups) {
    const { sequence, postbacks: n, fine, coarse } = group;
    sum.windows[sequence] += n;
    if (sequence === 0) {
      if (group.conversion_type === "download") sum.installs += n;
      if (fine !== null) sum.fine += n;
      if (fine === null && coarse === null) sum.none += n;
    }
    const { revenue, isAmbiguous, isUnknown } = postbackValue(group, schemas);
    if (isAmbiguous) sum.ambiguous += n;
    if (isUnknown) sum.unknown += n;
    if (!revenue) continue;
    total ??= { low: 0, mid: 0, high: 0 };
    total = {
      low: total.low + n * revenue.low,
      mid: total.mid + n * revenue.mid,
      high: total.high + n * revenue.high,
    };
  }
  const minor = (amount: number) => Math.round(amount * 10 ** minorDigits);
  sum.revenue = total && { low: minor(total.low), mid: minor(total.mid), high: minor(total.high) };
  return sum;
}
