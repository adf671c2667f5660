import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import type { DemoUser } from "@/lib/sample/person";
import type { SeededRandom } from "@/lib/sample/random";
import type { SampleApp } from "@/lib/sample/sample-app";

/** What a thousand impressions earn, in the currency's unit. */
const mediations = [
  { network: "AppLovin", ad_format: "REWARDED", placement: "unlock_map", ecpm: 11 },
  { network: "AdMob", ad_format: "BANNER", placement: "trail_list", ecpm: 0.8 },
  { network: "Unity Ads", ad_format: "INTERSTITIAL", placement: "hike_end", ecpm: 6 },
] as const;

/** Users who do not pay see some ads on a day on which they open the app. Repeats of a day count once. */
export function seeAds(
  { project }: SampleApp,
  chance: SeededRandom,
  users: readonly DemoUser[],
  { ago, timeOf }: { ago: number; timeOf: (user: DemoUser, share: number) => Date },
): Promise<unknown>[] {
  return users.flatMap((user) => {
    if (user.subscribed || !chance.happens(0.55)) return [];
    const { network, ad_format, placement, ecpm } = chance.pick(mediations);
    const impressions = chance.whole(1, ad_format === "REWARDED" ? 3 : 9);
    const worth = ecpm * (user.platform === "IOS" ? 1.4 : 1) * chance.between(0.6, 1.4);
    return captureAdRevenue(
      project,
      {
        ...{ network, ad_format, placement, impressions, precision: "ESTIMATED" },
        install_instance_id: user.instance,
        platform: user.platform,
        amount: Number(((impressions * worth) / 1_000).toFixed(6)),
        impression_id: `ad-${user.instance}-${ago}`,
      },
      { source: "app", userAgent: null, now: timeOf(user, chance.next()) },
    );
  });
}
