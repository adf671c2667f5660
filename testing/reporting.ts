/** A test project with known figures. */

import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { recordSpend } from "@/lib/spend/record";
import { type AProject, aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";

export type KnownProject = Awaited<ReturnType<typeof knownProject>>;

const day = (date: string, time = "10:00:00") => new Date(`${date}T${time}Z`);

/**
 * June 2026 in Berlin. A Meta campaign with two ad sets: 4 clicks, 3 installs, 2 sign-ups, 20.00 of revenue, 41.00 of
 * spend. A campaign without a network: 1 click, 1 install, 1 sign-up. Two organic installs, one of whom pays 0.50. The
 * first install with its click, and the paying organic install, are from India; the second install is from Germany;
 * other countries are unknown.
 */
export async function knownProject() {
  const app = await aProject({ timeZone: "Europe/Berlin", currency: "EUR", now: day("2026-05-20") });
  const meta = await aCampaign(app, { name: "Alps", network: "META", now: day("2026-05-20") });
  const plain = await aCampaign(app, { name: "Newsletter", now: day("2026-05-21") });

  await aClick(app, { campaignId: meta.id, at: day("2026-05-25") });
  const clicks = {
    a: await aClick(app, { campaignId: meta.id, adSetId: "one", at: day("2026-06-03"), country: "IN" }),
    b: await aClick(app, { campaignId: meta.id, adSetId: "one", at: day("2026-06-03", "11:00:00") }),
    c: await aClick(app, { campaignId: meta.id, adSetId: "two", at: day("2026-06-03", "22:30:00") }),
    d: await aClick(app, { campaignId: plain.id, at: day("2026-06-06") }),
  };
  await aClick(app, { campaignId: meta.id, adSetId: "two", at: day("2026-06-06", "12:00:00") });

  await open(app, "i-a", day("2026-06-03", "12:00:00"), clicks.a, "IN");
  await open(app, "i-b", day("2026-06-04", "12:00:00"), clicks.b, "DE");
  await open(app, "i-c", day("2026-06-04", "13:00:00"), clicks.c);
  await open(app, "i-d", day("2026-06-06", "13:00:00"), clicks.d);
  await open(app, "i-o1", day("2026-06-05"), undefined, "IN");
  await open(app, "i-o2", day("2026-06-10"));
  await decideEverything(app);
  await open(app, "i-a", day("2026-06-04", "12:00:00"));

  await signUp(app, "i-a", "ada", day("2026-06-03", "12:05:00"));
  await signUp(app, "i-c", "cem", day("2026-06-04", "13:05:00"));
  await signUp(app, "i-d", "dia", day("2026-06-06", "13:05:00"));
  await signUp(app, "i-o1", "ora", day("2026-06-05", "10:05:00"));
  await pay(app, "i-a", 15, "FIRST_PAYMENT", day("2026-06-03", "12:10:00"));
  await pay(app, "i-a", 10, "RECURRING", day("2026-06-08"));
  await pay(app, "i-a", 5, "SUBSCRIPTION_REFUNDED", day("2026-06-09"));
  await pay(app, "i-o1", 0.5, "ONE_TIME", day("2026-06-05", "11:00:00"));
  await captureAdRevenue(
    app.project,
    { install_instance_id: "i-a", amount: 0.3, currency: undefined, impressions: 2, network: "AdMob" },
    { source: "server", userAgent: null, now: day("2026-06-08") },
  );
  for (const [instance, at] of [
    ["i-a", day("2026-06-05")],
    ["i-a", day("2026-06-06")],
    ["i-c", day("2026-06-05")],
    ["i-o1", day("2026-06-05", "12:00:00")],
  ] as const) {
    const context = { userAgent: null, now: at };
    await captureEvent(
      app.project,
      { token: "", install_instance_id: instance, platform: "ANDROID", event_name: "hike" },
      context,
    );
  }
  const cost = {
    campaign: meta.displayId,
    network_campaign_id: "",
    creative_id: "",
    keyword_id: "",
    platform: "",
    country: "",
  };
  await recordSpend(
    app.project,
    [
      { ...cost, date: "2026-06-03", ad_set_id: "one", ad_set_name: "First set", amount: 30.5 },
      { ...cost, date: "2026-06-04", ad_set_id: "two", amount: 10.5 },
    ],
    { kind: "HAND", sourceKey: null, name: "By hand", createdBy: "test" },
    day("2026-06-11"),
  );
  await decideEverything(app);
  return {
    app,
    meta,
    plain,
    now: day("2026-06-20", "12:00:00"),
    organic: { installs: 2, signups: 1, revenue: 50 },
  };
}

const open = (app: AProject, instance: string, now: Date, click?: string, country: string | null = null) =>
  registerInstall(
    app.project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      device_data: click ? { install_ref: `cairn_click=${click}` } : {},
    },
    { userAgent: null, address: "203.0.113.9", country, now },
  );

const signUp = (app: AProject, instance: string, id: string, now: Date) =>
  identify(
    app.project,
    { token: "", install_instance_id: instance, platform: "ANDROID", user_data: { id } },
    { userAgent: null, now },
  );

const pay = (
  app: AProject,
  instance: string,
  amount: number,
  type: "FIRST_PAYMENT" | "RECURRING" | "SUBSCRIPTION_REFUNDED" | "ONE_TIME",
  now: Date,
) =>
  capturePayment(
    app.project,
    {
      token: "",
      install_instance_id: instance,
      platform: "ANDROID",
      amount,
      type,
      status: "PAYMENT_COMPLETED",
    },
    { userAgent: null, now },
  );
