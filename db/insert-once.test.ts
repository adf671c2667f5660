import { expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { type EventRow, storeEvents } from "@/lib/facts/events/queries";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { type ClickRow, storeClicks } from "@/lib/traffic/clicks/queries";
import { type AProject, aCampaign, anAttributedUser, aProject, ledgerOf } from "@/testing/factories";

const aRow = (app: AProject, campaignId: number): ClickRow => {
  const at = new Date();
  return {
    project_id: app.project.id,
    id: newId(at),
    clicked_at: at,
    kind: "click",
    campaign_id: campaignId,
    platform: "ANDROID",
  };
};

const anEvent = (app: AProject, instance: string): EventRow => {
  const at = new Date();
  return {
    project_id: app.project.id,
    id: newId(at),
    at,
    name: "opened",
    sent_name: null,
    instance,
    user_id: null,
    platform: "ANDROID",
    amount: 5,
    currency: null,
    data: {},
    key: null,
    device_at: null,
    arrived_at: null,
  };
};

/** These tests make attributed users whose installs were not counted. */
async function isExact(app: AProject) {
  const differences = await findDifferences(app.project.id, app.project.timeZone);
  expect(differences.filter(({ measure }) => measure !== "installs" && measure !== "signups")).toEqual([]);
}

test("repeated clicks, in later batches or the same one, are stored and counted once", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const [first, second, third] = [1, 2, 3].map(() => aRow(app, campaign.id)) as [
    ClickRow,
    ClickRow,
    ClickRow,
  ];
  await storeClicks([first, second]);
  await storeClicks([second, third, third]);
  await storeClicks([first, second, third]);
  expect((await ledgerOf(app.project.id, campaign.id)).clicks?.count).toBe(3);
  await isExact(app);
});

test("clicks stored concurrently by several processes are stored and counted once", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const rows = Array.from({ length: 40 }, () => aRow(app, campaign.id));
  await Promise.all([0, 10, 20, 0].map((from) => storeClicks(rows.slice(from, from + 20))));
  expect((await ledgerOf(app.project.id, campaign.id)).clicks?.count).toBe(40);
  await isExact(app);
});

test("repeated events are recognized and counted once", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const { instance } = await anAttributedUser(app, campaign.id);
  const [first, second] = [anEvent(app, instance), anEvent(app, instance)];
  expect(await storeEvents([first])).toEqual(["stored"]);
  const stranger = anEvent(app, "nobody");
  expect(await storeEvents([first, second, stranger])).toEqual(["repeat", "stored", "unidentified"]);
  expect((await ledgerOf(app.project.id))["event opened"]).toEqual({ count: 2, amount: 10 });
  await isExact(app);
});

test("of events with the same key in one batch the first is stored", async () => {
  const app = await aProject();
  const { instance } = await anAttributedUser(app, (await aCampaign(app)).id);
  const [first, again, other] = [1, 2, 3].map(() => anEvent(app, instance)) as [EventRow, EventRow, EventRow];
  const rows = [{ ...first, key: "a" }, { ...again, key: "a" }, other];
  expect(await storeEvents(rows)).toEqual(["stored", "repeat", "stored"]);
  expect(await storeEvents([{ ...anEvent(app, instance), key: "a" }])).toEqual(["repeat"]);
  await isExact(app);
});
