import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { installPageOf } from "@/lib/activity/lists/installs/page";
import { openDeeplink } from "@/lib/attribution/deep-links/open";
import { newId } from "@/lib/base/ids";
import { changeCampaigns } from "@/lib/campaigns/change/change";
import { storeInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { addressKey } from "@/lib/platform/address-key";
import { erasePerson } from "@/lib/privacy/person";
import { type AProject, aCampaign, aClick, aProject, decideEverything, ledgerOf } from "@/testing/factories";

const minute = 60_000;
const hour = 60 * minute;

async function opens(app: AProject, instance: string, at: Date, device: Record<string, unknown> = {}) {
  const context = { userAgent: null, address: "203.0.113.20", now: at };
  await storeInstall(
    app.project,
    { token: "", platform: "ANDROID", install_instance_id: instance, device_data: device },
    context,
  );
}

const history = (app: AProject, instance: string) => sql`
  select d.version, d.method, d.campaign_id, d.kind from decisions d
  join installs s on s.project_id = ${app.project.id} and s.id = d.install_id
  where d.project_id = ${app.project.id} and s.install_instance_id = ${instance} order by d.version`;

async function decidedOnce(app: AProject, instance: string, at: Date, device = {}) {
  await opens(app, instance, at, device);
  await decideEverything(app);
}

test("a referrer in a later call corrects the decision; the earlier one is kept, and the sign-up moves", async () => {
  const app = await aProject();
  const meant = await aCampaign(app);
  const at = new Date(Date.now() - 10 * minute);
  const click = await aClick(app, { campaignId: meant.id, at: new Date(at.getTime() - minute) });
  await decidedOnce(app, "phone", at, { install_ref: "" });
  await identify(
    app.project,
    { token: "", user_data: { id: "u" }, install_instance_id: "phone" },
    { userAgent: null, now: at },
  );
  await opens(app, "phone", new Date(at.getTime() + 5_000), { install_ref: `cairn_click=${click}` });
  await decideEverything(app);
  expect(await history(app, "phone")).toEqual([
    { version: 1, method: "organic", campaign_id: null, kind: "INSTALL" },
    { version: 2, method: "play_referrer", campaign_id: meant.id, kind: "INSTALL" },
  ]);
  expect(await ledgerOf(app.project.id, meant.id)).toMatchObject({
    installs: { count: 1 },
    signups: { count: 1 },
  });
  expect(await ledgerOf(app.project.id, 0)).toEqual({});
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("the click of a later decision loses its advertising ID if the install's user refused consent", async () => {
  const app = await aProject();
  const { id: campaignId } = await aCampaign(app);
  const at = new Date(Date.now() - 10 * minute);
  const clickedAt = new Date(at.getTime() - minute);
  for (const [instance, device] of [
    ["refusing", { consent: { ad_user_data: false } }],
    ["silent", {}],
  ] as const) {
    const click = await aClick(app, { campaignId, at: clickedAt, advertisingId: `id-of-${instance}` });
    await decidedOnce(app, instance, at, { ...device, install_ref: "" });
    await opens(app, instance, new Date(at.getTime() + 5_000), { install_ref: `cairn_click=${click}` });
  }
  await decideEverything(app);
  for (const instance of ["refusing", "silent"])
    expect(await history(app, instance)).toMatchObject([{}, { method: "play_referrer" }]);
  const left = await sql`
    select advertising_id from clicks where project_id = ${app.project.id} order by advertising_id`;
  expect([...left]).toEqual([{ advertising_id: "id-of-silent" }, { advertising_id: null }]);
});

test("a later call that contradicts the first changes nothing, and neither does any call after a day", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const at = new Date(Date.now() - 30 * hour);
  const click = await aClick(app, { campaignId: campaign.id, at: new Date(at.getTime() - minute) });
  await decidedOnce(app, "contradicting", at, { install_ref: "utm_source=google-play&utm_medium=organic" });
  await decidedOnce(app, "silent", at);
  await opens(app, "contradicting", new Date(at.getTime() + 5_000), { install_ref: `cairn_click=${click}` });
  await opens(app, "silent", new Date(at.getTime() + 25 * hour), { install_ref: `cairn_click=${click}` });
  await decideEverything(app);
  expect(await history(app, "contradicting")).toMatchObject([{ version: 1, method: "organic" }]);
  expect(await history(app, "silent")).toMatchObject([{ version: 1, method: "organic" }]);
});

test("a spooled click that is stored after its install was decided is found then", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const at = new Date(Date.now() - 10 * minute);
  const clickedAt = new Date(at.getTime() - minute);
  const id = newId(clickedAt);
  await decidedOnce(app, "phone", at, { install_ref: `cairn_click=${id}` });
  await sql`
    insert into clicks (project_id, id, clicked_at, kind, campaign_id, platform, not_counted)
    values (${app.project.id}, ${id}, ${clickedAt}, 'click', ${campaign.id}, 'ANDROID', null)`;
  await sql`update late_evidence set due_at = now() - interval '1 second' where project_id = ${app.project.id}`;
  await decideEverything(app);
  expect(await history(app, "phone")).toMatchObject([
    { method: "organic" },
    { method: "play_referrer", campaign_id: campaign.id },
  ]);
  const [left] = await sql`select count(*)::int as n from late_evidence where project_id = ${app.project.id}`;
  expect(left!.n).toBe(0);
});

test("a probabilistically matched click is free again when its install gets another campaign", async () => {
  const app = await aProject();
  const [near, true_] = [await aCampaign(app), await aCampaign(app)];
  const at = new Date(Date.now() - 10 * minute);
  await decidedOnce(app, "helper", at);
  const likely = await aClick(app, { campaignId: near.id, at: new Date(at.getTime() - minute) });
  await sql`
    update clicks set address_key = (select address_key from installs where project_id = ${app.project.id} limit 1)
    where project_id = ${app.project.id} and id = ${likely}`;
  await decidedOnce(app, "phone", at);
  expect(await history(app, "phone")).toMatchObject([{ method: "probabilistic", campaign_id: near.id }]);
  const sure = await aClick(app, { campaignId: true_.id, at: new Date(at.getTime() - minute) });
  await opens(app, "phone", new Date(at.getTime() + 5_000), { install_ref: `cairn_click=${sure}` });
  await decideEverything(app);
  expect(await history(app, "phone")).toMatchObject([{}, { method: "play_referrer", campaign_id: true_.id }]);
  await decidedOnce(app, "neighbour", new Date(at.getTime() + minute));
  expect(await history(app, "neighbour")).toMatchObject([{ method: "probabilistic", campaign_id: near.id }]);
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("a probabilistically matched click that one install releases is used at once by another with later evidence", async () => {
  const app = await aProject();
  const [near, true_] = [await aCampaign(app), await aCampaign(app)];
  const at = new Date(Date.now() - 10 * minute);
  await decidedOnce(app, "helper", at);
  const likely = await aClick(app, { campaignId: near.id, at: new Date(at.getTime() - minute) });
  await sql`
    update clicks set address_key = (select address_key from installs where project_id = ${app.project.id} limit 1)
    where project_id = ${app.project.id} and id = ${likely}`;
  await decidedOnce(app, "phone", at);
  await decidedOnce(app, "neighbour", new Date(at.getTime() + minute));
  expect(await history(app, "phone")).toMatchObject([{ method: "probabilistic", campaign_id: near.id }]);
  expect(await history(app, "neighbour")).toMatchObject([{ method: "organic" }]);

  const sure = await aClick(app, { campaignId: true_.id, at: new Date(at.getTime() - minute) });
  const later = new Date(at.getTime() + 2 * minute);
  await opens(app, "phone", later, { install_ref: `cairn_click=${sure}` });
  await opens(app, "neighbour", later, { install_ref: "utm_source=newsletter" });
  await decideEverything(app);
  expect(await history(app, "phone")).toMatchObject([{}, { method: "play_referrer", campaign_id: true_.id }]);
  expect(await history(app, "neighbour")).toMatchObject([
    {},
    { method: "probabilistic", campaign_id: near.id },
  ]);
  const uses = await sql`
    select s.install_instance_id as install from click_uses u
    join installs s on s.project_id = ${app.project.id} and s.id = u.install_id
    where u.project_id = ${app.project.id} and u.click_id = ${likely}`;
  expect(uses).toEqual([{ install: "neighbour" }]);
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("Google's ID in the referrer finds its click, by any of its three names", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const at = new Date(Date.now() - 10 * minute);
  for (const name of ["gclid", "gbraid", "wbraid"]) {
    const click = await aClick(app, { campaignId: campaign.id, at: new Date(at.getTime() - hour) });
    await sql`
      update clicks set params = ${JSON.stringify({ [name]: `id-of-${name}` })}::text::jsonb, network = 'GOOGLE'
      where project_id = ${app.project.id} and id = ${click}`;
    await decidedOnce(app, name, at, {
      install_ref: `${name}=id-of-${name}&utm_source=google&utm_medium=cpc`,
    });
    expect(await history(app, name), name).toMatchObject([{ method: "gclid", campaign_id: campaign.id }]);
  }
});

test("a click with two of Google's IDs is found by either, also in the presence of a third", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const at = new Date(Date.now() - 10 * minute);
  const pairs = [
    { sent: { gclid: "g1", gbraid: "b1" }, tag: "gbraid=b1" },
    { sent: { gclid: "g2", wbraid: "w2" }, tag: "wbraid=w2" },
    { sent: { gbraid: "b3", wbraid: "w3" }, tag: "wbraid=w3" },
    { sent: { gclid: "g4", gbraid: "b4", wbraid: "w4" }, tag: "wbraid=w4" },
    { sent: { gclid: "g5", gbraid: "b5" }, tag: "gclid=g5" },
  ];
  for (const { sent, tag } of pairs) {
    const click = await aClick(app, { campaignId: campaign.id, at: new Date(at.getTime() - hour) });
    await sql`
      update clicks set params = ${JSON.stringify(sent)}::text::jsonb, network = 'GOOGLE'
      where project_id = ${app.project.id} and id = ${click}`;
    await decidedOnce(app, tag, at, { install_ref: `${tag}&utm_source=google&utm_medium=cpc` });
    expect(await history(app, tag), tag).toMatchObject([{ method: "gclid", campaign_id: campaign.id }]);
  }
  const [made] = await sql`
    select count(*)::int as n from campaigns where project_id = ${app.project.id} and network = 'GOOGLE'`;
  expect(made).toEqual({ n: 0 });
});

test("campaigns that only a network reports are created once each, also by concurrent calls", async () => {
  const app = await aProject();
  const at = new Date(Date.now() - 10 * minute);
  const long = "a campaign with a name so long that no link could ever bear it, and spaces too".repeat(2);
  const referrers = [
    "gclid=a&gad_campaignid=123&utm_campaign=Summer",
    "gclid=b",
    "utm_source=tiktok&utm_medium=cpc&utm_campaign=Summer sale",
    `utm_source=tiktok&utm_campaign=${long}1`,
    `utm_source=tiktok&utm_campaign=${long}2`,
    "utm_source=tiktok&utm_medium=organic&utm_campaign=Profile",
    "utm_source=newsletter&utm_campaign=may",
  ];
  await Promise.all(
    [...referrers, ...referrers].map((ref, i) =>
      opens(app, `phone ${i}`, at, { install_ref: encodeURI(ref) }),
    ),
  );
  await decideEverything(app);
  const rows = await sql`
    select c.network, c.network_campaign_id as id, count(s.id)::int as installs from campaigns c
    join installs s on s.project_id = ${app.project.id} and s.campaign_id = c.id
    where c.project_id = ${app.project.id} group by 1, 2 order by 1, 2`;
  expect(rows).toEqual([
    { network: "GOOGLE", id: "123", installs: 2 },
    { network: "GOOGLE", id: "unknown", installs: 2 },
    { network: "TIKTOK", id: "Summer sale", installs: 2 },
    { network: "TIKTOK", id: long.slice(0, 128), installs: 4 },
  ]);
  const [made] =
    await sql`select count(*)::int as n from campaigns where project_id = ${app.project.id} and network is not null`;
  expect(made!.n).toBe(4);
});

test("a deleted campaign of a network gets no installs, and is not created again", async () => {
  const app = await aProject();
  const at = new Date(Date.now() - 10 * minute);
  await decidedOnce(app, "one", at, { install_ref: "gclid=a&gad_campaignid=77" });
  await sql`update campaigns set deleted_at = now() where project_id = ${app.project.id} and network_campaign_id = '77'`;
  await decidedOnce(app, "two", at, { install_ref: "gclid=b&gad_campaignid=77" });
  expect(await history(app, "two")).toMatchObject([{ method: "organic", campaign_id: null }]);
});

test("a campaign's link counts as a re-engagement once a day, for the link's campaign, and not in the first visit", async () => {
  const app = await aProject();
  const [first, back] = [await aCampaign(app), await aCampaign(app)];
  const at = new Date(Date.now() - 40 * hour);
  const click = await aClick(app, { campaignId: first.id, at: new Date(at.getTime() - minute) });
  await decidedOnce(app, "phone", at, { install_ref: `cairn_click=${click}` });
  const follow = (ms: number, url = `https://${app.domain}/${back.displayId}`) =>
    openDeeplink(
      app.project,
      { token: "", install_instance_id: "phone", deeplink_url: url },
      new Date(at.getTime() + ms),
    );
  const counted = async () => (await ledgerOf(app.project.id, back.id)).reengagements?.count ?? 0;

  await follow(minute);
  expect(await counted()).toBe(0);
  await opens(app, "phone", new Date(at.getTime() + 2 * hour));
  await Promise.all([follow(2 * hour + 1_000), follow(2 * hour + 1_000), follow(3 * hour)]);
  expect(await counted()).toBe(1);
  await follow(27 * hour, "https://elsewhere.example/x");
  await follow(27 * hour, `https://${app.domain}/`);
  expect(await counted()).toBe(1);
  await follow(28 * hour);
  expect(await counted()).toBe(2);
  expect((await ledgerOf(app.project.id, first.id)).reengagements).toBeUndefined();
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("the link of an inactive campaign is no re-engagement", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const at = new Date(Date.now() - 9 * 24 * hour);
  await decidedOnce(app, "phone", at);
  await changeCampaigns(
    app.project,
    { ids: [campaign.id], action: "deactivate" },
    { by: commandLine, now: at },
  );
  const now = new Date(at.getTime() + 24 * hour);
  await opens(app, "phone", now);
  const url = `https://${app.domain}/${campaign.displayId}`;
  await openDeeplink(app.project, { token: "", install_instance_id: "phone", deeplink_url: url }, now);
  expect((await ledgerOf(app.project.id, campaign.id)).reengagements).toBeUndefined();
});

test("if days of inactivity are configured, only users absent for that long are re-engaged", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const settings = { ...app.project.settings, attribution: { inactivity_days: 3 } };
  const at = new Date(Date.now() - 9 * 24 * hour);
  await decidedOnce(app, "phone", at);
  for (const days of [2, 6]) {
    const now = new Date(at.getTime() + days * 24 * hour);
    await opens(app, "phone", now);
    await openDeeplink(
      { ...app.project, settings },
      {
        token: "",
        install_instance_id: "phone",
        deeplink_url: `https://${app.domain}/${campaign.displayId}`,
      },
      now,
    );
    const { reengagements } = await ledgerOf(app.project.id, campaign.id);
    expect(reengagements?.count ?? 0).toBe(days === 2 ? 0 : 1);
  }
});

test("the install of an erased person keeps its decision, whatever evidence arrives later, and its page says so", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const at = new Date(Date.now() - 10 * minute);
  const click = await aClick(app, { campaignId: campaign.id, at: new Date(at.getTime() - minute) });
  await decidedOnce(app, "phone", at, { install_ref: `cairn_click=${click}` });
  const figures = await ledgerOf(app.project.id);
  const erasedAt = new Date();
  await erasePerson(app.project, { user: null, install: "phone" }, commandLine, erasedAt);
  const [install] = await sql<{ id: string }[]>`
    insert into late_evidence (project_id, install_id, due_at)
    select ${app.project.id}, id, now() from installs where project_id = ${app.project.id} returning install_id as id`;
  await decideEverything(app);
  const decisions = await sql`
    select version, campaign_id from decisions where project_id = ${app.project.id}`;
  expect(decisions).toEqual([{ version: 1, campaign_id: campaign.id }]);
  const [waiting] =
    await sql`select count(*)::int as n from late_evidence where project_id = ${app.project.id}`;
  expect(waiting).toEqual({ n: 0 });
  expect(await ledgerOf(app.project.id)).toEqual(figures);
  const page = await installPageOf(app.project, install!.id, { devices: true, people: true });
  expect(page.install.erased_at).toBe(erasedAt.toISOString());
  expect(page.sentence).toContain("This install came from");
});

test.each([
  ["tracking", { att_status: "not_determined" }, { att_status: "denied" }],
  ["consent", {}, { consent: { isEEA: true, hasConsentForDataUsage: false } }],
])("a later refusal by %s ends a match by address, once", async (_what, first, then) => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const at = new Date(Date.now() - 10 * minute);
  const iphone = { os_version: "26.0", device_model: "iPhone 16", brand: "Apple" };
  const opensAt = (minutes: number, device: object) =>
    storeInstall(
      app.project,
      { token: "", platform: "IOS", install_instance_id: "phone", device_data: { ...iphone, ...device } },
      { userAgent: null, address: "203.0.113.20", now: new Date(at.getTime() + minutes * minute) },
    );
  const click = await aClick(app, { campaignId: campaign.id, at: new Date(at.getTime() - minute) });
  await sql`
    update clicks set platform = 'IOS', address_key = decode(${addressKey("203.0.113.20")}, 'hex')
    where project_id = ${app.project.id} and id = ${click}`;
  await opensAt(0, first);
  await decideEverything(app);
  for (const minutes of [2, 3]) {
    await opensAt(minutes, then);
    await decideEverything(app);
  }
  expect(await history(app, "phone")).toMatchObject([
    { method: "probabilistic", campaign_id: campaign.id },
    { method: "organic", campaign_id: null },
  ]);
});
