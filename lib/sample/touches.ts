import { stateAfterReply } from "@/lib/attribution/apple/answer";
import { storeReplies, storeTokens } from "@/lib/attribution/apple/queries";
import type { DemoUser } from "@/lib/sample/person";
import { type Plan, plans } from "@/lib/sample/plan";
import type { SeededRandom } from "@/lib/sample/random";
import type { SampleApp } from "@/lib/sample/sample-app";
import { aDemoClick } from "@/lib/sample/visit";
import type { ClickRow } from "@/lib/traffic/clicks/queries";

/** Campaigns that people often see before another one wins them, the most frequent first. */
const early = ["summit-challenge", "summit-challenge", "alps-lookalike", "snap-weekend", "hundred-peaks"];
const assistedShare = 0.24;
const hourMs = 3_600_000;

/** Clicks of the same device on other campaigns, in the days before the click that won. */
export function earlierTouches(
  app: SampleApp,
  chance: SeededRandom,
  campaigns: ReadonlyMap<string, number>,
  { person, won, clickedAt }: { person: DemoUser; won: Plan; clickedAt: Date },
): ClickRow[] {
  const { gaid } = person.device;
  if (typeof gaid !== "string" || !chance.happens(assistedShare)) return [];
  return Array.from({ length: chance.happens(0.25) ? 2 : 1 }, () => {
    const name = chance.pick(early);
    const plan = plans.find(({ id }) => id === name)!;
    const at = new Date(clickedAt.getTime() - chance.between(0.3, 50) * hourMs);
    const { not_counted: _, ...seen } = aDemoClick(app, chance, plan, campaigns.get(plan.id)!, at);
    return { ...seen, platform: "ANDROID", os_version: "15", advertising_id: gaid };
  }).filter(({ campaign_id }) => campaign_id !== campaigns.get(won.id));
}

/** Apple's answer about the token of an install from one of its ads. */
export async function storeAppleAnswer(
  app: SampleApp,
  install: string,
  { click, at }: { click: ClickRow; at: Date },
): Promise<void> {
  const plan = plans.find(({ network }) => network === "APPLE_SEARCH_ADS")!;
  const clicked = (click.clicked_at as Date).toISOString();
  const body = {
    attribution: true,
    orgId: 40_669_820,
    campaignId: Number(plan.networkCampaignId),
    conversionType: "Download",
    claimType: "Click",
    clickDate: `${clicked.slice(0, 16)}Z`,
    adGroupId: Number(click.ad_set_id),
    keywordId: Number(click.keyword_id),
    adId: Number(click.creative_id),
    countryOrRegion: click.country,
  };
  // Apple is not queried about an invented token.
  await storeTokens(app.project.id, [{ install_id: install, token: "demo", received_at: at }]);
  await storeReplies(app.project.id, install, stateAfterReply({ body }, 1, at, at), at);
}
