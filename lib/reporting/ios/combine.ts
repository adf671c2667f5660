/** Puts known installs and Apple's counts together. Pure. */
import type { ValueRange } from "@/lib/apple/postbacks/rules";
import { ratioNumber } from "@/lib/base/ratio";
import { countedTwice, type Estimate, sumEstimates, unionEstimate } from "@/lib/reporting/ios/counted-twice";
import type { PoolEstimate } from "@/lib/reporting/ios/missing-values";
import type { KnownRow } from "@/lib/reporting/ios/queries";
import type { IosFigures } from "@/lib/reporting/ios/schema";

/** The parts of a campaign, or of a network's postbacks without one. */
export type IosParts = {
  known: Pick<KnownRow, "by_id" | "by_token" | "by_likelihood">;
  eligible: number;
  apple: number;
  revenue: number;
  /** Null if no conversion value depends on revenue. */
  worth: PoolEstimate | null;
  missing: { missing: number; unshared: number };
  spend: { ios: number; notBrokenDown: number } | null;
};

const rounded = (spread: ValueRange): Estimate => ({
  low: Math.round(spread.low),
  mid: Math.round(spread.mid),
  high: Math.round(spread.high),
});

const knownOf = ({ known }: Pick<IosParts, "known">) => known.by_id + known.by_token + known.by_likelihood;

/** The figures of one campaign, without those counted twice. */
export function iosFiguresOf(parts: IosParts): IosFigures {
  const { apple, eligible, known, revenue, worth, missing } = parts;
  const twice = countedTwice({ eligible, apple });
  const reported = worth && rounded(worth.reported);
  const all = worth && {
    low: worth.reported.low + worth.shared.low,
    mid: worth.reported.mid + worth.shared.mid,
    high: worth.reported.high + worth.shared.high,
  };
  /** The revenue of installs that only Apple reports, if these pay like all that Apple reports. */
  const rest = (amount: number, both: number) => (apple === 0 ? 0 : amount * (1 - both / apple));
  const total = {
    low: Math.round(revenue + rest(all?.low ?? 0, twice.high)),
    mid: Math.round(revenue + rest(all?.mid ?? 0, twice.mid)),
    high: Math.round(revenue + rest(all?.high ?? 0, twice.low)),
  };
  return withCosts(
    {
      known,
      eligible,
      apple,
      twice,
      installs: unionEstimate(knownOf(parts), apple, twice),
      revenue: { known: revenue, apple: all && rounded(all), apple_reported: reported, total },
      ...missing,
    },
    parts.spend,
  );
}

type Counted = Omit<
  IosFigures,
  "apple_only" | "spend" | "not_broken_down" | "cost_per_install" | "roas" | "raw" | "unknown"
>;

/** Costs divide iOS spend. They are unknown while a part of the spend may be iOS. */
function withCosts(counted: Counted, spend: IosParts["spend"]): IosFigures {
  const { apple, twice, installs, revenue } = counted;
  const apple_only = { low: apple - twice.high, mid: apple - twice.mid, high: apple - twice.low };
  const unknown =
    spend === null
      ? "no_campaign"
      : spend.notBrokenDown > 0
        ? "not_broken_down"
        : spend.ios === 0
          ? "no_spend"
          : null;
  const not_broken_down = spend?.notBrokenDown ?? 0;
  const raw = { cost_per_install: null, roas: null };
  if (spend === null || unknown !== null)
    return {
      ...counted,
      ...{ apple_only, not_broken_down, raw, unknown },
      ...{ spend: null, cost_per_install: null, roas: null },
    };
  const { ios } = spend;
  const per = (count: number) => (count === 0 ? null : ios / count);
  const [low, mid, high] = [per(installs.high), per(installs.mid), per(installs.low)];
  const roasOf = (amounts: Estimate | null) =>
    amounts && {
      low: ratioNumber(amounts.low / ios),
      mid: ratioNumber(amounts.mid / ios),
      high: ratioNumber(amounts.high / ios),
    };
  return {
    ...counted,
    ...{ apple_only, not_broken_down, unknown },
    spend: ios,
    cost_per_install: low === null || mid === null || high === null ? null : { low, mid, high },
    roas: roasOf(revenue.total),
    // Without postbacks, Apple reports nothing, which is not the same as no revenue.
    raw: { cost_per_install: per(apple), roas: apple === 0 ? null : roasOf(revenue.apple_reported) },
  };
}

const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The sum of campaigns or networks: all parts and all ends add up. */
export function addIosFigures(all: readonly IosFigures[]): IosFigures {
  const sum = (of: (one: IosFigures) => number) => add(all.map(of));
  const some = (of: (one: IosFigures) => Estimate | null) => {
    const found = all.flatMap((one) => of(one) ?? []);
    return found.length === 0 ? null : sumEstimates(found);
  };
  const counted = {
    known: {
      by_id: sum(({ known }) => known.by_id),
      by_token: sum(({ known }) => known.by_token),
      by_likelihood: sum(({ known }) => known.by_likelihood),
    },
    eligible: sum(({ eligible }) => eligible),
    apple: sum(({ apple }) => apple),
    twice: sumEstimates(all.map(({ twice }) => twice)),
    installs: sumEstimates(all.map(({ installs }) => installs)),
    revenue: {
      known: sum(({ revenue }) => revenue.known),
      apple: some(({ revenue }) => revenue.apple),
      apple_reported: some(({ revenue }) => revenue.apple_reported),
      total: sumEstimates(all.map(({ revenue }) => revenue.total)),
    },
    missing: sum(({ missing }) => missing),
    unshared: sum(({ unshared }) => unshared),
  };
  // Installs without a campaign are part of their network's costs: its spend led to them, too.
  const isUnknown = all.every(({ unknown }) => unknown === "no_campaign");
  const ios = sum(({ spend }) => spend ?? 0);
  const notBrokenDown = sum(({ not_broken_down }) => not_broken_down);
  return withCosts(counted, isUnknown ? null : { ios, notBrokenDown });
}

/**
 * The known installs that should have sent a postback to a network's counts without a campaign: those for which the
 * counts of their own campaigns have no room.
 */
export const unmatchedEligible = (campaigns: readonly Pick<IosParts, "eligible" | "apple">[]): number =>
  add(campaigns.map(({ eligible, apple }) => Math.max(0, eligible - apple)));
