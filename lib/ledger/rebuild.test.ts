import { expect, test } from "vitest";
import { sql } from "@/db";
import { captureEvent } from "@/lib/facts/events/capture";
import { identify } from "@/lib/facts/users/identify";
import { isToReassign } from "@/lib/ledger/queries";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { aCampaign, anAttributedUser, anInstall, aProject, decideEverything } from "@/testing/factories";

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
  // Installs of this world are put beside the facts without their cells.
  await rebuildLedger(app.project.id);
  const users = () => sql`
    select name, first_day::text, days, user_id from user_days where project_id = ${app.project.id} order by user_id`;
  return { app, event, users, differences: () => findDifferences(app.project.id, app.project.timeZone) };
}

test("what was lost of the ledger, doubled or invented is set right, and other projects are left alone", async () => {
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

test("several at once, with writers going on, leave the ledger exact", async () => {
  const { app, event, differences } = await someHistory();
  await sql`delete from ledger where project_id = ${app.project.id}`;
  const rebuild = () => rebuildLedger(app.project.id);
  const writing = async () => {
    for (let i = 0; i < 40; i++) await event(`w${i}`);
  };
  await Promise.all([rebuild(), writing(), rebuild(), rebuild()]);
  expect(await differences()).toEqual([]);
});

test("nothing is corrected while decisions are on their way into the ledger", async () => {
  const { app, differences } = await someHistory();
  const id = app.project.id;
  await sql`delete from ledger where project_id = ${id} and measure = 'installs'`;
  await isToReassign(sql`select project_id, id from installs where project_id = ${id}`);
  const patience = { tries: 2, everyMs: 1 };
  await expect(rebuildLedger(id, patience)).rejects.toThrow("Nothing was changed");
  expect(await differences()).not.toEqual([]);
});
