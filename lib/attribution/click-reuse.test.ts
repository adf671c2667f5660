/** A click attributes one device only. */
import { expect, test } from "vitest";
import { sql } from "@/db";
import { backgroundProject } from "@/lib/accounts/access/callers";
import { commandLine } from "@/lib/accounts/audit/actor";
import { attributeProject } from "@/lib/attribution/attribute";
import { showReplay, startReplay } from "@/lib/attribution/replay/replay";
import { runReplay } from "@/lib/attribution/replay/run";
import { storeInstall } from "@/lib/facts/installs/register";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { type AProject, aCampaign, aClick, aProject, decideEverything, ledgerOf } from "@/testing/factories";

const minute = 60_000;
const now = () => new Date();
const ago = (minutes: number) => new Date(Date.now() - minutes * minute);

async function opens(app: AProject, instance: string, at: Date, device: Record<string, unknown>) {
  await storeInstall(
    app.project,
    { token: "", platform: "ANDROID", install_instance_id: instance, device_data: device },
    { userAgent: null, address: "", now: at },
  );
}

const deviceOf = (n: number) => `00000000000000a${n}`;

const rowsOf = (app: AProject) => sql<
  {
    instance: string;
    kind: string;
    campaign_id: number | null;
    method: string;
    lost: string | null;
    flags: string[] | null;
  }[]
>`
  select s.install_instance_id as instance, s.kind, s.campaign_id, s.method, d.candidates->0->>'lost' as lost, s.flags
  from installs s join decisions d on d.project_id = ${app.project.id} and d.install_id = s.id and d.version = s.decision_version
  where s.project_id = ${app.project.id} order by s.id`;

async function aReferredCrowd(batch: number) {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: ago(30) });
  for (let n = 1; n <= 6; n++)
    await opens(app, `phone ${n}`, ago(20 - n), {
      install_ref: `cairn_click=${click}`,
      android_id: deviceOf(n),
    });
  await attributeProject(app.project.id, () => false, now, batch);
  await decideEverything(app);
  return { app, campaign, click };
}

test.each([1, 2, 1_000])(
  "of six devices that send one click, the first gets the campaign, with any batch size (%d)",
  async (batch) => {
    const { app, campaign } = await aReferredCrowd(batch);
    const [first, ...others] = await rowsOf(app);
    expect(first).toMatchObject({ instance: "phone 1", campaign_id: campaign.id, lost: null, flags: null });
    expect(others).toHaveLength(5);
    for (const other of others)
      expect(other).toMatchObject({
        campaign_id: null,
        method: "organic",
        lost: "used",
        flags: ["click_reuse"],
      });
    expect(await ledgerOf(app.project.id, campaign.id)).toMatchObject({ installs: { count: 1 } });
    expect(await ledgerOf(app.project.id, 0)).toMatchObject({
      installs: { count: 5 },
      suspicious: { count: 5 },
    });
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  },
);

test("a device may send its click again: its reinstall gets the campaign", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: ago(30) });
  const device = { install_ref: `cairn_click=${click}`, android_id: deviceOf(1) };
  await opens(app, "first", ago(20), device);
  await opens(app, "again, at once", ago(19), device);
  await decideEverything(app);
  await opens(app, "again", ago(10), device);
  await decideEverything(app);
  expect(await rowsOf(app)).toMatchObject(
    ["INSTALL", "REINSTALL", "REINSTALL"].map((kind) => ({ kind, campaign_id: campaign.id, flags: null })),
  );
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("an install with a late referrer does not get a click that another install has used", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: ago(30) });
  await opens(app, "silent", ago(20), { android_id: deviceOf(1) });
  await decideEverything(app);
  await opens(app, "quick", ago(19), { install_ref: `cairn_click=${click}`, android_id: deviceOf(2) });
  await decideEverything(app);
  await opens(app, "silent", ago(18), { install_ref: `cairn_click=${click}`, android_id: deviceOf(1) });
  await decideEverything(app);
  expect(await rowsOf(app)).toMatchObject([
    { instance: "silent", campaign_id: null, lost: "used", flags: ["click_reuse"] },
    { instance: "quick", campaign_id: campaign.id, lost: null },
  ]);
  expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
});

test("an advertising ID and a Google click ID do not make a click usable twice: it decides one device", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const click = await aClick(app, { campaignId: campaign.id, at: ago(30) });
  await sql`
    update clicks set params = '{"gclid": "g-1"}', network = 'GOOGLE' where project_id = ${app.project.id} and id = ${click}`;
  for (const n of [1, 2])
    await opens(app, `phone ${n}`, ago(20 - n), { install_ref: "gclid=g-1", android_id: deviceOf(n) });
  await decideEverything(app);
  expect(await rowsOf(app)).toMatchObject([
    { campaign_id: campaign.id, method: "gclid" },
    { campaign_id: null, lost: "used", flags: ["click_reuse"] },
  ]);
});

test("a replay of the current rules finds no changes", async () => {
  const { app } = await aReferredCrowd(1_000);
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = ago(24 * 60)
    .toISOString()
    .slice(0, 10);
  const project = (await backgroundProject(app.project.id))!;
  const { id } = await startReplay(project, {}, { from: yesterday, to: today }, commandLine, now());
  await runReplay(project, id, () => false, now, 2);
  expect((await showReplay(project, id)).outcome).toMatchObject({
    installs: 6,
    moved: 0,
    rematched: 0,
    reflagged: 0,
  });
});
