import { newId } from "@/lib/base/ids";
import { matchRules, prepareRules } from "@/lib/campaigns/link-rules/rules";
import { customDemoNetwork, type Plan, plans } from "@/lib/sample/plan";
import type { SeededRandom } from "@/lib/sample/random";
import { displayIdOf, type SampleApp } from "@/lib/sample/sample-app";
import type { ClickRow } from "@/lib/traffic/clicks/queries";

export const demoCountries = [
  "DE",
  "DE",
  "DE",
  "DE",
  "DE",
  "AT",
  "AT",
  "CH",
  "CH",
  "IT",
  "FR",
  "FR",
  "SI",
  "ES",
  "US",
];
const androids = ["Pixel 8", "Pixel 7a", "SM-S921B", "SM-A546B", "moto g54"];

const publishers = ["com.peak.puzzle", "com.trail.runner", "io.maps.mini"];

/** The publisher of AppLovin whose clicks no person makes: its installs follow within seconds. */
export const badPublisher = "com.free.flashlight";

/** The click ID and the publisher of networks with postbacks, in their own parameters. */
function clickIdOf({ network }: Plan, chance: SeededRandom, campaign: { c: string }) {
  if (network !== customDemoNetwork && network !== "APPLOVIN") return { params: campaign };
  const isApplovin = network === "APPLOVIN";
  const [click, site] = isApplovin ? ["clickid", "publisher_id"] : ["summit_click", "summit_site"];
  const id = chance.hex(24);
  const publisher = chance.pick(isApplovin ? [...publishers, badPublisher] : publishers);
  return { publisher_id: publisher, params: { ...campaign, [click!]: id, [site!]: publisher } };
}

const rulesOf = new Map(plans.map(({ id, rules = [] }) => [id, prepareRules(rules, (url) => url)]));

/** A click on a campaign's link. */
export function aDemoClick(
  app: SampleApp,
  chance: SeededRandom,
  plan: Plan,
  campaignId: number,
  at: Date,
): ClickRow {
  const onApple = plan.network === "APPLE_SEARCH_ADS";
  const platform = onApple
    ? "IOS"
    : chance.happens(0.07)
      ? "DESKTOP"
      : chance.happens(0.48)
        ? "IOS"
        : "ANDROID";
  const adSet = plan.adSets.length > 0 ? chance.pick(plan.adSets) : null;
  const creative = adSet ? chance.pick(adSet.creatives) : null;
  const keyword = adSet?.keywords ? chance.pick(adSet.keywords) : null;
  const id = newId(at);
  const country = chance.pick(demoCountries);
  const language = chance.pick(["de", "de", "it", "fr", "en"]);
  const ruled = matchRules(rulesOf.get(plan.id) ?? [], { platform, country, language, key: id });
  return {
    project_id: app.project.id,
    id,
    clicked_at: at,
    kind: "click",
    campaign_id: campaignId,
    platform,
    country,
    language,
    os_version: platform === "IOS" ? "18.5" : "15",
    ...(platform === "ANDROID" ? { device_model: chance.pick(androids) } : {}),
    ...(chance.happens(0.03) ? { not_counted: "bot" } : {}),
    ...(plan.network ? { network: plan.network } : {}),
    ...(adSet ? { ad_set_id: adSet.id, ad_set_name: adSet.name } : {}),
    ...(creative ? { creative_id: creative.id, creative_name: creative.name } : {}),
    ...(keyword ? { keyword_id: keyword.id, keyword_name: keyword.name } : {}),
    ...(ruled?.destination.name ? { link_variant: ruled.destination.name } : {}),
    ...clickIdOf(plan, chance, { c: displayIdOf(app, plan.id) }),
  };
}
