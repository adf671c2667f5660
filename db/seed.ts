import { sql } from "@/db";
import { Chance } from "@/db/chance";
import { events, organic, type Plan, plans, prices } from "@/db/demo-plan";
import { type AProject, aCampaign, aProject, aStoreListing } from "@/db/world";
import { createMember } from "@/lib/accounts/create-member";
import { attributeProject } from "@/lib/attribution/attribute";
import { moveProject } from "@/lib/attribution/move";
import { type ClickRow, storeClicks } from "@/lib/clicks/queries";
import { captureEvent } from "@/lib/events/capture";
import { newId } from "@/lib/ids";
import { storeInstall } from "@/lib/installs/register";
import { foldAll } from "@/lib/ledger/fold";
import { capturePayment } from "@/lib/payments/capture";
import { recordSpend } from "@/lib/spend/record";
import type { SpendRow } from "@/lib/spend/schema";
import { identify } from "@/lib/users/identify";

export const demo = { email: "demo@cairn.example", password: "stacked-stones", days: 90 };

const dayMs = 86_400_000;
const people = [
  "Ada",
  "Bela",
  "Chiara",
  "Dario",
  "Elin",
  "Farid",
  "Greta",
  "Hugo",
  "Ines",
  "Jonas",
  "Kaja",
  "Luca",
  "Mira",
  "Nils",
];
const androids = ["Pixel 8", "Pixel 7a", "SM-S921B", "SM-A546B", "moto g54"];

type Person = {
  instance: string;
  user: string | null;
  platform: "ANDROID" | "IOS";
  installedOn: number;
  signUps: number;
  pays: number;
  loyal: number;
  subscribed: "month" | "year" | null;
};

type Progress = (share: number, text: string) => void;

/** Whether the demo is there already: it is loaded once. */
export async function isDemoLoaded(): Promise<boolean> {
  const [row] = await sql`select 1 from members where lower(email) = ${demo.email}`;
  return row !== undefined;
}

/**
 * Ninety days of an app's life by the verbs that real requests use: links followed, installs decided, people who come
 * back less and less, payments, refunds, spend.
 */
export async function loadDemo(progress: Progress, now = new Date()): Promise<AProject> {
  const chance = new Chance(20_260_614);
  const first = new Date(now.getTime() - demo.days * dayMs);
  const app = await aProject({ name: "Trailhead", timeZone: "Europe/Berlin", currency: "EUR", now: first });
  await sql`update accounts set name = 'Demo' where id = ${app.accountId}`;
  await sql`select make_month_partitions(${first}::date, ${now}::date)`;
  const listings = await Promise.all([
    aStoreListing(app, "IOS", "Trailhead (App Store)"),
    aStoreListing(app, "ANDROID", "Trailhead (Play)"),
  ]);
  const campaigns = new Map<string, number>();
  for (const plan of plans)
    campaigns.set(
      plan.id,
      await makeCampaign(
        app,
        plan,
        listings,
        new Date(first.getTime() + (demo.days - (plan.from ?? demo.days)) * dayMs),
      ),
    );

  const crowd: Person[] = [];
  for (let ago = demo.days; ago >= 0; ago--) {
    const morning = new Date(now.getTime() - ago * dayMs);
    const hours = ago === 0 ? 0 : 20;
    await oneDay(app, chance, campaigns, crowd, { ago, morning, hours });
    progress(
      (demo.days - ago + 1) / (demo.days + 1),
      `${morning.toISOString().slice(0, 10)}, ${crowd.length} installs`,
    );
  }
  await tellSpend(app, chance, now);
  await foldAll(app.project.id);
  // Last: a load that was interrupted is not taken for a whole one.
  await createMember(app.accountId, {
    email: demo.email,
    password: demo.password,
    name: "Demo",
    role: "owner",
  });
  return app;
}

async function makeCampaign(app: AProject, plan: Plan, listings: string[], now: Date): Promise<number> {
  const { id } = await aCampaign(app, {
    now,
    name: plan.name,
    custom_display_id: plan.id,
    store_listing_ids: plan.network === "APPLE_SEARCH_ADS" ? listings.slice(0, 1) : listings,
    active: plan.active ?? true,
    ...(plan.network ? { network: plan.network } : {}),
    ...(plan.networkCampaignId ? { network_campaign_id: plan.networkCampaignId } : {}),
    ...(plan.deeplink ? { deeplink: plan.deeplink, is_shortlink: true } : {}),
    ...(plan.website ? { link_for_desktop_users: plan.website } : {}),
  });
  return id;
}

