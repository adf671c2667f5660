/** The texts on an install's page, if it has more than "no click was seen". */
import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { installPageOf } from "@/lib/activity/lists/installs/page";
import { newId } from "@/lib/base/ids";
import { editCampaign } from "@/lib/campaigns/change/edit";
import { storeInstall } from "@/lib/facts/installs/register";
import { type AProject, aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";

const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute);

type Device = { link?: string; at?: Date } & Record<string, unknown>;

async function pageOf(app: AProject, { link, at = ago(20), ...device }: Device) {
  const instance = newId(new Date());
  await storeInstall(
    app.project,
    { token: "", platform: "ANDROID", install_instance_id: instance, link, device_data: device },
    { userAgent: null, address: "", now: at },
  );
  await decideEverything(app);
  const [row] = await sql<{ id: string }[]>`
    select id from installs where project_id = ${app.project.id} and install_instance_id = ${instance}`;
  return installPageOf(app.project, row!.id, { devices: false, people: false });
}

test("tags without a campaign of the project are shown as a foreign link", async () => {
  const page = await pageOf(await aProject(), {
    install_ref: "utm_source=newsletter&utm_medium=email&utm_campaign=may",
  });
  expect(page.sentence).toBe(
    "This install is organic: its referrer has link tags, but they don't match a campaign.",
  );
});

test("the ID of a click that was never stored is reported as unknown", async () => {
  const app = await aProject();
  for (const id of [newId(ago(30)), "not-one-of-ours"])
    expect((await pageOf(app, { install_ref: `cairn_click=${id}&utm_source=cairn` })).sentence).toBe(
      "This install is organic: its click ID doesn't match any click.",
    );
});

test("a source alone is called tags and is not certain; its automatic campaign has a name at once", async () => {
  const app = await aProject();
  const page = await pageOf(app, {
    install_ref: "utm_source=tiktok&utm_medium=cpc&utm_campaign=Spring sale",
  });
  expect(page.sentence).toBe(
    "This install came from “Spring sale” on TikTok: it was matched by the UTM tags in the Play install referrer.",
  );
  expect(page.install.confidence).toBe(90);
  expect(page.candidates).toMatchObject([{ campaign: "“Spring sale”", at: null, won: true }]);
  expect(page.install.clicked_at).toBeNull();
});

test("tags have a time if Play reports when the link was followed", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app, { name: "Spring" });
  const page = await pageOf(app, {
    install_ref: `utm_source=blog&utm_campaign=${campaign.displayId}`,
    referrerClickTimestampServerSeconds: Math.floor(ago(80).getTime() / 1_000),
  });
  expect(page.sentence).toMatch(
    /^This install came from “Spring”: it was matched by the UTM tags in the Play install referrer, clicked 1 hour( \d seconds?)? before the install\.$/,
  );
});

test("a losing campaign of a network that does not exist here has the network's name", async () => {
  const app = await aProject();
  const own = await aCampaign(app, { name: "Spring" });
  const gaid = crypto.randomUUID();
  await aClick(app, { campaignId: own.id, at: ago(21), advertisingId: gaid });
  const page = await pageOf(app, {
    gaid,
    install_ref: "gclid=g&gad_campaignid=2217",
    referrerClickTimestampServerSeconds: Math.floor(ago(60).getTime() / 1_000),
  });
  expect(page.sentence).toContain("“Spring”");
  expect(page.candidates.find(({ won }) => !won)).toMatchObject({ campaign: "“GOOGLE 2217”" });
});

test("a link has no time, because it arrives without one; a link without a campaign is described as such", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app, { name: "Spring" });
  const known = await pageOf(app, { link: `https://${app.domain}/${campaign.displayId}` });
  expect(known.sentence).toBe(
    "This install came from “Spring”: it was matched by the link that opened the app.",
  );
  expect(known.candidates).toMatchObject([{ at: null }]);
  expect((await pageOf(app, { link: `https://${app.domain}/nothing` })).sentence).toBe(
    "This install is organic: the link that opened it doesn't match a campaign.",
  );
});

