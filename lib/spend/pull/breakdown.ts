/** Costs of a row by platform and country, as networks report them next to its total. */

import { currencyDigits } from "@/lib/base/money";
import { isCountryCode } from "@/lib/base/text/country-name";
import { PullProblem } from "@/lib/spend/pull/request";
import {
  countsBeyond,
  hasFigures,
  minorUnitsOfMicros,
  type PulledCounts,
  type PulledRow,
  readPulledText,
} from "@/lib/spend/pull/rows";

/** The day and ad of a row. */
const keyOf = ({ day, campaignId, adSetId, creativeId, keywordId }: PulledRow) =>
  JSON.stringify([day, campaignId, adSetId, creativeId, keywordId]);

export const readCountryCode = (value: unknown): string => {
  const code = readPulledText(value).toUpperCase();
  return isCountryCode(code) ? code : "";
};

/** Empty for other systems. */
export function readOs(value: unknown): PulledRow["platform"] {
  const text = readPulledText(value);
  if (/^ios/i.test(text)) return "IOS";
  return /^android/i.test(text) ? "ANDROID" : "";
}

/** For networks that report either platforms or countries: an ad has a platform if all of its day's spend was on it. */
export function withOnlyPlatform(rows: readonly PulledRow[], parts: readonly PulledRow[]): PulledRow[] {
  const spent = new Map<string, number>();
  for (const part of parts) {
    const key = `${keyOf(part)} ${part.platform}`;
    spent.set(key, (spent.get(key) ?? 0) + part.micros);
  }
  return rows.map((row) => {
    const platform = (["IOS", "ANDROID"] as const).find(
      (each) => spent.get(`${keyOf(row)} ${each}`) === row.micros,
    );
    return { ...row, platform: platform ?? "" };
  });
}

/** A part's counts, up to what is left of the whole's. */
function countsUpTo(left: PulledCounts | null, part: PulledCounts | null): PulledCounts | null {
  if (left === null) return null;
  const { impressions = 0, clicks = 0 } = part ?? {};
  return { impressions: Math.min(impressions, left.impressions), clicks: Math.min(clicks, left.clicks) };
}

/**
 * Splits each row into its parts, and the rest without a breakdown, so that the sum stays the row's amount. Parts are
 * rounded together, so rounding leaves no rest. If the parts exceed the row, the row stays whole: networks estimate
 * breakdowns and restate totals separately. The counts of parts also add up to those of the row.
 */
export function withBreakdown(rows: readonly PulledRow[], parts: readonly PulledRow[]): PulledRow[] {
  const partsOf = Map.groupBy(
    parts.filter((part) => (part.country !== "" || part.platform !== "") && hasFigures(part)),
    keyOf,
  );
  return rows.flatMap((row) => {
    const own = (partsOf.get(keyOf(row)) ?? []).filter(
      ({ country, platform }) => country !== "" || platform !== row.platform,
    );
    const microsOfMinor = 10 ** (6 - currencyDigits(row.currency));
    const whole = minorUnitsOfMicros(row.micros, row.currency);
    let left = row.counts;
    let micros = 0;
    let minor = 0;
    const split = own.map((part) => {
      const before = minor;
      const at = { country: part.country, platform: part.platform || row.platform };
      micros += part.micros;
      minor = minorUnitsOfMicros(micros, row.currency);
      const counts = countsUpTo(left, part.counts);
      const split = { ...row, ...at, micros: (minor - before) * microsOfMinor, counts };
      left = countsBeyond(left, [split]);
      return split;
    });
    if (minor > whole || minor === 0) return [row];
    return [...split, { ...row, micros: (whole - minor) * microsOfMinor, counts: left }].filter(hasFigures);
  });
}

const notOffered = new Set<PullProblem["kind"]>(["answer", "credentials"]);

/**
 * Costs stay whole if the network rejects a breakdown, or if the token may not read it. Other problems fail the pull.
 */
export async function unlessRejected<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PullProblem && notOffered.has(error.kind)) return otherwise;
    throw error;
  }
}
