import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { repairInstalls, settleRepaired } from "@/lib/attribution/mend/mend";
import { mendingOf } from "@/lib/attribution/mend/rules";
import { captureEvent } from "@/lib/facts/events/capture";
import { eraseDevice } from "@/lib/facts/installs/forget";
import { storeInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { type AProject, aCampaign, aClick, aProject, decideEverything, ledgerOf } from "@/testing/factories";

const day = 24 * 60 * 60_000;
const now = () => new Date();
const summary = (at: Date) => ({ userAgent: null, address: "203.0.113.20", now: at });

const iphone = (idfa: string) => ({
  android_id: "unknown",
  install_ref: "unknown",
  brand: "Apple",
  system_version: "17.5.1",
  idfa,
  idfv: crypto.randomUUID(),
});

async function init(app: AProject, instance: string, device_data: Record<string, unknown>, at: Date) {
  const body = { token: "", platform: "REACT_NATIVE", install_instance_id: instance, device_data };
  return (await storeInstall(app.project, body, summary(at))).processingId;
}

/** As it was stored before ids had to look like ones. */
async function asBefore(app: AProject, id: string, platform: string, wrongId: string) {
  await sql`update installs set platform = ${platform} where project_id = ${app.project.id} and id = ${id}`;
  await sql`insert into install_devices (project_id, device_id, kind, install_id, seen_at)
    select ${app.project.id}, ${wrongId}, 'android_id', id, installed_at from installs
    where project_id = ${app.project.id} and id = ${id}`;
}

/** Three iPhones with clicks of their own, taken for one Android phone; each was used for some days. */
async function aLife() {
  const app = await aProject();
  const start = Date.now() - 10 * day;
  const campaigns = [await aCampaign(app), await aCampaign(app), await aCampaign(app)];
  const ids: string[] = [];
  for (const [i, { id: campaignId }] of campaigns.entries()) {
    const at = new Date(start + i * 60_000);
    const idfa = crypto.randomUUID();
    const before = new Date(at.getTime() - 60_000);
    await aClick(app, { campaignId, platform: "IOS", at: before, advertisingId: idfa });
    const device = iphone(idfa);
    const id = await init(app, `phone ${i}`, device, at);
    await asBefore(app, id, "ANDROID", "unknown");
    ids.push(id);
  }
  await decideEverything(app);
  for (const i of [0, 1, 2]) {
    const from = { token: "", install_instance_id: `phone ${i}` };
    const later = summary(new Date(start + 2 * day));
    await identify(app.project, { ...from, user_data: { id: `user ${i}` } }, later);
    await captureEvent(app.project, { ...from, event_name: "hike", event_data: { amount: 3 } }, later);
    const paid = { type: "DEFAULT", status: "PAYMENT_COMPLETED" } as const;
    await capturePayment(app.project, { ...from, ...paid, amount: 10 }, later);
    for (const n of [1, 3, 8]) await init(app, `phone ${i}`, {}, new Date(start + n * day));
  }
  await decideEverything(app);
  const installs = () => sql<{ kind: string; platform: string; campaign_id: number | null }[]>`
    select kind, platform, campaign_id from installs where project_id = ${app.project.id} order by id`;
  const cells = async (platform: string) => {
    const [row] = await sql`select coalesce(sum(abs(n)), 0)::int as n from (
      select sum(count) + sum(amount) as n from ledger
      where project_id = ${app.project.id} and platform = ${platform} and measure not in ('clicks')
      group by measure, name, campaign_id) sums`;
    return row!.n;
  };
  const exact = async () => expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  return { app, campaigns, installs, cells, exact, ids };
}

const wrong = {
  installs: 3,
  wrong: 3,
  platforms: { "ANDROID to IOS": 3 },
  ids_removed: { unknown: 3 },
  ids_added: 0,
  descriptions: 0,
  reinstalls_that_become_installs: 2,
};

test("iPhones that were taken for one Android phone become what they are, each with its campaign, and the figures with them", async () => {
  const { app, campaigns, installs, cells, exact } = await aLife();
  expect((await installs()).map(({ kind, platform }) => [kind, platform])).toEqual([
    ["INSTALL", "ANDROID"],
    ["REINSTALL", "ANDROID"],
    ["REINSTALL", "ANDROID"],
  ]);
  await exact();
  expect(await repairInstalls(app.project, commandLine, now, 2)).toEqual({ ...wrong, mended: 3 });
  await settleRepaired(app.project, now);
  expect(await installs()).toEqual(
    campaigns.map(({ id }) => ({ kind: "INSTALL", platform: "IOS", campaign_id: id })),
  );
  await exact();
  expect(await cells("ANDROID")).toBe(0);
  for (const { id } of campaigns)
    expect(await ledgerOf(app.project.id, id)).toMatchObject({
      installs: { count: 1 },
      signups: { count: 1 },
      "event hike": { count: 1, amount: 300 },
      "payment DEFAULT": { count: 1, amount: 1_000 },
      "opened_on 1": { count: 1 },
      "opened_on 8": { count: 1 },
    });
  const audited = await sql`select action, target, actor from audit_log
    where project_id = ${app.project.id} and action = 'install.mend' order by id`;
  expect(audited.map(({ target }) => target)).toEqual(["2 installs", "1 installs"]);
});

test("without somebody who has it done it says what would change, and changes nothing", async () => {
  const { app, installs } = await aLife();
  const before = await installs();
  expect(await repairInstalls(app.project, null, now)).toEqual({ ...wrong, mended: 0 });
  await settleRepaired(app.project, now);
  expect(await installs()).toEqual(before);
  expect(await repairInstalls(app.project, null, now)).toEqual({ ...wrong, mended: 0 });
});

test("stopped after any page it goes on with what is left, and what is right stays as it is", async () => {
  const { app, installs, exact } = await aLife();
  let pages = 0;
  const stops = () => {
    if (++pages > 1) throw new Error("killed");
    return new Date();
  };
  await expect(repairInstalls(app.project, commandLine, stops, 1)).rejects.toThrow("killed");
  await settleRepaired(app.project, now);
  await exact();
  expect((await installs()).map(({ platform }) => platform)).toEqual(["IOS", "ANDROID", "ANDROID"]);
  expect((await repairInstalls(app.project, commandLine, now, 1)).mended).toBe(2);
  await settleRepaired(app.project, now);
  const right = { ...wrong, wrong: 0, platforms: {}, ids_removed: {}, reinstalls_that_become_installs: 0 };
  expect(await repairInstalls(app.project, commandLine, now)).toEqual({ ...right, mended: 0 });
  await exact();
});

test("what apps send while it mends is counted once, and where it belongs", async () => {
  const { app, installs, cells, exact } = await aLife();
  const sending = (async () => {
    for (let n = 0; n < 30; n++) {
      const at = new Date(Date.now() - 8 * day + n * 4 * 60 * 60_000);
      const from = { token: "", install_instance_id: `phone ${n % 3}` };
      await Promise.all([
        init(app, `phone ${n % 3}`, {}, at),
        captureEvent(app.project, { ...from, event_name: "live" }, summary(at)),
      ]);
    }
  })();
  await repairInstalls(app.project, commandLine, now, 1);
  await sending;
  await repairInstalls(app.project, commandLine, now, 1);
  await settleRepaired(app.project, now);
  expect((await installs()).every(({ platform, kind }) => platform === "IOS" && kind === "INSTALL")).toBe(
    true,
  );
  await exact();
  expect(await cells("ANDROID")).toBe(0);
});

test("test devices, forgotten and erased ones stay what they are; a real reinstall stays one", async () => {
  const { app, ids, exact, installs } = await aLife();
  await sql`update installs set erased_at = now(), device_data = '{}' where project_id = ${app.project.id} and id = ${ids[0]!}`;
  const phone = { brand: "google", android_id: "a1b2c3d4e5f60718" };
  const deleted = await init(app, "gone", phone, new Date(Date.now() - day));
  await decideEverything(app);
  await eraseDevice(app.project, deleted, commandLine, now());
  await init(app, "again", phone, new Date(Date.now() - 60_000));
  await init(app, "and again", phone, now());
  await decideEverything(app);
  const kinds = async () => (await installs()).slice(3).map(({ kind }) => kind);
  expect(await kinds()).toEqual(["INSTALL", "INSTALL", "REINSTALL"]);
  const { mended, wrong: found } = await repairInstalls(app.project, commandLine, now);
  expect([mended, found]).toEqual([2, 2]);
  await settleRepaired(app.project, now);
  expect(await kinds()).toEqual(["INSTALL", "INSTALL", "REINSTALL"]);
  expect((await installs())[0]).toMatchObject({ platform: "ANDROID" });
  await exact();
});

test("an install that told nothing at first gets its platform from a later call, and its figures move there", async () => {
  const app = await aProject();
  const at = new Date(Date.now() - 60_000);
  const send = (device_data: Record<string, unknown>) =>
    storeInstall(app.project, { token: "", install_instance_id: "bare", device_data }, summary(at));
  await send({});
  await decideEverything(app);
  await identify(
    app.project,
    { token: "", install_instance_id: "bare", user_data: { id: "u" } },
    { userAgent: null, now: at },
  );
  await send({ system_name: "iOS", system_version: "17.5.1", device_model: "iPhone15,2" });
  await decideEverything(app);
  const [install] =
    await sql`select platform, os_version, device_model from installs where project_id = ${app.project.id}`;
  expect(install).toEqual({ platform: "IOS", os_version: "17.5.1", device_model: "iPhone15,2" });
  const rows =
    await sql`select measure from ledger where project_id = ${app.project.id} group by measure, platform
    having platform <> 'IOS' and sum(count) <> 0`;
  expect(rows).toEqual([]);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});

test("a platform that the app named itself is only doubted where there is no doubt", () => {
  const stored = { os_version: null, device_model: null, language: null, device_ids: [] as string[] };
  const gaid = crypto.randomUUID();
  // Some libraries call every advertising id so.
  expect(
    mendingOf({ ...stored, platform: "IOS", device_data: { advertising_id: gaid }, device_ids: [gaid] }),
  ).toBeNull();
  expect(mendingOf({ ...stored, platform: "ANDROID", device_data: { systemName: "iOS" } })?.platform).toBe(
    "IOS",
  );
  expect(mendingOf({ ...stored, platform: "UNKNOWN", device_data: { api_level: 34 } })?.platform).toBe(
    "ANDROID",
  );
  const described = { ...stored, platform: "ANDROID" as const, device_model: "unknown" };
  expect(mendingOf({ ...described, device_data: { device: "Pixel 8" } })?.device_model).toBe("Pixel 8");
});