test("the link or tags of an inactive campaign attribute nothing; earlier installs keep it", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app, { name: "Spring" });
  await editCampaign(app.project, campaign.displayId, { active: false }, { by: commandLine, now: ago(10) });
  const link = `https://${app.domain}/${campaign.displayId}`;
  expect((await pageOf(app, { link, at: ago(11) })).sentence).toContain("came from “Spring”");
  expect((await pageOf(app, { link, at: ago(9) })).sentence).toBe(
    "This install is organic: there was one link, but it belongs to a campaign that was not running at the time.",
  );
  const tags = { install_ref: `utm_source=blog&utm_campaign=${campaign.displayId}`, at: ago(9) };
  expect((await pageOf(app, tags)).sentence).toBe(
    "This install is organic: there was one click, but it belongs to a campaign that was not running at the time.",
  );
  await editCampaign(app.project, campaign.displayId, { active: true }, { by: commandLine, now: ago(5) });
  expect((await pageOf(app, { link, at: ago(4) })).sentence).toContain("came from “Spring”");
});

test("a link with a click ID has that click's time: a later click in the referrer wins", async () => {
  const app = await aProject();
  const [earlier, later] = [
    await aCampaign(app, { name: "Earlier" }),
    await aCampaign(app, { name: "Later" }),
  ];
  const first = await aClick(app, { campaignId: earlier.id, at: ago(120) });
  const last = await aClick(app, { campaignId: later.id, at: ago(40) });
  const page = await pageOf(app, {
    link: `https://${app.domain}/${earlier.displayId}?cairn_click=${first}`,
    install_ref: `cairn_click=${last}`,
  });
  expect(page.sentence).toContain("came from “Later”");
  const other = await pageOf(app, {
    link: `https://${app.domain}/${earlier.displayId}?cairn_click=${newId(ago(30))}`,
    at: ago(10),
  });
  expect(other.sentence).toContain("came from “Earlier”");
  expect(other.sentence).toMatch(/clicked (19|20) minutes/);
});

test.each<[string, Record<string, unknown>, string]>([
  ["limits ad tracking", { limit_ad_tracking: true }, "ad tracking is limited on the device"],
  ["belongs to a user who refused consent", { consent: false }, "the user refused consent"],
])("the page says that clicks were not searched by the ID of a device that %s", async (_, device, why) => {
  const app = await aProject();
  const campaign = await aCampaign(app, { name: "Spring" });
  const gaid = crypto.randomUUID();
  await aClick(app, { campaignId: campaign.id, at: ago(21), advertisingId: gaid });
  const page = await pageOf(app, { gaid, ...device });
  expect(page.sentence).toBe(
    `This install is organic: clicks and views with its advertising ID were not looked up, because ${why}.`,
  );
  const organic = await pageOf(app, {
    gaid: crypto.randomUUID(),
    install_ref: "utm_source=google-play&utm_medium=organic",
    ...device,
  });
  expect(organic.remarks.join(" ")).toContain(
    `Clicks and views with its advertising ID were not looked up, because ${why}.`,
  );
});

test("a repeated decision has a reason, and a view the ID that matched it", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app, { name: "Spring" });
  const gaid = crypto.randomUUID();
  await aClick(app, { campaignId: campaign.id, at: ago(40), advertisingId: gaid });
  const instance = newId(new Date());
  const call = (device: Record<string, unknown>, at: Date) =>
    storeInstall(
      app.project,
      { token: "", platform: "ANDROID", install_instance_id: instance, device_data: device },
      { userAgent: null, address: "", now: at },
    );
  await call({ model: "Pixel 8" }, ago(20));
  await decideEverything(app);
  await call({ model: "Pixel 8", gaid }, ago(10));
  await decideEverything(app);
  const [row] = await sql<{ id: string }[]>`select id from installs where project_id = ${app.project.id}`;
  const page = await installPageOf(app.project, row!.id, { devices: false, people: false });
  expect(page.sentence).toContain("came from “Spring”");
  expect(page.again).toMatch(/^An advertising ID arrived, and the install was attributed again .* later\.$/);
});
