import { expect, test } from "vitest";
import { sql } from "@/db";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import { queueReassignment } from "@/lib/ledger/queries";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { sumLedger } from "@/lib/ledger/sum-queries";
import { findDifferences } from "@/lib/ledger/verify-queries";
import {
  aCampaign,
  anAttributedUser,
  anInstall,
  aProject,
  decideEverything,
  ledgerOf,
} from "@/testing/factories";
import { aLedgerStage, type LedgerStep, playSteps, stepsOfReturn } from "@/testing/ledger";

async function someHistory() {
  const app = await aProject({ timeZone: "Asia/Kolkata" });
  const campaign = await aCampaign(app);
  await anInstall(app, campaign.id);
  await anAttributedUser(app, campaign.id);
  const context = { userAgent: null, now: new Date("2026-03-01T20:00:00Z") };
  const event = async (id: string) => {
    await identify(app.project, { token: "", user_data: { id } }, context);
    const sent = { token: "", event_name: "view", event_data: {}, user_id: id };
    return captureEvent(app.project, sent, context);
  };
  await event("u1");
  await event("u2");
  await decideEverything(app);
  // The factories store installs without their ledger rows.
  await rebuildLedger(app.project.id);
  const users = () => sql`
    select name, first_day::text, days, user_id from user_days where project_id = ${app.project.id} order by user_id`;
  return { app, event, users, differences: () => findDifferences(app.project.id, app.project.timeZone) };
}

test("lost, doubled and invented rows of the ledger are corrected, and other projects stay unchanged", async () => {
  const { app, users, differences } = await someHistory();
  const other = await someHistory();
  const before = await users();
  expect(before).toHaveLength(2);
  const id = app.project.id;
  expect(await differences()).toEqual([]);
  await sql`update ledger set count = 2 * count where project_id = ${id} and measure = 'event'`;
  await sql`delete from ledger where project_id = ${id} and measure = 'signups'`;
  await sql`insert into ledger (project_id, day, campaign_id, measure, count) values (${id}, '2026-01-01', 7, 'clicks', 3)`;
  await sql`update user_days set first_day = first_day - 1 where project_id = ${id} and user_id = 'u1'`;
  await sql`delete from ledger where project_id = ${other.app.project.id} and measure = 'signups'`;
  const damage = await differences();
  expect(new Set(damage.map(({ measure }) => measure))).toEqual(
    new Set(["event", "event_users", "signups", "clicks"]),
  );
  const rebuilt = await rebuildLedger(id);
  expect(rebuilt).toMatchObject({ users: 1 });
  expect(await differences()).toEqual([]);
  expect(await users()).toEqual(before);
  expect(await other.differences()).not.toEqual([]);
  const again = await rebuildLedger(id);
  expect(again).toEqual({ cells: 0, days: 0, users: 0 });
});

test("facts counted without countries get them by a rebuild, and nothing else changes", async () => {
  const stage = await aLedgerStage("Europe/Berlin");
  const { id, timeZone } = stage.app.project;
  const sums = () => ledgerOf(id);
  await playSteps(stage, stepsOfReturn, false);
  await decideEverything(stage.app);
  await sql`update ledger set country = '' where project_id = ${id}`;
  const later: LedgerStep[] = [
    {
      do: "pay",
      user: "u1",
      payment: "p1",
      type: "ONE_TIME",
      status: "PAYMENT_COMPLETED",
      amount: 700,
      minutes: 200,
    },
    { do: "again", instance: "i1", campaign: 1 },
    { do: "remove", payment: "p1", user: "u1" },
    { do: "move" },
  ];
  await playSteps(stage, later, false);
  await decideEverything(stage.app);
  const before = await sums();
  expect(await findDifferences(id, timeZone)).not.toEqual([]);
  await rebuildLedger(id);
  expect(await findDifferences(id, timeZone)).toEqual([]);
  expect(await sums()).toEqual(before);
  const countries = await sql`
    select measure, country, sum(count)::int as count from ledger
    where project_id = ${id} and measure in ('installs', 'signups', 'clicks')
    group by 1, 2 having sum(count) <> 0 order by 1, 2`;
  expect(countries).toEqual([
    { measure: "clicks", country: "IN", count: 3 },
    { measure: "installs", country: "IN", count: 1 },
    { measure: "signups", country: "IN", count: 1 },
  ]);
});

test("concurrent rebuilds with active writers leave the ledger exact", async () => {
  const { app, event, differences } = await someHistory();
  await sql`delete from ledger where project_id = ${app.project.id}`;
  const rebuild = () => rebuildLedger(app.project.id);
  const writing = async () => {
    for (let i = 0; i < 40; i++) await event(`w${i}`);
  };
  await Promise.all([rebuild(), writing(), rebuild(), rebuild()]);
  expect(await differences()).toEqual([]);
});

test("an earlier install without a version keeps counting as unknown after an update of the app", async () => {
  const { app } = await someHistory();
  const install = await anInstall(app, null);
  await rebuildLedger(app.project.id);
  await registerInstall(
    app.project,
    { token: "", install_instance_id: install.instance, platform: "ANDROID", app_version: "2.0" },
    { userAgent: null, now: new Date(), address: "203.0.113.7", country: null },
  );
  expect(await rebuildLedger(app.project.id)).toEqual({ cells: 0, days: 0, users: 0 });
  expect(
    await sql`
      select app_version, install_version from installs
      where project_id = ${app.project.id} and id = ${install.id}`,
  ).toMatchObject([{ app_version: "2.0", install_version: "" }]);
});

test("nothing is corrected while decisions are being stored", async () => {
  const { app, differences } = await someHistory();
  const id = app.project.id;
  await sql`delete from ledger where project_id = ${id} and measure = 'installs'`;
  await queueReassignment(id, sql`select id from installs where project_id = ${id}`);
  const retries = { tries: 2, everyMs: 1 };
  await expect(rebuildLedger(id, retries)).rejects.toThrow("Nothing was changed");
  expect(await differences()).not.toEqual([]);
});

test("installs from before 0.3.0 get the version that they were sent with, and their figures follow", async () => {
  const { app, differences } = await someHistory();
  const { id } = app.project;
  await sql`update installs set app_version = '2.1.0' where project_id = ${id}`;
  const invented = Array.from({ length: 201 }, (_, i) => `9.${i}`);
  for (const version of invented) {
    const install = await anInstall(app, null, { at: new Date("2026-03-01T20:00:00Z") });
    await sql`update installs set app_version = ${version} where project_id = ${id} and id = ${install.id}`;
  }
  const unknown = await anInstall(app, null);
  await sql`update installs set app_version = '-' where project_id = ${id} and id = ${unknown.id}`;
  await rebuildLedger(id);
  expect(await differences()).toEqual([]);
  const installs = Object.fromEntries(
    (
      await sumLedger(id, { by: ["app_version"], measures: ["installs"], days: { from: null, to: null } })
    ).map(({ app_version, count }) => [app_version, count]),
  );
  expect(installs).toMatchObject({ "2.1.0": 2, "9.0": 1, "(other)": 2, "": 1 });
  expect(Object.keys(installs)).toHaveLength(202);
});