type Day = { ago: number; morning: Date; hours: number };

/** Weekends are for hiking, and the app grows. */
const mood = ({ ago, morning }: Day) =>
  (1 - 0.6 * (ago / demo.days)) * [1.35, 0.85, 0.8, 0.85, 0.95, 1.15, 1.45][morning.getUTCDay()]!;

async function oneDay(
  app: AProject,
  chance: Chance,
  campaigns: Map<string, number>,
  crowd: Person[],
  day: Day,
) {
  const sometime = () => new Date(day.morning.getTime() - chance.next() * day.hours * 3_600_000);
  const clicks: ClickRow[] = [];
  const newcomers: { person: Person; at: Date; device: Record<string, unknown> }[] = [];
  const arrive = (
    rates: { signUps: number; pays: number },
    platform: Person["platform"],
    at: Date,
    device: Record<string, unknown>,
  ) => {
    const { signUps, pays } = rates;
    const person: Person = {
      instance: chance.hex(20),
      user: null,
      platform,
      installedOn: day.ago,
      signUps,
      pays,
      loyal: chance.between(0.3, 1.1),
      subscribed: null,
    };
    newcomers.push({
      person,
      at,
      device: {
        ...device,
        ...(platform === "IOS"
          ? { idfv: chance.uuid(), brand: "Apple" }
          : { gaid: chance.uuid(), brand: "Google" }),
      },
    });
  };

  for (const plan of plans) {
    if (day.ago > (plan.from ?? demo.days) || day.ago < (plan.to ?? 0)) continue;
    for (let left = chance.count(plan.clicks * mood(day) * 0.55); left > 0; left--) {
      const click = aVisit(app, chance, plan, campaigns.get(plan.id)!, sometime());
      clicks.push(click);
      if (click.not_counted || click.platform === "DESKTOP" || !chance.happens(plan.installs)) continue;
      const at = new Date(
        Math.min(
          (click.clicked_at as Date).getTime() + chance.between(40, 5_000) * 1_000,
          day.morning.getTime(),
        ),
      );
      const named =
        click.platform === "ANDROID"
          ? { install_ref: `cairn_click=${click.id}&utm_source=${plan.network?.toLowerCase() ?? "link"}` }
          : { link: click.id };
      arrive(plan, click.platform as "IOS", at, named);
    }
  }
  for (let left = chance.count(organic.installs * mood(day)); left > 0; left--) {
    arrive(organic, chance.happens(0.55) ? "IOS" : "ANDROID", sometime(), {
      install_ref: "utm_source=google-play&utm_medium=organic",
    });
  }

  for (let i = 0; i < clicks.length; i += 500) await storeClicks(clicks.slice(i, i + 500));
  await Promise.all(
    newcomers.map(({ person, at, device: { link, ...device } }) =>
      storeInstall(
        app.project,
        {
          token: "",
          install_instance_id: person.instance,
          platform: person.platform,
          app_version: "3.2.0",
          device_data: device,
          ...(link ? { link: `https://${app.domain}/?cairn_click=${link}` } : {}),
        },
        { userAgent: null, address: `198.51.100.${chance.whole(1, 254)}`, now: at },
      ),
    ),
  );
  await attributeProject(
    app.project.id,
    () => false,
    () => day.morning,
  );
  await moveProject(app.project.id);

  await live(
    app,
    chance,
    crowd,
    newcomers.map(({ person }) => person),
    day,
  );
  crowd.push(...newcomers.map(({ person }) => person));
}

function aVisit(app: AProject, chance: Chance, plan: Plan, campaignId: number, at: Date): ClickRow {
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
  return {
    project_id: app.project.id,
    id: newId(at),
    clicked_at: at,
    time_zone: app.project.timeZone,
    kind: "click",
    campaign_id: campaignId,
    platform,
    country: chance.pick(["DE", "DE", "DE", "AT", "CH", "IT", "FR"]),
    language: chance.pick(["de", "de", "it", "fr", "en"]),
    os_version: platform === "IOS" ? "18.5" : "15",
    ...(platform === "ANDROID" ? { device_model: chance.pick(androids) } : {}),
    ...(chance.happens(0.03) ? { not_counted: "bot" } : {}),
    ...(plan.network ? { network: plan.network } : {}),
    ...(adSet ? { ad_set_id: adSet.id, ad_set_name: adSet.name } : {}),
    ...(creative ? { creative_id: creative.id, creative_name: creative.name } : {}),
    ...(keyword ? { keyword_id: keyword.id, keyword_name: keyword.name } : {}),
    params: { c: plan.id },
  };
}

