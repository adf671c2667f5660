/** Compares network claims with Cairn's counts. Pure. */
import { causeNames, type DiscrepancyCause, discrepancyCauses } from "@/lib/reporting/discrepancies/causes";

/** A network's claim for a campaign's day. */
export type ClaimedDay = { campaign_id: number; day: string; installs: number; clicks: number | null };

/** Installs of a campaign's day, by cause; `ours` are counted by Cairn. */
export type CauseCount = {
  campaign_id: number;
  day: string;
  cause: DiscrepancyCause | "ours";
  count: number;
};

export type ClickCount = { campaign_id: number; day: string; clicks: number };

export type DiscrepancySum = {
  network: number;
  ours: number;
  difference: number;
  causes: Partial<Record<DiscrepancyCause, number>>;
  /** The difference minus its causes. Its sign is opposite if the causes exceed the difference. */
  unexplained: number;
  network_clicks: number | null;
  our_clicks: number;
};

/** Networks report hundredths at most, so sums are rounded to hundredths. */
const round = (value: number) => Math.round(value * 100) / 100;

export const emptyDiscrepancySum = (): DiscrepancySum => ({
  network: 0,
  ours: 0,
  difference: 0,
  causes: {},
  unexplained: 0,
  network_clicks: null,
  our_clicks: 0,
});

/**
 * The figures of each group of campaigns and days, grouped by `keyOf`. Causes and the unexplained rest add up to the
 * difference.
 */
export function compareClaims(
  claims: readonly ClaimedDay[],
  counts: readonly CauseCount[],
  clicks: readonly ClickCount[],
  keyOf: (dimensions: { campaign_id: number; day: string }) => string | null,
): Map<string, DiscrepancySum> {
  const sums = new Map<string, DiscrepancySum>();
  const at = (dimensions: { campaign_id: number; day: string }) => {
    const key = keyOf(dimensions);
    if (key === null) return null;
    const sum = sums.get(key) ?? emptyDiscrepancySum();
    sums.set(key, sum);
    return sum;
  };
  for (const claim of claims) {
    const sum = at(claim);
    if (!sum) continue;
    sum.network = round(sum.network + claim.installs);
    if (claim.clicks !== null) sum.network_clicks = (sum.network_clicks ?? 0) + claim.clicks;
  }
  for (const { cause, count, ...dimensions } of counts) {
    const sum = at(dimensions);
    if (!sum) continue;
    if (cause === "ours") sum.ours += count;
    else sum.causes[cause] = (sum.causes[cause] ?? 0) + count;
  }
  for (const { clicks: count, ...dimensions } of clicks) {
    const sum = at(dimensions);
    if (sum) sum.our_clicks += count;
  }
  for (const sum of sums.values()) {
    sum.difference = round(sum.network - sum.ours);
    sum.unexplained = round(sum.difference - sumOfCauses(sum.causes));
  }
  return sums;
}

/** The sum of the causes, each with its sign. */
export const sumOfCauses = (counts: DiscrepancySum["causes"]) =>
  causeNames.reduce((sum, cause) => sum + discrepancyCauses[cause].sign * (counts[cause] ?? 0), 0);
