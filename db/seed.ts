import { sql } from "@/db";
import { Chance } from "@/db/chance";
import { demoDay, oneDay, type Person } from "@/db/demo-day";
import { demoDays, type Plan, plans } from "@/db/demo-plan";
import { type AProject, aCampaign, aProject, aStoreListing } from "@/db/world";
import { createMember } from "@/lib/accounts/create-member";
import { foldAll } from "@/lib/ledger/fold";
import { recordSpend } from "@/lib/spend/record";
import type { SpendRow } from "@/lib/spend/schema";

export const demo = { email: "demo@cairn.example", password: "stacked-stones" };

type Progress = (share: number, text: string) => void;

/** Whether the demo is there already: it is loaded once. */
export async function isDemoLoaded(): Promise<boolean> {
  const [row] = await sql`select 1 from members where lower(email) = ${demo.email}`;
  return row !== undefined;
}

/**
 * Ninety days of an app's life by the verbs that real requests use: links followed, installs decided, people who come
 * back less and less, payments, refunds, spend.
 */
export async function loadDemo(progress: Progress, now = new Date()): Promise<AProject> {
  const chance = new Chance(20_260_614);
  const timeZone = "Europe/Berlin";
  const first = demoDay(timeZone, now, demoDays).begins;
  const app = await aProject({ name: "Trailhead", timeZone, currency: "EUR", now: first });
  await sql`update accounts set name = 'Demo' where id = ${app.accountId}`;
  await sql`select make_month_partitions(${first}::date, ${now}::date)`;
  const listings = await Promise.all([
    aStoreListing(app, "IOS", "Trailhead (App Store)"),
    aStoreListing(app, "ANDROID", "Trailhead (Play)"),
  ]);
  const campaigns = new Map<string, number>();
  for (const plan of plans)
    campaigns.set(
      plan.id,
      await makeCampaign(app, plan, listings, demoDay(timeZone, now, plan.from ?? demoDays).begins),
    );

  const crowd: Person[] = [];
  for (let ago = demoDays; ago >= 0; ago--) {
    const day = demoDay(timeZone, now, ago);
    await oneDay(app, chance, campaigns, crowd, day);
    progress((demoDays - ago + 1) / (demoDays + 1), `${day.name}, ${crowd.length} installs`);
  }
  await tellSpend(app, chance, now);
  await foldAll(app.project.id);
  // Last: a load that was interrupted is not taken for a whole one.
  await createMember(app.accountId, {
    email: demo.email,
    password: demo.password,
    name: "Demo",
    role: "owner",
  });
  return app;
}

async function makeCampaign(app: AProject, plan: Plan, listings: string[], now: Date): Promise<number> {
  const { id } = await aCampaign(app, {
    now,
    name: plan.name,
    custom_display_id: plan.id,
    store_listing_ids: plan.network === "APPLE_SEARCH_ADS" ? listings.slice(0, 1) : listings,
    active: plan.active ?? true,
    ...(plan.network ? { network: plan.network } : {}),
    ...(plan.networkCampaignId ? { network_campaign_id: plan.networkCampaignId } : {}),
    ...(plan.deeplink ? { deeplink: plan.deeplink, is_shortlink: true } : {}),
    ...(plan.website ? { link_for_desktop_users: plan.website } : {}),
  });
  return id;
}

/** What each ad set cost each day, as an upload tells it. */
async function tellSpend(app: AProject, chance: Chance, now: Date) {
  const counted = await sql<{ day: string; display_id: string; ad_set_id: string; clicks: number }[]>`
    select l.day::text as day, c.display_id, l.ad_set_id, sum(l.count)::int as clicks
    from ledger l join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
    where l.project_id = ${app.project.id} and l.measure = 'clicks'
    group by l.day, c.display_id, l.ad_set_id order by 1, 2, 3`;
  const rows: SpendRow[] = [];
  for (const { day, display_id, ad_set_id, clicks } of counted) {
    const cost = plans.find((plan) => plan.id === display_id)?.cost ?? 0;
    if (cost === 0) continue;
    const amount = Math.round(clicks * cost * chance.between(0.9, 1.12) * 100) / 100;
    rows.push({
      date: day,
      campaign: display_id,
      network_campaign_id: "",
      ad_set_id,
      creative_id: "",
      keyword_id: "",
      platform: "",
      amount,
    });
  }
  for (let i = 0; i < rows.length; i += 2_000)
    await recordSpend(app.project, rows.slice(i, i + 2_000), "demo", now);
}
