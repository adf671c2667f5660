/** Costs as reported by a network, before their campaigns are matched. Pure. */

import { currencyDigits, isCurrency } from "@/lib/base/money";
import { instantsOfWallTime, isTimeZone } from "@/lib/base/time";
import { roundClaim } from "@/lib/spend/claims/claim";
import { PullProblem } from "@/lib/spend/pull/request";

export type PulledRow = {
  day: string;
  campaignId: string;
  campaignName: string;
  adSetId: string;
  adSetName: string;
  creativeId: string;
  creativeName: string;
  keywordId: string;
  keywordName: string;
  /** Empty for spend without a breakdown by platform. The country is empty in the same way. */
  platform: "" | "ANDROID" | "IOS";
  country: string;
  currency: string;
  /** Millionths of a currency unit. */
  micros: number;
  /** The network's own counts; null if it does not report them for this row. */
  counts: PulledCounts | null;
};
export type PulledCounts = { impressions: number; clicks: number };

export type PullWindow = { from: string; to: string };

const none = {
  adSetId: "",
  adSetName: "",
  creativeId: "",
  creativeName: "",
  keywordId: "",
  keywordName: "",
  platform: "",
  country: "",
  counts: null,
} as const;

export const pulledRow = (
  row: Partial<PulledRow> & Pick<PulledRow, "day" | "campaignId" | "currency" | "micros">,
): PulledRow => ({
  campaignName: "",
  ...none,
  ...row,
});

/** A decimal text, in the format that networks use for amounts. */
export function readMicros(value: unknown, network: string): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,12}(\.\d+)?$/.test(text)) {
    if (text === undefined || text === null || text === "") return 0;
    throw new PullProblem("answer", `${network} sent an invalid amount: ${String(value).slice(0, 40)}`);
  }
  const [whole = "0", fraction = ""] = text.split(".");
  return Number(whole) * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

/** Whole millionths of a currency unit, as some networks report amounts. */
export function readWholeMicros(value: unknown, network: string): number {
  if (value === undefined || value === null || value === "") return 0;
  const micros = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  if (Number.isFinite(micros) && micros >= 0 && micros < 1e18) return Math.round(micros);
  throw new PullProblem("answer", `${network} sent an invalid amount: ${String(value).slice(0, 40)}`);
}

/** The instant at which a day of the account begins. */
export function midnightIn(zone: string, day: string, network: string): string {
  if (!isTimeZone(zone))
    throw new PullProblem("answer", `${network} doesn't report the account's time zone.`);
  return new Date(instantsOfWallTime(Date.parse(`${day}T00:00:00Z`), zone).first).toISOString();
}

/** Minor units, rounded half up. */
export const minorUnitsOfMicros = (micros: number, currency: string): number =>
  Math.floor(micros / 10 ** (6 - currencyDigits(currency)) + 0.5);

export function readCurrencyCode(value: unknown, network: string): string {
  const code = typeof value === "string" ? value.toUpperCase() : "";
  if (isCurrency(code)) return code;
  throw new PullProblem(
    "answer",
    `${network} doesn't report the account's billing currency. Set it on the account.`,
  );
}

export function parsedDay(value: unknown, network: string): string {
  const text = typeof value === "string" ? value.slice(0, 10) : "";
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  throw new PullProblem("answer", `${network} sent an invalid date: ${String(value).slice(0, 40)}`);
}

/** A count that a network may omit if it is zero. */
export function readPulledCount(value: unknown, network: string): number {
  if (value === undefined || value === null || value === "" || value === "-") return 0;
  const count = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  if (Number.isFinite(count) && count >= 0 && count <= Number.MAX_SAFE_INTEGER) return roundClaim(count);
  throw new PullProblem("answer", `${network} sent an invalid count: ${String(value).slice(0, 40)}`);
}

export const readPulledText = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, 256) : typeof value === "number" ? String(value) : "";

export const readPulledObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

export const readPulledList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** False for a row that changes no figure. */
export const hasFigures = ({ micros, counts }: Pick<PulledRow, "micros" | "counts">): boolean =>
  micros > 0 || (counts !== null && counts.impressions + counts.clicks > 0);

export const addedCounts = (a: PulledCounts | null, b: PulledCounts | null): PulledCounts | null =>
  a && b
    ? { impressions: roundClaim(a.impressions + b.impressions), clicks: roundClaim(a.clicks + b.clicks) }
    : (a ?? b);

/** The counts of a whole that are not in its parts. */
export function countsBeyond(whole: PulledCounts | null, parts: readonly PulledRow[]): PulledCounts | null {
  if (whole === null) return null;
  const left = (count: keyof PulledCounts) =>
    Math.max(0, roundClaim(parts.reduce((rest, { counts }) => rest - (counts?.[count] ?? 0), whole[count])));
  return { impressions: left("impressions"), clicks: left("clicks") };
}

/**
 * Adds a row for cost and counts beyond the parts: campaigns without ad groups, deleted ads, keywords hidden for privacy.
 * The sum then equals the network's bill.
 */
export function addRemainder(
  wholes: readonly PulledRow[],
  parts: readonly PulledRow[],
  keyOf: (row: PulledRow) => string,
): PulledRow[] {
  const partsOf = Map.groupBy(parts, keyOf);
  const rests = wholes.map((whole) => {
    const own = partsOf.get(keyOf(whole)) ?? [];
    const micros = Math.max(
      0,
      own.reduce((rest, part) => rest - part.micros, whole.micros),
    );
    return { ...whole, micros, counts: countsBeyond(whole.counts, own) };
  });
  return [...parts, ...rests].filter(hasFigures);
}
