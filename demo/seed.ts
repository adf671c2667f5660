import { sql } from "@/db";
import { makeMonths } from "@/db/months";
import { watchFigures } from "@/demo/alerts";
import { addPostbacks } from "@/demo/apple-postbacks";
import { addDeliveries, addDestinations, deliveredDays } from "@/demo/deliveries";
import {
  addAffiliates,
  addReplay,
  addViewSettings,
  officePhone,
  saveViews,
  setUpDemo,
} from "@/demo/edge-cases";
import { addAudiences, addFiles, saveQueries } from "@/demo/exports";
import { addHardCases } from "@/demo/hard-cases";
import { addDemoBlocks, addDemoNetwork } from "@/demo/networks";
import { addPurchases } from "@/demo/purchases";
import { addBudgets, addSpend } from "@/demo/spend";
import {
  addAnnotations,
  addIncrementalityTests,
  addSigningKeys,
  inviteTeam,
  saveTemplates,
  scheduleReport,
  shareFigures,
} from "@/demo/team";
import { addUninstalls } from "@/demo/uninstalls";
import { watchDevice } from "@/demo/watched";
import { createMember } from "@/lib/accounts/create-member";
import type { MemberId } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { compactProject } from "@/lib/ledger/compaction";
import { demoDay, playDay } from "@/lib/sample/day";
import type { DemoUser } from "@/lib/sample/person";
import { firstDemoDay, type Plan, plans } from "@/lib/sample/plan";
import { SeededRandom } from "@/lib/sample/random";
import { type AProject, aCampaign, aProject, aStoreListing } from "@/testing/factories";

export const demo = { email: "demo@cairn.example", password: "stacked-stones" };

type Progress = (share: number, text: string) => void;

/** True if the demo was loaded before; it is loaded only once. */
export async function isDemoLoaded(): Promise<boolean> {
  const [row] = await sql`select 1 from members where lower(email) = ${demo.email}`;
  return row !== undefined;
}

/**
 * Eight months of an app's activity, the first ones with few users, made by the functions behind real requests: clicks,
 * decided installs, users who return less and less, payments, refunds, spend.
 */
export async function loadDemo(progress: Progress, now = new Date()): Promise<{ sharedLink: string }> {
  const chance = new SeededRandom(20_260_614);
  const timeZone = "Europe/Berlin";
  const first = demoDay(timeZone, now, firstDemoDay).begins;
  const app = await aProject({ name: "Trailhead", timeZone, currency: "EUR", now: first });
  await sql`update accounts set name = 'Demo' where id = ${app.accountId}`;
  await makeMonths(dayIn("UTC", first), dayIn("UTC", now));
  const listings = await Promise.all([
    aStoreListing(app, "IOS", "Trailhead (App Store)"),
    aStoreListing(app, "ANDROID", "Trailhead (Play)"),
  ]);
  const affiliates = await addAffiliates(app);
  await addDemoNetwork(app, first);
  await addDemoBlocks(app, demoDay(timeZone, now, 24).begins);
  const campaigns = new Map<string, number>();
  const startOf = (ago?: number) =>
    ago === undefined ? null : demoDay(timeZone, now, ago).begins.toISOString();
  for (const plan of plans) {
    const begins = demoDay(timeZone, now, plan.from ?? firstDemoDay).begins;
    const by = { listings, affiliate: affiliates.get(plan.id) ?? null };
    const runs = { starts_at: startOf(plan.starts), ends_at: startOf(plan.ends) };
    campaigns.set(plan.id, await makeCampaign(app, plan, { ...by, ...runs }, begins));
  }

  await addViewSettings(app, first);
  const crowd: DemoUser[] = [];
  for (let ago = firstDemoDay; ago >= 0; ago--) {
    const day = demoDay(timeZone, now, ago);
    if (ago === deliveredDays) await addDestinations(app, day.begins);
    await playDay(app, chance, campaigns, crowd, day);
    if (ago === hardDay) await addHardCases({ app, chance, campaigns, at: afternoon(day) });
    progress((firstDemoDay - ago + 1) / (firstDemoDay + 1), `${day.name}, ${crowd.length} installs`);
  }
  await addUninstalls(app, now);
  await addPurchases(app, now);
  await addSpend(app, chance, now);
  await addBudgets(app, campaigns, now);
  await setUpDemo(app, now);
  await addPostbacks(app, new SeededRandom(20_260_615), campaigns, now);
  await watchDevice(app, officePhone, now);
  await addAnnotations(app, demoDay(timeZone, now, hardDay).name, now);
  await addIncrementalityTests(app, campaigns, now);
  const sharedLink = await shareFigures(app, now);
  await addSigningKeys(app, now);
  await saveTemplates(app, campaigns, now);
  await addReplay(app, now);
  await addDeliveries(app, now);
  await compactProject(app.project.id);
  await watchFigures(app, now);
  await saveQueries(app, now);
  await addFiles(app, now);
  await addAudiences(app, now);
  // The member is made last, so that an interrupted load does not count as loaded.
  const { member_id } = await createMember(app.accountId, {
    email: demo.email,
    password: demo.password,
    name: "Demo",
    role: "owner",
  });
  await saveViews(app, member_id as MemberId, now);
  await inviteTeam(app);
  await scheduleReport(app, now);
  return { sharedLink };
}

/** The day of the hard cases is complete, so that all its events are sent. */
const hardDay = 2;
const afternoon = ({ begins }: { begins: Date }) => new Date(begins.getTime() + 15 * 3_600_000);

type By = {
  listings: string[];
  affiliate: number | null;
  starts_at: string | null;
  ends_at: string | null;
};

async function makeCampaign(app: AProject, plan: Plan, by: By, now: Date): Promise<number> {
  const { id } = await aCampaign(app, {
    now,
    name: plan.name,
    custom_display_id: plan.id,
    store_listing_ids: plan.network === "APPLE_SEARCH_ADS" ? by.listings.slice(0, 1) : by.listings,
    affiliate_id: by.affiliate,
    starts_at: by.starts_at,
    ends_at: by.ends_at,
    click_limit: plan.clickLimit ?? null,
    tags: plan.tags ?? [],
    link_rules: plan.rules ?? [],
    active: plan.active ?? true,
    purpose: plan.purpose ?? null,
    ...(plan.network ? { network: plan.network } : {}),
    ...(plan.networkCampaignId ? { network_campaign_id: plan.networkCampaignId } : {}),
    ...(plan.deeplink ? { deeplink: plan.deeplink, is_shortlink: true } : {}),
    ...(plan.website ? { link_for_desktop_users: plan.website } : {}),
  });
  return id;
}
