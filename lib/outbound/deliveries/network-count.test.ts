import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { addDays } from "@/lib/base/days";
import { newId } from "@/lib/base/ids";
import { dayIn } from "@/lib/base/time";
import { reportDeliveries } from "@/lib/outbound/deliveries/deliveries";
import { createDestination } from "@/lib/outbound/destinations/destinations";
import { addNetworkAccount } from "@/lib/spend/accounts/accounts";
import { noClaimedFigures } from "@/lib/spend/claims/claim";
import { storeClaims } from "@/lib/spend/claims/queries";
import { saveCredentials } from "@/lib/spend/pull/queries";
import { aCampaign, aProject } from "@/testing/factories";

const now = new Date();

async function aDestination(kind: string, settings: object, secrets: object) {
  const app = await aProject();
  const input = { kind, name: kind, mode: "live" as const, settings, secrets } as never;
  const { destination } = await createDestination(app.project, input, commandLine, now);
  const count = async () => (await reportDeliveries(app.project, destination.id, now)).count;
  return { app, id: destination.id, count };
}

test("Meta's counts are next to the sent ones on the days that Meta reported, and a missing count is not zero", async () => {
  const { app, id, count } = await aDestination("meta", { dataset_id: "123" }, { access_token: "EAAB" });
  expect(await count()).toMatchObject({ network: "META", state: "no_account", rows: [] });
  const account = { network: "META", name: "Main", external_id: "77", currency: "EUR" };
  const { network_account: added } = await addNetworkAccount(app.project, account, commandLine, now);
  expect(await count()).toMatchObject({ state: "no_account" });
  const credentials = { id: added.id, credentials: Buffer.from("sealed"), at: now };
  await saveCredentials(app.accountId, app.project.id, credentials, commandLine);
  expect(await count()).toMatchObject({ state: "silent" });
  const campaign = await aCampaign(app, { network: "META" } as never);
  const other = await aCampaign(app, { network: "GOOGLE" } as never);
  const day = dayIn(app.project.timeZone, now);
  const claim = { ...noClaimedFigures, day, installs: 5, conversions: { fb_mobile_purchase: 2 } };
  const by = { name: "Main", account: null };
  await storeClaims(app.project.id, [{ ...claim, campaign_id: campaign.id }], by, now);
  // Later the network restates its figure, and another network reports its own.
  await storeClaims(
    app.project.id,
    [
      { ...claim, campaign_id: campaign.id, installs: 6 },
      // A claim for a day before the first delivery.
      { ...claim, campaign_id: campaign.id, day: addDays(day, -10), installs: 50 },
      { ...claim, campaign_id: other.id, installs: 100 },
    ],
    by,
    new Date(now.getTime() + 1_000),
  );
  const sent = [
    ["install", "MobileAppInstall", now],
    ["install", "MobileAppInstall", now],
    ["payment", "Purchase", now],
    ["refund", "Refund", now],
    // An event on a day that Meta has not reported.
    ["install", "MobileAppInstall", new Date(`${addDays(day, -3)}T12:00:00Z`)],
  ] as const;
  for (const [n, [fact, as, at]] of sent.entries())
    await sql`
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, sent_as, ended_at)
      values (${app.project.id}, ${newId(now)}, ${id}, ${`x:${n}`}, ${fact}, '1', ${at}, 'sent', ${as}, ${now})`;
  expect(await count()).toEqual({
    network: "META",
    state: "reported",
    since: day,
    days: 1,
    rows: [
      { name: "", sent: 2, accepted: null, network: 6 },
      { name: "Purchase", sent: 1, accepted: null, network: 2 },
    ],
  });
});

test("a destination without counts is silent since its first delivery, whatever it reported before", async () => {
  const { app, id, count } = await aDestination("meta", { dataset_id: "123" }, { access_token: "EAAB" });
  const campaign = await aCampaign(app, { network: "META" } as never);
  const day = dayIn(app.project.timeZone, now);
  const claim = { ...noClaimedFigures, campaign_id: campaign.id, day: addDays(day, -1), installs: 5 };
  await storeClaims(app.project.id, [claim], { name: "Main", account: null }, now);
  expect(await count()).toMatchObject({ state: "reported", since: addDays(day, -29) });
  await sql`
    insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, sent_as, ended_at)
    values (${app.project.id}, ${newId(now)}, ${id}, 'x', 'install', '1', ${now}, 'sent', 'Install', ${now})`;
  expect(await count()).toMatchObject({ state: "no_account", since: day });
});

test("a correction, long after its conversion, does not count as delay", async () => {
  const { app, id } = await aDestination("webhook", { url: "https://a.example/" }, {});
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const original = newId(now);
  for (const [one, corrects, at] of [
    [original, null, ago(2_000)],
    [newId(now), original, ago(86_400_000)],
  ] as const)
    await sql`
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, corrects, ended_at)
      values (${app.project.id}, ${one}, ${id}, ${one}, 'payment', '1', ${at}, 'sent', ${corrects}, ${now})`;
  const { days } = await reportDeliveries(app.project, id, now);
  expect(days).toMatchObject([{ states: { sent: 2 }, lag_p50: 2, lag_p95: 2 }]);
});

test("networks without counts have none", async () => {
  const { count } = await aDestination("webhook", { url: "https://a.example/" }, {});
  expect(await count()).toBeNull();
});