/** Those who come back on a day, what they do, what they pay. */
async function live(app: AProject, chance: Chance, crowd: Person[], newcomers: Person[], day: Day) {
  const told = (after: number) => ({
    userAgent: null,
    now: new Date(day.morning.getTime() - Math.max(0, 1_800_000 - after * 60_000)),
  });
  const signUps = newcomers.filter((person) => chance.happens(person.signUps));
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
        told(0),
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
        { ...told(1), address: "198.51.100.1" },
      ),
    ),
  );

  const work: Promise<unknown>[] = [];
  for (const person of [...back, ...signUps]) {
    if (!person.user) continue;
    const from = { token: "", install_instance_id: person.instance, platform: person.platform };
    for (const { name, perDay, amount } of events) {
      for (let left = chance.count(perDay); left > 0; left--) {
        const event_data = amount
          ? { amount: Math.round(chance.between(amount[0], amount[1]) * 100) / 100 }
          : { source: "map" };
        work.push(captureEvent(app.project, { ...from, event_name: name, event_data }, told(10)));
      }
    }
    work.push(...pay(app, chance, person, day, told));
  }
  await Promise.all(work);
}

function pay(
  app: AProject,
  chance: Chance,
  person: Person,
  day: Day,
  told: (after: number) => { userAgent: null; now: Date },
) {
  const age = person.installedOn - day.ago;
  const charge = (
    amount: number,
    type: "FIRST_PAYMENT" | "SUBSCRIPTION_RENEWED" | "SUBSCRIPTION_REFUNDED",
    status: "PAYMENT_COMPLETED" | "PAYMENT_FAILED" = "PAYMENT_COMPLETED",
  ) =>
    capturePayment(
      app.project,
      {
        token: "",
        install_instance_id: person.instance,
        platform: person.platform,
        amount,
        type,
        status,
        payment_id: `pay-${chance.hex(12)}`,
      },
      told(15),
    );
  if (!person.subscribed) {
    if (age > 30 || !chance.happens(person.pays / 2.5)) return [];
    if (chance.happens(0.08)) return [charge(prices.month, "FIRST_PAYMENT", "PAYMENT_FAILED")];
    person.subscribed = chance.happens(0.3) ? "year" : "month";
    return [charge(prices[person.subscribed], "FIRST_PAYMENT")];
  }
  if (person.subscribed === "month" && age % 30 === 0 && age > 0)
    return [charge(prices.month, "SUBSCRIPTION_RENEWED")];
  return chance.happens(0.002) ? [charge(prices.month, "SUBSCRIPTION_REFUNDED")] : [];
}

/** What each ad set cost each day, as an upload tells it. */
async function tellSpend(app: AProject, chance: Chance, now: Date) {
  const counted = await sql<{ day: string; display_id: string; ad_set_id: string; clicks: number }[]>`
    select l.day::text as day, c.display_id, l.ad_set_id, sum(l.count)::int as clicks
    from ledger l join campaigns c on c.project_id = l.project_id and c.id = l.campaign_id
    where l.project_id = ${app.project.id} and l.measure = 'clicks'
    group by l.day, c.display_id, l.ad_set_id order by 1, 2, 3`;
  const rows: SpendRow[] = [];
  for (const { day, display_id, ad_set_id, clicks } of counted) {
    const cost = plans.find((plan) => plan.id === display_id)?.cost ?? 0;
    if (cost === 0) continue;
    const amount = Math.round(clicks * cost * chance.between(0.9, 1.12) * 100) / 100;
    rows.push({
      date: day,
      campaign: display_id,
      network_campaign_id: "",
      ad_set_id,
      creative_id: "",
      keyword_id: "",
      platform: "",
      amount,
    });
  }
  for (let i = 0; i < rows.length; i += 2_000)
    await recordSpend(app.project, rows.slice(i, i + 2_000), "demo", now);
}
