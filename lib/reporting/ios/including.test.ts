import { expect, test } from "vitest";
import { sql } from "@/db";
import { receivePostback } from "@/lib/apple/postbacks/receive";
import { reportWithIosEstimate } from "@/lib/reporting/ios/including";
import { anAppId, aSkanPostback, listApp, testAppleKeys } from "@/testing/apple-postbacks";
import { aCampaign, aProject } from "@/testing/factories";

test("the switch adds installs that only Apple reports to the counted ones, and divides all spend by both", async () => {
  const [app, appId] = [await aProject({ currency: "EUR", timeZone: "UTC" }), anAppId()];
  await listApp(app, appId);
  const campaign = await aCampaign(app, { network: "META" });
  const other = await aCampaign(app, { network: "GOOGLE" });
  await sql`
    insert into apple_sources (project_id, network_id, source_identifier, campaign_id)
    values (${app.project.id}, 'v9wttpbfk9', '5239', ${campaign.id})`;
  const row = (campaignId: number, measure: string, name: string, count: number, amount: number) => sql`
    insert into ledger (project_id, day, campaign_id, measure, name, platform, country, count, amount)
    values (${app.project.id}, '2026-06-20', ${campaignId}, ${measure}, ${name}, 'ANDROID', '', ${count}, ${amount})`;
  await row(campaign.id, "installs", "", 30, 0);
  await row(campaign.id, "spend", "", 0, 8_000);
  await row(campaign.id, "payment", "ONE_TIME", 3, 5_000);
  await row(campaign.id, "payment", "SUBSCRIPTION_REFUNDED", 1, 1_000);
  await row(other.id, "installs", "", 5, 0);
  for (let i = 0; i < 10; i++)
    await receivePostback("skan", aSkanPostback(appId, { "ad-network-id": "v9wttpbfk9.skadnetwork" }), {
      now: new Date("2026-06-24T00:00:00Z"),
      keys: testAppleKeys,
    });
  const { rows, total } = await reportWithIosEstimate(
    app.project,
    { from: "2026-06-01", to: "2026-06-30" },
    new Date("2026-06-30T12:00:00Z"),
  );
  // No iOS install is known, so all ten of Apple's are new. Spend 80 by 40 installs, revenue 50 − 10 by spend 80.
  const figures = {
    installs: 30,
    apple_only: { low: 10, mid: 10, high: 10 },
    with_ios: { low: 40, mid: 40, high: 40 },
    spend: 8_000,
    cost_per_install: { low: 200, mid: 200, high: 200 },
    roas: { low: 0.5, mid: 0.5, high: 0.5 },
  };
  expect(rows).toEqual([
    { network: "Meta", campaign: expect.objectContaining({ id: campaign.id }), ...figures },
  ]);
  expect(total).toMatchObject({ installs: 35, with_ios: { mid: 45 }, roas: { mid: 0.5 } });
});
