import { attributeProject } from "@/lib/attribution/attribute";
import { reassignProject } from "@/lib/attribution/reassign";
import { addDays } from "@/lib/base/days";
import { dayIn, instantsOfWallTime } from "@/lib/base/time";
import { captureEvent } from "@/lib/facts/events/capture";
import { storeInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import { seeAds } from "@/lib/sample/ads";
import { consentAnswersOf, versionOn } from "@/lib/sample/consent";
import { pay, renew } from "@/lib/sample/payments";
import { type DemoUser, people } from "@/lib/sample/person";
import {
  demoDays,
  firstDayShare,
  firstDemoDay,
  organicPlan,
  type Plan,
  plannedEvents,
  plans,
} from "@/lib/sample/plan";
import { SeededRandom } from "@/lib/sample/random";
import { addReturnOf, addReturns } from "@/lib/sample/returns";
import type { SampleApp } from "@/lib/sample/sample-app";
import { earlierTouches, storeAppleAnswer } from "@/lib/sample/touches";
import { aDemoClick, badPublisher, demoCountries } from "@/lib/sample/visit";
import { visitWebsite } from "@/lib/sample/website";
import { type ClickRow, storeClicks } from "@/lib/traffic/clicks/queries";

/** A day of the project's calendar; today ends now. */
type Day = { ago: number; name: string; begins: Date; ends: Date };

/** `apple`: the click that Apple reports for the install's token. */
type Newcomer = {
  person: DemoUser;
  at: Date;
  country: string;
  device: Record<string, unknown>;
  apple?: ClickRow | undefined;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function demoDay(timeZone: string, now: Date, ago: number): Day {
  const midnight = (day: string) =>
    new Date(instantsOfWallTime(Date.parse(`${day}T00:00:00Z`), timeZone).first);
  const name = addDays(dayIn(timeZone, now), -ago);
  return {
    ago,
    name,
    begins: midnight(name),
    ends: ago === 0 ? now : new Date(midnight(addDays(name, 1)).getTime() - 1),
  };
}

/** New users of a day arrive before this time, so that they can sign up before it ends. */
const lastArrival = ({ begins, ends }: Day) => Math.max(begins.getTime(), ends.getTime() - 0.55 * hourMs);

/** Hikes happen on weekends, the app grows, was new before, and today is incomplete. */
const mood = (day: Day) =>
  (day.ago > demoDays ? 0.4 * firstDayShare : 1 - 0.6 * (day.ago / demoDays)) *
  [1.35, 0.85, 0.8, 0.85, 0.95, 1.15, 1.45][new Date(day.name).getUTCDay()]! *
  Math.min(1, (lastArrival(day) - day.begins.getTime()) / (dayMs - 2 * hourMs));

const liftOf = ({ lift = {} }: Plan, { link_variant }: ClickRow) =>
  link_variant === undefined ? 1 : (lift[link_variant] ?? 1);

export async function playDay(
  app: SampleApp,
  chance: SeededRandom,
  campaigns: Map<string, number>,
  crowd: DemoUser[],
  day: Day,
) {
  const { share = 1, appleTokens = true } = app;
  const busy = mood(day) * share;
  const open = Math.min(20 * hourMs, lastArrival(day) - day.begins.getTime());
  const sometime = () => new Date(lastArrival(day) - chance.next() * open);
  const clicks: ClickRow[] = [];
  // With a separate generator, so that earlier touches do not affect other random choices.
  const touches = new SeededRandom(5_000 + day.ago);
  const newcomers: Newcomer[] = [];
  const arrive = (
    rates: { signUps: number; pays: number },
    platform: DemoUser["platform"],
    at: Date,
    country: string,
    device: Record<string, unknown>,
    apple?: ClickRow,
  ) => {
    const { signUps, pays } = rates;
    const person: DemoUser = {
      instance: chance.hex(20),
      user: null,
      platform,
      installedOn: day.ago,
      signUps,
      pays,
      loyal: chance.between(0.3, 1.1),
      device:
        platform === "IOS"
          ? { idfv: chance.uuid(), brand: "Apple" }
          : { gaid: chance.uuid(), brand: "Google" },
      subscribed: null,
    };
    const consentSignals = consentAnswersOf(platform, country, day.ago);
    newcomers.push({
      person,
      at,
      country,
      device: { ...device, ...person.device, ...consentSignals },
      apple,
    });
    return person;
  };

  for (const plan of plans) {
    const isOver = day.ago > (plan.from ?? firstDemoDay) || day.ago < (plan.to ?? 0);
    if (isOver || !campaigns.has(plan.id)) continue;
    for (let left = chance.count(plan.clicks * busy * 0.55); left > 0; left--) {
      const click = aDemoClick(app, chance, plan, campaigns.get(plan.id)!, sometime());
      clicks.push(click);
      if (
        click.not_counted ||
        click.platform === "DESKTOP" ||
        !chance.happens(plan.installs * liftOf(plan, click))
      )
        continue;
      const isHasty =
        click.platform === "ANDROID" &&
        (click.publisher_id === badPublisher || (plan.hasty && chance.happens(plan.hasty)));
      const seconds = isHasty ? chance.between(2, 8) : chance.between(40, 5_000);
      const at = new Date(Math.min((click.clicked_at as Date).getTime() + seconds * 1_000, lastArrival(day)));
      // Most installs from Apple's ads are known by Apple's token, some by the link.
      const hasToken = plan.network === "APPLE_SEARCH_ADS" && appleTokens;
      const apple = hasToken && touches.happens(0.8) ? click : undefined;
      const named = apple
        ? { adservices_attribution_token: `demo-${touches.hex(24)}` }
        : click.platform === "ANDROID"
          ? { install_ref: `cairn_click=${click.id}&utm_source=${plan.network?.toLowerCase() ?? "link"}` }
          : { link: click.id };
      // The same as in the click, which some networks require.
      const system_version = click.os_version ?? "";
      const device = { ...named, system_version };
      const person = arrive(plan, click.platform as "IOS", at, click.country ?? "", device, apple);
      const clickedAt = click.clicked_at as Date;
      clicks.push(...earlierTouches(app, touches, campaigns, { person, won: plan, clickedAt }));
    }
  }
  for (let left = chance.count(organicPlan.installs * busy); left > 0; left--) {
    arrive(organicPlan, chance.happens(0.55) ? "IOS" : "ANDROID", sometime(), chance.pick(demoCountries), {
      install_ref: "utm_source=google-play&utm_medium=organic",
    });
  }

  for (const back of addReturns(app, chance, campaigns, crowd, day.ago, sometime)) {
    const at = new Date(Math.min(back.clickedAt.getTime() + 240_000, lastArrival(day)));
    clicks.push(back.click);
    newcomers.push({ ...back.newcomer, at });
  }

  // Days with few users take little time, so that the demo loads quickly.
  const isEarly = day.ago > demoDays;
  // With a separate generator, so that the website does not affect other random choices.
  if (!isEarly) await visitWebsite(app, new SeededRandom(9_000 + day.ago), clicks, day.ends);
  for (let i = 0; i < clicks.length; i += 500) await storeClicks(clicks.slice(i, i + 500));
  await Promise.all(
    newcomers.map(async ({ person, at, country, device: { link, ...device }, apple }) => {
      const { processingId } = await storeInstall(
        app.project,
        {
          token: "",
          install_instance_id: person.instance,
          platform: person.platform,
          app_version: versionOn(day.ago),
          device_data: device,
          ...(link ? { link: `https://${app.domain}/?cairn_click=${link}` } : {}),
        },
        { userAgent: null, address: `198.51.100.${chance.whole(1, 254)}`, country, now: at },
      );
      if (apple) await storeAppleAnswer(app, processingId, { click: apple, at });
    }),
  );
  await attributeProject(
    app.project.id,
    () => false,
    () => day.ends,
  );
  if (!isEarly || day.ago % 10 === 1) await reassignProject(app.project.id);

  await live(app, chance, crowd, newcomers, day);
  crowd.push(...newcomers.map(({ person }) => person));
}

/** The users who return on a day, with their events and payments. */
async function live(
  app: SampleApp,
  chance: SeededRandom,
  crowd: DemoUser[],
  newcomers: Pick<Newcomer, "person" | "at">[],
  day: Day,
) {
  // Known users act at any time of the day; new ones after their sign-up.
  const signedUp = new Map<DemoUser, Date>();
  const timeOf = (person: DemoUser, share: number) => {
    const from = (signedUp.get(person) ?? day.begins).getTime();
    return new Date(from + share * (day.ends.getTime() - from));
  };
  const sometime = (person: DemoUser) => ({ userAgent: null, now: timeOf(person, chance.next()) });
  const signUps = newcomers
    .filter(({ person }) => chance.happens(person.signUps))
    .map(({ person }) => person);
  for (const { person, at } of newcomers) {
    const soon = at.getTime() + chance.between(30, 1_500) * 1_000;
    signedUp.set(person, new Date(Math.min(soon, day.ends.getTime())));
  }
  await Promise.all(
    signUps.map((person) => {
      const name = chance.pick(people);
      person.user = `user-${chance.hex(10)}`;
      return identify(
        app.project,
        {
          token: "",
          install_instance_id: person.instance,
          platform: person.platform,
          user_data: {
            id: person.user,
            name,
            email: `${name.toLowerCase()}.${person.user.slice(5, 9)}@example.com`,
          },
        },
        { userAgent: null, now: signedUp.get(person)! },
      );
    }),
  );

  const back = crowd.filter((person) => {
    const age = person.installedOn - day.ago;
    return chance.happens(Math.min(0.62, (0.55 * person.loyal) / age ** 0.55));
  });
  await Promise.all(
    back.map((person) =>
      storeInstall(
        app.project,
        { token: "", install_instance_id: person.instance },
        { ...sometime(person), address: "198.51.100.1" },
      ),
    ),
  );

  const viewers = [...back, ...newcomers.map(({ person }) => person)];
  // With a separate generator, so that ads do not affect other random choices.
  const work = seeAds(app, new SeededRandom(13_000 + day.ago), viewers, { ago: day.ago, timeOf });
  for (const person of back)
    if (chance.happens(0.01)) work.push(addReturnOf(app, chance, person, sometime(person).now));
  for (const person of [...back, ...signUps]) {
    if (!person.user) continue;
    const from = { token: "", install_instance_id: person.instance, platform: person.platform };
    for (const { name, perDay, amount } of plannedEvents) {
      for (let left = chance.count(perDay); left > 0; left--) {
        const event_data = amount
          ? { amount: Math.round(chance.between(amount[0], amount[1]) * 100) / 100 }
          : { source: "map" };
        work.push(captureEvent(app.project, { ...from, event_name: name, event_data }, sometime(person)));
      }
    }
    work.push(...pay(app, chance, person, day, sometime));
  }
  work.push(...renew(app, new SeededRandom(17_000 + day.ago), crowd, day, timeOf));
  await Promise.all(work);
}
