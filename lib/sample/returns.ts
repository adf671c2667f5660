import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { capturePayment } from "@/lib/facts/payments/capture";
import type { DemoUser } from "@/lib/sample/person";
import { plans, prices } from "@/lib/sample/plan";
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

/** A number from 0 to 1 that depends on the person only, so that it does not affect other random choices. */
const traitOf = ({ instance }: DemoUser, place: number) =>
  parseInt(instance.slice(place, place + 2), 16) / 256;

/** The same ad, or the newsletter, for users who still have the app. Some of them buy a map soon after. */
export async function addReturnOf(app: SampleApp, chance: SeededRandom, person: DemoUser, now: Date) {
  const adSet = chance.pick(returning.adSets);
  const ad = chance.pick(adSet.creatives);
  const byAd = { ad_set_id: adSet.id, ad_set_name: adSet.name, ad_id: ad.id, ad_name: ad.name };
  const isByAd = traitOf(person, 0) < 0.8;
  const link = new URLSearchParams({
    c: displayIdOf(app, isByAd ? returning.id : "newsletter-june"),
    ...(isByAd ? byAd : {}),
  });
  const deeplink_url = `https://${app.domain}/?${link}`;
  const from = { token: "", install_instance_id: person.instance };
  await openDeeplink(app.project, { ...from, deeplink_url }, now);
  if (!person.user || traitOf(person, 2) > 0.4) return;
  const later = new Date(now.getTime() + 10 * 60_000);
  const purchase = {
    amount: prices.map,
    type: "ONE_TIME",
    payment_id: `map-${person.instance}-${+now}`,
  } as const;
  await capturePayment(
    app.project,
    { ...from, ...purchase, platform: person.platform, status: "PAYMENT_COMPLETED" },
    { userAgent: null, now: later },
  );
}
