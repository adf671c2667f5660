import type { Project } from "@/lib/accounts/access/project";
import { minorUnitRatio } from "@/lib/base/money";
import { addedClaims, type NetworkDayClaim } from "@/lib/spend/claims/claim";
import { storeClaims } from "@/lib/spend/claims/queries";
import { minorUnitsOfMicros, type PullWindow } from "@/lib/spend/pull/rows";
import type { PulledData } from "@/lib/spend/pull/source";
import { findSpendCampaigns, type SpendTotals } from "@/lib/spend/queries";
import { type AdName, storeSpendWithNames } from "@/lib/spend/store";

export type UnknownCampaign = { id: string; name: string; currency: string; amount_minor: number };

type Part = {
  pulled: PulledData;
  part: PullWindow;
  zone: string | null;
  unknown: Map<string, UnknownCampaign>;
};

/** Stores the synced days in place of their earlier spend, and returns the number of rows. */
export async function storePulled(
  project: Project,
  account: { id: number; network: string; name: string },
  { pulled, part, zone, unknown }: Part,
  now: Date,
): Promise<number> {
  const campaignOf = await tiedCampaigns(project, account.network, [...pulled.rows, ...pulled.claims]);
  const rows = new Map<string, SpendTotals>();
  const names = new Map<string, AdName>();
  for (const each of pulled.rows) {
    const campaign_id = campaignOf.get(each.campaignId);
    if (campaign_id === undefined && each.micros === 0) continue;
    if (campaign_id === undefined) {
      const one = unknown.get(each.campaignId) ?? {
        id: each.campaignId,
        name: each.campaignName,
        currency: each.currency,
        amount_minor: 0,
      };
      one.amount_minor += minorUnitsOfMicros(each.micros, each.currency);
      unknown.set(each.campaignId, one);
      continue;
    }
    const dimensions = {
      day: each.day,
      campaign_id,
      ad_set_id: each.adSetId,
      creative_id: each.creativeId,
      keyword_id: each.keywordId,
      platform: each.platform,
      country: each.country,
    };
    const key = JSON.stringify(dimensions);
    const before = rows.get(key);
    const { currency, counts } = each;
    rows.set(key, {
      ...dimensions,
      currency,
      original: (before?.original ?? 0) + minorUnitsOfMicros(each.micros, currency),
      scale: minorUnitRatio(currency, project.currency),
      ...addedClaims(before ?? {}, counts ?? {}),
    });
    const parts = [
      ["ad_set", each.adSetId, each.adSetName],
      ["creative", each.creativeId, each.creativeName],
      ["keyword", each.keywordId, each.keywordName],
    ] as const;
    for (const [level, ad_id, name] of parts) {
      if (ad_id && name) names.set(`${campaign_id} ${level} ${ad_id}`, { campaign_id, level, ad_id, name });
    }
  }
  const teller = {
    kind: "ACCOUNT",
    sourceKey: String(account.id),
    name: account.name,
    createdBy: "pulled from the network",
  } as const;
  await storeSpendWithNames(
    project,
    teller,
    { rows: [...rows.values()], replaces: "days", own: part, names: [...names.values()] },
    now,
  );
  const claims = pulled.claims.flatMap(({ campaignId, ...claimed }): NetworkDayClaim[] => {
    const campaign_id = campaignOf.get(campaignId);
    return campaign_id === undefined ? [] : [{ ...claimed, campaign_id }];
  });
  const source = { name: account.name, account: { id: account.id, zone, ...part } };
  await storeClaims(project.id, claims, source, now);
  return rows.size;
}

async function tiedCampaigns(
  project: Project,
  network: string,
  pulled: readonly { campaignId: string }[],
): Promise<Map<string, number>> {
  const ties = [...new Set(pulled.map(({ campaignId }) => `${network} ${campaignId}`))];
  const found = ties.length === 0 ? [] : await findSpendCampaigns(project.id, [], ties);
  return new Map(
    found.flatMap(({ id, tie }) => (tie === null ? [] : [[tie.slice(network.length + 1), id] as const])),
  );
}
