/** The start of a postback's window, and the meaning of its values. Pure; runs in the browser too. */
import {
  type CoarseValue,
  type ConversionRule,
  coarseValues,
  type PostbackWindow,
} from "@/lib/apple/conversion-values/rules";

const hour = 3_600_000;
const day = 24 * hour;

/** The longest and shortest time between install and arrival, for each window. */
const delays = [
  { longest: 96 * hour, shortest: 72 * hour },
  { longest: 13 * day, shortest: 8 * day },
  { longest: 41 * day, shortest: 36 * day },
] as const;

/** Before SKAdNetwork 4 each value restarted the timer, so only the time of the last value is known. */
const lastUpdate = { longest: 48 * hour, shortest: 24 * hour };

/** The longest time from the install to the arrival of the first postback. */
export const firstWindowDelayMs = delays[0].longest;

/** The longest time from the install to an arrival without a locked window. */
export const longestDelayMs = delays[2].longest;

export type TimeInterval = { from: Date; until: Date };

export function estimatedInstallInterval(
  receivedAt: Date,
  { version, sequence }: { version: string | null; sequence: number },
): TimeInterval {
  const isOld = version !== null && Number.parseFloat(version) < 4;
  const { longest, shortest } = isOld ? lastUpdate : (delays[sequence] ?? delays[2]);
  const at = receivedAt.getTime();
  return { from: new Date(at - longest), until: new Date(at - shortest) };
}

/** In major units of the project's currency; without an upper end if no rule has a higher amount. */
export type RevenueRange = { low: number; high: number | null };

export type DecodedValue = {
  /** `none`: Apple sent no value. `unknown`: no rule of that schema has this value. */
  is: "none" | "unknown" | "value";
  rules: ConversionRule[];
  /** Null if its rules do not depend on revenue. */
  revenue: RevenueRange | null;
};

type ReportedValue = { sequence: number; fine: number | null; coarse: CoarseValue | null };

/**
 * The meaning of a value in one version of the schema. The highest matching rule wins on a phone, so no rule with a
 * higher value matched. The lowest amount of those rules is the upper end of the revenue.
 */
export function decodeConversion(
  rules: readonly ConversionRule[],
  { sequence, fine, coarse }: ReportedValue,
): DecodedValue {
  if (fine === null && coarse === null) return { is: "none", rules: [], revenue: null };
  const window = (sequence + 1) as PostbackWindow;
  const own = rules.filter((rule) => rule.window === window);
  const rank = (rule: ConversionRule) =>
    fine === null ? coarseValues.indexOf(rule.coarse) : (rule.fine ?? -1);
  const reportedValue = fine ?? coarseValues.indexOf(coarse!);
  const matching = own.filter((rule) => rank(rule) === reportedValue);
  if (matching.length === 0) return { is: "unknown", rules: [], revenue: null };
  const amounts = matching.flatMap(amountOf);
  if (amounts.length === 0) return { is: "value", rules: matching, revenue: null };
  const low = amounts.length < matching.length ? 0 : Math.min(...amounts);
  const above = own
    .filter((rule) => rank(rule) > reportedValue)
    .flatMap(amountOf)
    .filter((amount) => amount > low);
  return {
    is: "value",
    rules: matching,
    revenue: { low, high: above.length > 0 ? Math.min(...above) : null },
  };
}

const amountOf = ({ when }: ConversionRule): number[] => (when.kind === "revenue" ? [when.at_least] : []);

export type ValueRange = { low: number; mid: number; high: number };

/** Without an upper end, the range is only the lower amount. */
export const valueRangeOf = ({ low, high }: RevenueRange): ValueRange => ({
  low,
  mid: high === null ? low : (low + high) / 2,
  high: high ?? low,
});

/** The widest range of two schemas' meanings; the middle is the average of both. */
export function widestRange(one: ValueRange, other: ValueRange): ValueRange {
  return {
    low: Math.min(one.low, other.low),
    mid: (one.mid + other.mid) / 2,
    high: Math.max(one.high, other.high),
  };
}

/** Apple's crowd anonymity tier, inferred from the present fields, because Apple does not send it. */
export function crowdTierOf({
  fine,
  coarse,
  detailed,
}: {
  fine: boolean;
  coarse: boolean;
  detailed: boolean;
}): 0 | 1 | 2 | 3 {
  if (fine) return detailed ? 3 : 2;
  return coarse ? 1 : 0;
}
