import { makeMonthsSince } from "@/db/months";
import { type Project, projectFromRow } from "@/lib/accounts/access/project";
import { findProject } from "@/lib/accounts/access/queries";
import { dayIn } from "@/lib/base/time";
import { createCampaign, type NewCampaignBody } from "@/lib/campaigns/create/create";
import { compactProject } from "@/lib/ledger/compaction";
import { sampleDays } from "@/lib/projects/schema";
import { demoDay, playDay } from "@/lib/sample/day";
import type { DemoUser } from "@/lib/sample/person";
import { customDemoNetwork, organicPlan, type Plan, plans } from "@/lib/sample/plan";
import {
  findCampaignIds,
  findCountedClicks,
  findHost,
  findUnfilled,
  findUsers,
  noteDays,
} from "@/lib/sample/queries";
import { SeededRandom } from "@/lib/sample/random";
import { displayIdOf, type SampleApp } from "@/lib/sample/sample-app";
import { recordSpend } from "@/lib/spend/record";
import type { SpendRow } from "@/lib/spend/schema";

const author = { memberId: null, name: "sample project" };

/** A busy project of this size is large enough for every screen, and small enough to be made in the background. */
const share = 0.4;

/** The demo's campaigns of built-in networks that run in these days. */
const samplePlans = plans.filter(
  ({ clicks, network, to = 0 }) => clicks > 0 && network !== customDemoNetwork && to < sampleDays,
);

/**
 * Continues to generate the activity of sample projects until the time is over, at least one day of it. The functions behind
 * real requests store it. A day that was interrupted is repeated with the same installs and payments.
 */
export async function fillSamples(budgetMs: number): Promise<{ days: number }> {
  const end = performance.now() + budgetMs;
  let days = 0;
  for (const sample of await findUnfilled()) {
    const row = await findProject(sample.id);
    if (!row) continue;
    const project = projectFromRow(row);
    const [domain] = await findHost(project.id);
    const app = { project, domain: domain!.host, suffix: `-${project.id}`, share, appleTokens: false };
    const now = sample.created_at;
    const dayAgo = (ago: number) => demoDay(project.timeZone, now, ago);
    // Other partitions are made for the next months only.
    await makeMonthsSince(dayIn("UTC", dayAgo(sampleDays).begins));
    const campaigns = await makeCampaigns(app, (ago) => dayAgo(ago).begins);
    const crowd = await usersUntilNow(project, now);
    for (let done = sample.days; done < sampleDays; done++) {
      const day = dayAgo(sampleDays - 1 - done);
      await playDay(app, new SeededRandom(project.id * 1_000 + done), campaigns, crowd, day);
      if (day.ago === 0) await complete(app, now);
      await noteDays(project.id, done + 1);
      days += 1;
      if (performance.now() > end) return { days };
    }
  }
  return { days };
}

/** Creates the campaigns that a previous run has not created. */
async function makeCampaigns(app: SampleApp, startOf: (ago: number) => Date): Promise<Map<string, number>> {
  const known = new Map((await findCampaignIds(app.project.id)).map((row) => [row.display_id, row.id]));
  const campaigns = new Map<string, number>();
  for (const plan of samplePlans) {
    const displayId = displayIdOf(app, plan.id);
    const now = startOf(Math.min(plan.from ?? sampleDays, sampleDays) - 1);
    const id =
      known.get(displayId) ??
      (await createCampaign(app.project, bodyOf(plan, displayId), { by: author, now })).id;
    campaigns.set(plan.id, id);
  }
  return campaigns;
}

const bodyOf = (plan: Plan, displayId: string) =>
  ({
    name: plan.name,
    custom_display_id: displayId,
    domain: null,
    store_listing_ids: [],
    tags: plan.tags ?? [],
    link_rules: plan.rules ?? [],
    active: plan.active ?? true,
    ...(plan.purpose ? { purpose: plan.purpose } : {}),
    link_for_desktop_users: plan.website ?? "https://trailhead.example/",
    ...(plan.network ? { network: plan.network } : {}),
    ...(plan.networkCampaignId ? { network_campaign_id: plan.networkCampaignId } : {}),
  }) as NewCampaignBody;

async function usersUntilNow({ id, timeZone }: Project, now: Date): Promise<DemoUser[]> {
  const today = Date.parse(dayIn(timeZone, now));
  const chance = new SeededRandom(id);
  return (await findUsers(id)).map(({ instance, platform, installed_at, device, user, has_paid }) => ({
    instance,
    user,
    platform: platform === "IOS" ? "IOS" : "ANDROID",
    installedOn: Math.round((today - Date.parse(dayIn(timeZone, installed_at))) / 86_400_000),
    signUps: 0,
    pays: organicPlan.pays,
    loyal: chance.between(0.3, 1.1),
    device,
    subscribed: has_paid ? "year" : null,
  }));
}

/** What the networks cost, and a compact ledger. */
async function complete(app: SampleApp, now: Date) {
  const chance = new SeededRandom(app.project.id);
  const planOf = new Map(samplePlans.map((plan) => [displayIdOf(app, plan.id), plan]));
  const rows = (await findCountedClicks(app.project.id, app.project.timeZone)).flatMap(
    (counted): SpendRow[] => {
      const plan = planOf.get(counted.display_id);
      if (!plan?.network || plan.cost === 0) return [];
      const adSet = plan.adSets.find(({ id }) => id === counted.ad_set_id);
      const amount = Math.round(counted.clicks * plan.cost * chance.between(0.9, 1.12) * 100) / 100;
      return [
        {
          date: counted.day,
          campaign: counted.display_id,
          network_campaign_id: "",
          ad_set_id: counted.ad_set_id,
          ad_set_name: adSet?.name,
          creative_id: "",
          keyword_id: "",
          platform: "",
          country: "",
          amount,
        },
      ];
    },
  );
  const source = { kind: "DEMO", sourceKey: "sample", name: "sample.csv", createdBy: author.name } as const;
  for (const ofDay of Map.groupBy(rows, ({ date }) => date).values())
    await recordSpend(app.project, ofDay, source, now);
  await compactProject(app.project.id);
}
