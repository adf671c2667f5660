import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { minIdAt } from "@/lib/base/ids";
import { captureAdRevenue } from "@/lib/facts/ad-revenue/capture";
import { instancesAndDevicesOf } from "@/lib/facts/installs/forget";
import { renameInstances } from "@/lib/facts/installs/forget-queries";
import { registerInstall } from "@/lib/facts/installs/register";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { erasePerson } from "@/lib/privacy/person";
import { removeAdRevenueKeys } from "@/lib/privacy/retention/key-queries";
import { removeAdRevenue } from "@/lib/privacy/retention/queries";
import { aProject, decideEverything, ledgerOf } from "@/testing/factories";

const day = (n: number) => new Date(Date.parse("2026-03-01T12:00:00Z") + n * 86_400_000);

async function anApp() {
  const app = await aProject();
  const project = { ...app.project, settings: { ad_revenue_hourly: true } };
  const open = (instance: string) =>
    registerInstall(
      project,
      { token: "", install_instance_id: instance, platform: "ANDROID" },
      { userAgent: null, address: "203.0.113.7", now: day(0) },
    );
  await open("i");
  await decideEverything(app);
  const see = (n: number, more: object = {}) =>
    captureAdRevenue(
      project,
      { install_instance_id: "i", amount: 0.5, impressions: 1, ...more },
      { source: "app", userAgent: null, now: day(n) },
    );
  return { app, project, open, see };
}

test("figures of removed rows stay, by day and by age, and the others are still proven", async () => {
  const { app, project, see } = await anApp();
  for (const n of [0, 1, 2, 3]) await see(n);
  const before = await ledgerOf(project.id);
  await sql`insert into retention_cutoffs (project_id, kind, before) values (${project.id}, 'ad_revenue', '2026-03-03')`;
  const range = { since: minIdAt(0), until: minIdAt(Date.parse("2026-03-03T00:00:00Z")), most: 100 };
  expect(await removeAdRevenue(project.id, range)).toMatchObject({ seen: 2, changed: 2 });
  expect(await ledgerOf(project.id)).toEqual(before);
  expect(before.ad_revenue).toEqual({ count: 4, amount: 200_000_000 });
  expect(await findDifferences(project.id, "UTC")).toEqual([]);
  expect(await rebuildLedger(project.id)).toEqual({ cells: 0, days: 0, users: 0 });
  await decideEverything(app);
  expect(await ledgerOf(project.id)).toEqual(before);
});

test("the ID of a call is forgotten after the given time, and not before", async () => {
  const { project, see } = await anApp();
  await see(0, { impression_id: "a" });
  const keys = async () =>
    (await sql`select key from ad_revenue_keys where project_id = ${project.id}`).length;
  await sql`update ad_revenue_keys set seen_at = ${day(0)} where project_id = ${project.id}`;
  await removeAdRevenueKeys(day(-1), 1_000);
  expect(await keys()).toBe(1);
  await removeAdRevenueKeys(day(1), 1_000);
  expect(await keys()).toBe(0);
});

test("after an install is forgotten, its name gets a row of its own in the same hour", async () => {
  const { app, project, open, see } = await anApp();
  await see(0);
  const [install] = await sql<{ id: string }[]>`select id from installs where project_id = ${project.id}`;
  const known = await instancesAndDevicesOf(project.id, install!.id);
  const aliases = (names: string[]) => names.map((name) => ({ name, alias: `forgotten-${name}` }));
  const names = {
    installId: install!.id,
    instances: aliases(known.instances),
    devices: aliases(known.device_ids),
  };
  await renameInstances(project, names, commandLine, new Date("2100-01-01"));
  await open("i");
  await decideEverything(app);
  await see(0);
  const rows = await sql`
    select install_instance_id, impressions from ad_revenue where project_id = ${project.id} order by 1`;
  expect(rows).toEqual([
    { install_instance_id: "forgotten-i", impressions: 1 },
    { install_instance_id: "i", impressions: 1 },
  ]);
  expect(await findDifferences(project.id, "UTC")).toEqual([]);
});

test("the ID of an impression is stored only as a hash, so nothing of it is left after an erasure", async () => {
  const { app, project, see } = await anApp();
  expect(await see(0, { impression_id: "impression-of-alice" })).toBe("stored");
  expect(await see(1, { impression_id: "impression-of-alice" })).toBe("repeat");
  await erasePerson(app.project, { user: null, install: "i" }, commandLine, new Date());
  const [row] = await sql<[{ text: string }]>`
    select coalesce(string_agg(t::text, ' '), '') as text from (
      select to_jsonb(k) from ad_revenue_keys k where k.project_id = ${project.id}
      union all select to_jsonb(a) from ad_revenue a where a.project_id = ${project.id}) t`;
  expect(row.text).not.toContain("alice");
});
