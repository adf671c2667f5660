import type { Project } from "@/lib/accounts/access/project";
import { minorUnitRatio, toMinorUnits } from "@/lib/base/money";
import { Refusal } from "@/lib/base/refusal";
import { networkReader } from "@/lib/campaigns/known-network";
import { addedClaims, type NetworkDayClaim, noClaimedFigures, sumFigures } from "@/lib/spend/claims/claim";
import { storeClaims } from "@/lib/spend/claims/queries";
import { findSpendCampaigns, type SpendReporter, type SpendTotals } from "@/lib/spend/queries";
import type { SpendRow } from "@/lib/spend/schema";
import { type AdName, storeSpendWithNames } from "@/lib/spend/store";

type Owner = Pick<Project, "id" | "currency">;

/** Stores days of cost. Repeating a cost has no effect; another amount replaces the previous one. */
export async function recordSpend(
  project: Owner,
  rows: SpendRow[],
  teller: SpendReporter,
  now: Date,
): Promise<{ rows: number }> {
  const campaignOf = await campaigns(project, rows);
  const problems: Record<string, string> = {};
  const byDimensions = new Map<string, SpendTotals & { at: number }>();
  const lastDay = latestDay(now);
  const names = new Map<string, AdName>();
  const claims: NetworkDayClaim[] = [];
  rows.forEach((row, i) => {
    const campaign_id = campaignOf(row);
    if (campaign_id === undefined) {
      problems[`rows.${i}`] = "The project has no campaign with this ID.";
      return;
    }
    if (row.date > lastDay) problems[`rows.${i}.date`] = "date must not be in the future.";
    const currency = row.currency ?? project.currency;
    const { ad_set_id, creative_id, keyword_id, platform, country } = row;
    const dimensions = { day: row.date, campaign_id, ad_set_id, creative_id, keyword_id, platform, country };
    const original = toMinorUnits(row.amount, currency);
    const key = JSON.stringify(dimensions);
    const before = byDimensions.get(key);
    if (before && (before.original !== original || before.currency !== currency)) {
      problems[`rows.${i}`] =
        `rows.${before.at} has another amount for the same part of the same day. Send their sum, or one of them.`;
      return;
    }
    const { impressions = null, clicks = null, installs = null } = row;
    // A repeated part counts once, like its cost.
    if (!before && (impressions !== null || clicks !== null || installs !== null))
      claims.push({ ...noClaimedFigures, campaign_id, day: row.date, impressions, clicks, installs });
    byDimensions.set(key, {
      ...dimensions,
      currency,
      original,
      scale: minorUnitRatio(currency, project.currency),
      ...addedClaims({}, { impressions, clicks }),
      at: i,
    });
    const named = [
      ["ad_set", ad_set_id, row.ad_set_name],
      ["creative", creative_id, row.creative_name],
      ["keyword", keyword_id, row.keyword_name],
    ] as const;
    for (const [level, ad_id, name] of named) {
      if (ad_id && name) names.set(`${campaign_id} ${level} ${ad_id}`, { campaign_id, level, ad_id, name });
    }
  });
  const [first] = Object.values(problems);
  if (first) throw new Refusal("invalid_request", first, { fields: problems });
  await storeSpendWithNames(
    project,
    teller,
    {
      rows: [...byDimensions.values()].map(({ at: _, ...row }) => row),
      replaces: "parts",
      names: [...names.values()],
    },
    now,
  );
  if (claims.length > 0) {
    const sums = sumFigures(claims, ({ day, campaign_id }) => `${day} ${campaign_id}`);
    await storeClaims(project.id, sums, { name: teller.name, account: null }, now);
  }
  return { rows: byDimensions.size };
}

/** The current day in the latest time zone, because accounts are billed in their own zones. */
const latestDay = (now: Date) => new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);

async function campaigns(project: Owner, rows: SpendRow[]): Promise<(row: SpendRow) => number | undefined> {
  const codeOf = await networkReader(
    project.id,
    rows.map(({ network }) => network),
  );
  const tieOf = (row: SpendRow) => `${codeOf(row.network ?? "") ?? ""} ${row.network_campaign_id}`;
  const found = await findSpendCampaigns(
    project.id,
    [...new Set(rows.flatMap((row) => row.campaign ?? []))],
    [...new Set(rows.filter((row) => !row.campaign).map(tieOf))],
  );
  const byDisplayId = new Map(found.map((campaign) => [campaign.display_id, campaign.id]));
  const byTie = new Map(found.map((campaign) => [campaign.tie, campaign.id]));
  return (row) => (row.campaign ? byDisplayId.get(row.campaign) : byTie.get(tieOf(row)));
}
