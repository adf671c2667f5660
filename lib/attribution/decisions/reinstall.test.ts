/** A reinstall without a new touchpoint keeps the device's campaign. */
import { expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { installsList as installList } from "@/lib/activity/lists/installs/list";
import { installPageOf } from "@/lib/activity/lists/installs/page";
import { applyReplay, showReplay, startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import type { RuleSettings } from "@/lib/attribution/rule-sets/rule-sets";
import { storeInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { type AProject, aCampaign, aClick, aProject, decideEverything, ledgerOf } from "@/testing/factories";

const minute = 60_000;
const now = () => new Date();
const ago = (minutes: number) => new Date(Date.now() - minutes * minute);
const device = { android_id: "00000000000000ab" };

async function opens(app: AProject, instance: string, at: Date, more: Record<string, unknown> = {}) {
  await storeInstall(
    app.project,
    { token: "", platform: "ANDROID", install_instance_id: instance, device_data: { ...device, ...more } },
    { userAgent: null, address: "", now: at },
  );
}

async function pays(app: AProject, instance: string, at: Date) {
  const user = `user of ${instance}`;
  await identify(
    app.project,
    { token: "", user_data: { id: user }, install_instance_id: instance },
    { userAgent: null, now: at },
  );
  await capturePayment(
    app.project,
    {
      token: "",
      amount: 10,
      user_id: user,
      install_instance_id: instance,
      type: "DEFAULT",
      status: "PAYMENT_COMPLETED",
    },
    { userAgent: null, now: at },
  );
}

const installs = (app: AProject) => sql<
  {
    id: string;
    instance: string;
    kind: string;
    campaign_id: number | null;
    method: string;
    ad_set_id: string | null;
  }[]
>`
  select id, install_instance_id as instance, kind, campaign_id, method, ad_set_id from installs
  where project_id = ${app.project.id} order by id`;

/** A user who came from a campaign, uninstalled, and returned organically, with payments both times. */
async function aReturn(settings: RuleSettings = {}) {
  const app = await aProject();
  app.project.settings = { attribution: settings } as never;
  await sql`
    update projects set settings = ${JSON.stringify({ attribution: settings })}::text::jsonb where id = ${app.project.id}`;
  const campaign = await aCampaign(app, { name: "Spring" });
  const click = await aClick(app, { campaignId: campaign.id, at: ago(60), adSetId: "set" });
  await opens(app, "first", ago(55), { install_ref: `cairn_click=${click}` });
  await decideEverything(app);
  await pays(app, "first", ago(50));
  await opens(app, "again", ago(30), { install_ref: "utm_source=google-play&utm_medium=organic" });
  await decideEverything(app);
  await pays(app, "again", ago(20));
  return { app, campaign };
}

const exact = async (app: AProject) => expect(await findDifferences(app.project.id, "UTC")).toEqual([]);

test("payments after an organic reinstall stay with the campaign; the reinstall itself is organic", async () => {
  const { app, campaign } = await aReturn();
  const [, again] = await installs(app);
  expect(again).toMatchObject({
    kind: "REINSTALL",
    campaign_id: campaign.id,
    method: "reinstall",
    ad_set_id: "set",
  });
  const [ours, organic] = [await ledgerOf(app.project.id, campaign.id), await ledgerOf(app.project.id, 0)];
  expect(ours).toMatchObject({ installs: { count: 1 }, "payment DEFAULT": { count: 2, amount: 2_000 } });
  expect(ours.reinstalls).toBeUndefined();
  expect(Object.keys(ours).filter((measure) => measure.startsWith("return_payment"))).toEqual([]);
  expect(organic).toEqual({ reinstalls: { count: 1, amount: 0 } });
  await exact(app);
  const page = await installPageOf(app.project, again!.id, { devices: false, people: false });
  expect(page.sentence).toBe(
    "This reinstall stays with “Spring”, which the device was with before: no later click or view led to it.",
  );
  expect(page.install.deeplink).toBeNull();
});

test("the lists behind the figures of reinstalls contain the counted rows", async () => {
  const { app, campaign } = await aReturn();
  const listed = async (of: number | "organic") =>
    (await installList.page(app.project, { campaign: of, kind: "REINSTALL", limit: 10 } as never)).installs
      .length;
  expect([await listed(campaign.id), await listed("organic")]).toEqual([0, 1]);
});

test("a project may turn that off: the reinstall and everything after it are organic", async () => {
  const { app, campaign } = await aReturn({ reinstall_keeps_campaign: false });
  expect((await installs(app))[1]).toMatchObject({ kind: "REINSTALL", campaign_id: null, method: "organic" });
  expect((await ledgerOf(app.project.id, campaign.id))["payment DEFAULT"]).toMatchObject({ count: 1 });
  await exact(app);
});

test("a reinstall attributed to another campaign belongs to it, and so does the next organic one", async () => {
  const { app } = await aReturn();
  const summer = await aCampaign(app, { name: "Summer" });
  const click = await aClick(app, { campaignId: summer.id, at: ago(15) });
  await opens(app, "led", ago(14), { install_ref: `cairn_click=${click}` });
  await opens(app, "last", ago(13));
  await decideEverything(app);
  expect((await installs(app)).slice(2)).toMatchObject([
    { instance: "led", campaign_id: summer.id, method: "play_referrer" },
    { instance: "last", campaign_id: summer.id, method: "reinstall" },
  ]);
  await exact(app);
});

test("a reinstall waits for an earlier install that is pending, in any batches", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: ago(60) });
  await opens(app, "first", ago(55), { install_ref: `cairn_click=${click}` });
  for (const n of [1, 2, 3]) await opens(app, `again ${n}`, ago(50 - n));
  await decideEverything(app);
  expect((await installs(app)).map(({ campaign_id }) => campaign_id)).toEqual(Array(4).fill(campaign.id));
  await exact(app);
});

