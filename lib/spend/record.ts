import type { Project } from "@/lib/access/project";
import { withLease } from "@/lib/leases/lease";
import { currencyDigits, toMinorUnits } from "@/lib/money";
import { networkNamed } from "@/lib/networks";
import { Refusal } from "@/lib/refusal";
import { findNamed, findRates, type StoredSpend, storeNames, storeSpend } from "@/lib/spend/queries";
import type { SpendRow } from "@/lib/spend/schema";

/** Stores days of cost; telling the same again changes nothing, telling another amount replaces the one before. */
export async function recordSpend(
  project: Project,
  rows: SpendRow[],
  source: string,
  now: Date,
): Promise<{ rows: number }> {
  const campaignOf = await campaigns(project, rows);
  const convert = await converter(project);
  const problems: Record<string, string> = {};
  const stored = new Map<string, StoredSpend>();
  const names = new Map<string, { campaign_id: number; level: string; ad_id: string; name: string }>();
  rows.forEach((row, i) => {
    const campaign_id = campaignOf(row);
    const currency = row.currency ?? project.currency;
    const original = toMinorUnits(row.amount, currency);
    const amount = convert(row.amount, currency, row.date);
    if (campaign_id === undefined) problems[`rows.${i}`] = "No campaign of the project has this id.";
    else if (amount === null)
      problems[`rows.${i}`] = `There is no exchange rate for ${currency} on ${row.date}.`;
    else {
      const { ad_set_id, creative_id, keyword_id, platform } = row;
      const place = { day: row.date, campaign_id, ad_set_id, creative_id, keyword_id, platform };
      stored.set(JSON.stringify(place), { ...place, amount, currency, original });
      const told = [
        ["ad_set", ad_set_id, row.ad_set_name],
        ["creative", creative_id, row.creative_name],
        ["keyword", keyword_id, row.keyword_name],
      ] as const;
      for (const [level, ad_id, name] of told) {
        if (ad_id && name) names.set(`${campaign_id} ${level} ${ad_id}`, { campaign_id, level, ad_id, name });
      }
    }
  });
  const [first] = Object.values(problems);
  if (first) throw new Refusal(400, first, { fields: problems });
  await alone(project, async () => {
    await storeSpend(project.id, source, now, [...stored.values()]);
    if (names.size > 0) await storeNames(project.id, [...names.values()], now);
  });
  return { rows: stored.size };
}

async function campaigns(project: Project, rows: SpendRow[]): Promise<(row: SpendRow) => number | undefined> {
  const tieOf = (row: SpendRow) =>
    `${networkNamed(row.network ?? "")?.code ?? ""} ${row.network_campaign_id}`;
  const found = await findNamed(
    project.id,
    [...new Set(rows.flatMap((row) => row.campaign ?? []))],
    [...new Set(rows.filter((row) => !row.campaign).map(tieOf))],
  );
  const byDisplayId = new Map(found.map((campaign) => [campaign.display_id, campaign.id]));
  const byTie = new Map(found.map((campaign) => [campaign.tie, campaign.id]));
  return (row) => (row.campaign ? byDisplayId.get(row.campaign) : byTie.get(tieOf(row)));
}

async function converter(project: Project) {
  const rates = await findRates(project.id);
  return (amount: number, currency: string, day: string): number | null => {
    if (currency === project.currency) return toMinorUnits(amount, currency);
    const rate = rates.findLast((known) => known.currency === currency && known.day <= day)?.rate;
    if (rate === undefined) return null;
    return toMinorUnits(
      Number((amount * rate).toFixed(currencyDigits(project.currency) + 4)),
      project.currency,
    );
  };
}

/** Two uploads of one project wait for each other: the ledger gets differences. */
async function alone(project: Project, work: () => Promise<void>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const done = await withLease(`spend ${project.id}`, 30_000, async () => {
      await work();
      return {};
    });
    if (done) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Refusal(409, "Another upload of spend is under way. Please try again.", {
    headers: { "retry-after": "5" },
  });
}
