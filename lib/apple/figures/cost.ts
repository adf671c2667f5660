/** Estimated costs of Apple's counts: iOS spend divided by installs that Apple reports. */
import type { AppleCost, AppleCounted } from "@/lib/apple/figures/schema";
import type { ProjectId } from "@/lib/base/ids";
import { ratioNumber } from "@/lib/base/ratio";
import { sumLedger } from "@/lib/ledger/sum-queries";

export type SpendByPlatform = { ios: number; notBrokenDown: number };

/** Spend of campaigns in these days. */
export async function spendOfCampaigns(
  project: ProjectId,
  campaigns: number[],
  days: { from: string; to: string },
): Promise<Map<number, SpendByPlatform>> {
  const spend = new Map<number, SpendByPlatform>();
  if (campaigns.length === 0) return spend;
  const sums = await sumLedger(project, {
    by: ["campaign_id", "platform"],
    measures: ["spend"],
    days,
    where: { campaign_id: campaigns, platform: ["IOS", ""] },
  });
  for (const { campaign_id, platform, amount } of sums) {
    const of = spend.get(campaign_id) ?? { ios: 0, notBrokenDown: 0 };
    spend.set(campaign_id, of);
    if (platform === "IOS") of.ios += amount;
    else of.notBrokenDown += amount;
  }
  return spend;
}

/**
 * Unknown without a campaign, for a campaign with sources of several networks, and while a part of its spend is not
 * broken down by platform, because that part may be iOS.
 */
export function appleCostOf(
  { installs, revenue }: Pick<AppleCounted, "installs" | "revenue">,
  { groups, spend }: { groups: number; spend: SpendByPlatform | null },
): AppleCost {
  const { ios, notBrokenDown } = spend ?? { ios: 0, notBrokenDown: 0 };
  const unknown = (reason: NonNullable<AppleCost["unknown"]>): AppleCost => ({
    spend: null,
    not_broken_down: notBrokenDown,
    cost_per_install: null,
    roas: null,
    unknown: reason,
  });
  if (spend === null) return unknown("no_campaign");
  if (groups > 1) return unknown("several_networks");
  if (notBrokenDown > 0) return unknown("not_broken_down");
  if (ios === 0) return unknown("no_spend");
  return {
    spend: ios,
    not_broken_down: 0,
    cost_per_install: installs === 0 ? null : ios / installs,
    roas: revenue && {
      low: ratioNumber(revenue.low / ios),
      mid: ratioNumber(revenue.mid / ios),
      high: ratioNumber(revenue.high / ios),
    },
    unknown: null,
  };
}
