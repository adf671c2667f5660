import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { ratioNumber } from "@/lib/base/ratio";
import { type PaymentType, revenueSign } from "@/lib/ledger/payment-types";
import { sumLedger } from "@/lib/ledger/sum-queries";
import type { Estimate } from "@/lib/reporting/ios/counted-twice";
import { estimateIos } from "@/lib/reporting/ios/estimate";
import type { IosComparison, IosFigures, iosEstimateQuery } from "@/lib/reporting/ios/schema";

type Counted = { installs: number; spend: number; revenue: number };
const nothing: Counted = { installs: 0, spend: 0, revenue: 0 };

/** The report's figures of all platforms, and the same with the installs that only Apple reports. */
export async function reportWithIosEstimate(
  project: Project,
  query: z.output<typeof iosEstimateQuery>,
  now: Date,
): Promise<IosComparison> {
  const estimate = await estimateIos(project, query, now);
  const { from, to } = estimate;
  const sums = await sumLedger(project.id, {
    by: ["campaign_id", "measure", "name"],
    measures: ["installs", "spend", "payment"],
    days: { from, to },
    organic: false,
  });
  const counted = new Map<number, Counted>();
  for (const { campaign_id, measure, name, count, amount } of sums) {
    const of = { ...(counted.get(campaign_id) ?? nothing) };
    if (measure === "installs") of.installs += count;
    else if (measure === "spend") of.spend += amount;
    else of.revenue += revenueSign(name as PaymentType) * amount;
    counted.set(campaign_id, of);
  }
  const rows = estimate.networks.flatMap(({ network, campaigns }) =>
    campaigns
      .filter(({ apple }) => apple > 0)
      .map((row) => ({
        network,
        campaign: row.campaign,
        ...withEstimate(counted.get(row.campaign?.id ?? 0) ?? nothing, row),
      })),
  );
  const all = [...counted.values()].reduce(
    (sum, { installs, spend, revenue }) => ({
      installs: sum.installs + installs,
      spend: sum.spend + spend,
      revenue: sum.revenue + revenue,
    }),
    nothing,
  );
  return {
    from,
    to,
    has_any: estimate.has_any,
    complete_until: estimate.complete_until,
    coverage: estimate.coverage,
    organic: estimate.organic,
    total: withEstimate(all, estimate.total),
    rows: rows.sort((a, b) => b.with_ios.mid - a.with_ios.mid),
  };
}

/** Adds what only Apple reports: its installs, and its revenue beyond what known iOS installs paid. */
function withEstimate(
  { installs, spend, revenue }: Counted,
  { apple_only: only, revenue: { total, known } }: Pick<IosFigures, "apple_only" | "revenue">,
): IosComparison["total"] {
  const plus = (to: number, { low, mid, high }: Estimate): Estimate => ({
    low: to + low,
    mid: to + mid,
    high: to + high,
  });
  const with_ios = plus(installs, only);
  const amounts = plus(revenue - known, total);
  return {
    installs,
    apple_only: only,
    with_ios,
    spend,
    cost_per_install:
      spend === 0 || with_ios.low === 0
        ? null
        : { low: spend / with_ios.high, mid: spend / with_ios.mid, high: spend / with_ios.low },
    roas:
      spend === 0
        ? null
        : {
            low: ratioNumber(amounts.low / spend),
            mid: ratioNumber(amounts.mid / spend),
            high: ratioNumber(amounts.high / spend),
          },
  };
}
