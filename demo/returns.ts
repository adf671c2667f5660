import type { DemoUser } from "@/demo/person";
import { plans } from "@/demo/plan";
import type { SeededRandom } from "@/demo/random";
import { aDemoClick } from "@/demo/visit";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import type { AProject } from "@/testing/factories";

/** The campaign for users who have or had the app. */
const returning = plans.find(({ id }) => id === "retarget-planned")!;

/** Some users removed the app, and an ad brings them back. */
export function addReturns(
  app: AProject,
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
export function addReturnOf(app: AProject, chance: SeededRandom, person: DemoUser, now: Date) {
  const adSet = chance.pick(returning.adSets);
  const ad = chance.pick(adSet.creatives);
  const link = new URLSearchParams({
    c: returning.id,
    ad_set_id: adSet.id,
    ad_set_name: adSet.name,
    ad_id: ad.id,
    ad_name: ad.name,
  });
  const deeplink_url = `https://${app.domain}/?${link}`;
  return openDeeplink(app.project, { token: "", install_instance_id: person.instance, deeplink_url }, now);
}