test("when the first install gets another campaign, its reinstalls follow", async () => {
  const app = await aProject();
  const [near, meant] = [await aCampaign(app), await aCampaign(app)];
  const first = await aClick(app, {
    campaignId: near.id,
    at: ago(60),
    advertisingId: "0f0e0d0c-0b0a-4908-8706-050403020100",
  });
  const gaid = "0f0e0d0c-0b0a-4908-8706-050403020100";
  await opens(app, "first", ago(55), { gaid });
  await decideEverything(app);
  await opens(app, "again", ago(40), { install_ref: "utm_source=google-play&utm_medium=organic" });
  await decideEverything(app);
  await pays(app, "again", ago(39));
  expect(first).toBeDefined();
  expect((await installs(app)).map(({ campaign_id }) => campaign_id)).toEqual([near.id, near.id]);
  const sure = await aClick(app, { campaignId: meant.id, at: ago(56) });
  await opens(app, "first", ago(35), { install_ref: `cairn_click=${sure}` });
  await decideEverything(app);
  expect((await installs(app)).map(({ campaign_id }) => campaign_id)).toEqual([meant.id, meant.id]);
  expect((await ledgerOf(app.project.id, meant.id))["payment DEFAULT"]).toMatchObject({ count: 1 });
  expect((await ledgerOf(app.project.id, near.id)).installs).toBeUndefined();
  await exact(app);
});

test("the rule can be replayed and applied in both directions, to the cent", async () => {
  const { app, campaign } = await aReturn();
  const days = {
    from: ago(2 * 24 * 60)
      .toISOString()
      .slice(0, 10),
    to: new Date().toISOString().slice(0, 10),
  };
  const again = async () => (await backgroundProject(app.project.id))!;
  const apply = async (settings: RuleSettings) => {
    const { id } = await startReplay(await again(), settings, days, commandLine, now());
    await runReplay(await again(), id, () => false, now);
    const { outcome } = await showReplay(await again(), id);
    await applyReplay(await again(), id, commandLine, now());
    await runReplay(await again(), id, () => false, now);
    await decideEverything(app);
    await exact(app);
    return outcome;
  };
  const before = await ledgerOf(app.project.id);
  expect(await apply({})).toMatchObject({ moved: 0, rematched: 0 });
  expect(await apply({ reinstall_keeps_campaign: false })).toMatchObject({ moved: 1 });
  expect((await ledgerOf(app.project.id, campaign.id))["payment DEFAULT"]).toMatchObject({ count: 1 });
  expect(await apply({})).toMatchObject({ moved: 1 });
  expect(await ledgerOf(app.project.id)).toEqual(before);
});

test("a new decision for the same campaign keeps the reinstall's window; for another campaign it has that one's", async () => {
  const app = await aProject();
  const [kept, other] = [await aCampaign(app), await aCampaign(app)];
  const setWindow = (campaign: number, days: number) => sql`
    update campaigns set reengagement_days = ${days} where project_id = ${app.project.id} and id = ${campaign}`;
  const day = 24 * 60;
  await setWindow(kept.id, 7);
  const first = await aClick(app, { campaignId: kept.id, at: ago(20 * day + 5) });
  await opens(app, "first", ago(20 * day), { install_ref: `cairn_click=${first}` });
  await decideEverything(app);
  const windowOf = async (instance: string) => {
    const [row] = await sql`
      select campaign_id, method, decision_version as version, reinstall_days as days from installs
      where project_id = ${app.project.id} and install_instance_id = ${instance}`;
    return row;
  };
  for (const instance of ["same", "moved"]) await opens(app, instance, ago(10 * day), { install_ref: "" });
  await decideEverything(app);
  const without = { campaign_id: kept.id, method: "reinstall", version: 1, days: 7 };
  expect([await windowOf("same"), await windowOf("moved")]).toEqual([without, without]);

  await setWindow(kept.id, 60);
  await setWindow(other.id, 3);
  for (const [instance, { id }] of [
    ["same", kept],
    ["moved", other],
  ] as const) {
    const click = await aClick(app, { campaignId: id, at: ago(10 * day + 1) });
    await opens(app, instance, ago(10 * day - 1), { install_ref: `cairn_click=${click}` });
  }
  await decideEverything(app);
  expect([await windowOf("same"), await windowOf("moved")]).toEqual([
    { campaign_id: kept.id, method: "play_referrer", version: 2, days: 7 },
    { campaign_id: other.id, method: "play_referrer", version: 2, days: 3 },
  ]);
  // Two days after the return is within its window; eight days are only within the campaign's new one.
  for (const days of [2, 8]) await pays(app, "same", ago((10 - days) * day));
  const { "return_payment DEFAULT": paid } = await ledgerOf(app.project.id, kept.id);
  expect(paid).toEqual({ count: 1, amount: 1_000 });
  await exact(app);
});
