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
};

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

/**
 * Adds a row for cost beyond the parts: campaigns without ad groups, deleted ads, keywords hidden for privacy. The sum
 * then equals the network's bill.
 */
export function addRemainder(
  wholes: readonly PulledRow[],
  parts: readonly PulledRow[],
  keyOf: (row: PulledRow) => string,
): PulledRow[] {
  const counted = new Map<string, number>();
  for (const part of parts) counted.set(keyOf(part), (counted.get(keyOf(part)) ?? 0) + part.micros);
  const rests = wholes.flatMap((whole) => {
    const micros = whole.micros - (counted.get(keyOf(whole)) ?? 0);
    return micros > 0 ? [{ ...whole, micros }] : [];
  });
  return [...parts.filter(({ micros }) => micros > 0), ...rests];
}
