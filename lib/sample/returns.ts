import { openDeeplink } from "@/lib/attribution/deep-links/open";
import type { DemoUser } from "@/lib/sample/person";
import { plans } from "@/lib/sample/plan";
import type { SeededRandom } from "@/lib/sample/random";
import { displayIdOf, type SampleApp } from "@/lib/sample/sample-app";
import { aDemoClick } from "@/lib/sample/visit";
import type { ClickRow } from "@/lib/traffic/clicks/queries";

/** The campaign for users who have or had the app. */
const returning = plans.find(({ id }) => id === "retarget-planned")!;

/** Some users removed the app, and an ad brings them back. */
export function addReturns(
  app: SampleApp,
  chance: SeededRandom,
  campaigns: Map<string, number>,
  crowd: DemoUser[],
  today: number,
  sometime: () => Date,
) {
  const absent = crowd.filter(
    (person) => person.platform === "ANDROID" && person.installedOn - today > 9 && chance.happens(0.002),
  );
  return absent.map((person) => {
    const clickedAt = sometime();
    const { not_counted: _, ...seen } = aDemoClick(
      app,
      chance,
      returning,
      campaigns.get(returning.id)!,
      clickedAt,
    );
    const click: ClickRow = { ...seen, platform: "ANDROID" };
    const again: DemoUser = {
      ...person,
      instance: chance.hex(20),
      user: null,
      installedOn: today,
      signUps: 0,
      subscribed: null,
    };
    person.loyal = 0;
    const device = { ...person.device, install_ref: `cairn_click=${click.id}&utm_source=meta` };
    return { click, clickedAt, newcomer: { person: again, country: click.country ?? "", device } };
  });
}

/** The same ad for users who still have the app. */
export function addReturnOf(app: SampleApp, chance: SeededRandom, person: DemoUser, now: Date) {
  const adSet = chance.pick(returning.adSets);
  const ad = chance.pick(adSet.creatives);
  const link = new URLSearchParams({
    c: displayIdOf(app, returning.id),
    ad_set_id: adSet.id,
    ad_set_name: adSet.name,
    ad_id: ad.id,
    ad_name: ad.name,
  });
  const deeplink_url = `https://${app.domain}/?${link}`;
  return openDeeplink(app.project, { token: "", install_instance_id: person.instance, deeplink_url }, now);
}
