import { expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { newId } from "@/lib/base/ids";
import {
  addAudience,
  changeAudience,
  removeAudience,
  runAudienceHere,
} from "@/lib/outbound/audiences/manage/audiences";
import { readOutcome } from "@/lib/outbound/audiences/outcome/outcome";
import { audienceInput } from "@/lib/outbound/audiences/schema";
import { erasePerson, exportPerson } from "@/lib/privacy/person";
import { type AProject, aCampaign, anAttributedUser, aProject } from "@/testing/factories";

const dayMs = 86_400_000;
const start = new Date("2026-05-01T12:00:00Z");
const day = (after: number) => new Date(start.getTime() + after * dayMs);
const clock = () => start;

const input = (more: object) =>
  audienceInput.parse({ title: "All", conditions: {}, kind: "csv", on: false, ...more });

/** An audience that runs only when the test says so. */
async function anAudience(app: AProject, more: object) {
  const { audience } = await addAudience(app.project, input(more), commandLine, day(1_000));
  await expect
    .poll(async () => {
      const [row] = await sql`
        select 1 from audiences where project_id = ${app.project.id} and claim is null and next_at > ${day(900)}`;
      return row !== undefined;
    })
    .toBe(true);
  return audience.id;
}

const pays = (app: AProject, instance: string, at: Date, amount: number, more: object = {}) => {
  const row = {
    ...{
      project_id: app.project.id,
      id: newId(at),
      paid_at: at,
      user_id: instance,
      install_instance_id: instance,
    },
    ...{ amount_minor: amount, type: "ONE_TIME", status: "PAYMENT_COMPLETED", platform: "ANDROID", ...more },
  };
  return sql`insert into payments ${sql(row)}`;
};

async function entered(app: AProject, id: number) {
  return sql<{ instance: string; is_held_out: boolean }[]>`
    select s.install_instance_id as instance, n.is_held_out from audience_entries n
    join installs s on s.project_id = ${app.project.id} and s.id = n.install_id
    where n.project_id = ${app.project.id} and n.audience_id = ${id}`;
}

test("joined and paid are of both sides, in the days after each install joined, also after it left", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  for (let n = 0; n < 24; n++)
    await anAttributedUser(app, campaign.id, { email: `u${n}@example.com`, userId: `u${n}` });
  const id = await anAudience(app, { holdout: 50, on: true });
  await sql`delete from audience_entries where project_id = ${app.project.id}`;
  await sql`delete from audience_members where project_id = ${app.project.id}`;
  await runAudienceHere(app.project, id, commandLine, clock);
  const all = await entered(app, id);
  expect(all).toHaveLength(24);
  const members = all.filter((one) => !one.is_held_out).map(({ instance }) => instance);
  const held = all.filter((one) => one.is_held_out).map(({ instance }) => instance);
  expect(Math.min(members.length, held.length)).toBeGreaterThan(3);

  await pays(app, members[0]!, day(1), 1_000);
  await pays(app, members[0]!, day(2), 500);
  await pays(app, members[0]!, day(3), 200, { type: "SUBSCRIPTION_REFUNDED" });
  await pays(app, members[1]!, day(-1), 9_000);
  await pays(app, members[1]!, day(8), 700);
  await pays(app, members[2]!, day(1), 400, { status: "PAYMENT_FAILED" });
  await pays(app, held[0]!, day(6), 300);
  await pays(app, held[1]!, day(6), 800, { removed_at: day(7) });

  const read = (days: number, now: Date) => readOutcome(app.project, id, { days }, now);
  expect(await read(7, day(6.9))).toMatchObject({ members: { joined: 0, paid: 0, revenue_minor: 0 } });
  const week = await read(7, day(7));
  expect(week).toMatchObject({
    members: { joined: members.length, paid: 1, revenue_minor: 1_300 },
    held_out: { joined: held.length, paid: 1, revenue_minor: 300 },
    comparison: null,
    minimum: { joined: 100, paid: 5 },
  });
  expect(await read(30, day(30))).toMatchObject({ members: { paid: 2, revenue_minor: 2_000 } });

  // People who leave, and join again on another side, stay on their first side.
  await changeAudience(
    app.project,
    id,
    input({ conditions: { platform: "IOS" }, on: true }),
    commandLine,
    day(1_000),
  );
  await runAudienceHere(app.project, id, commandLine, () => day(8));
  await changeAudience(app.project, id, input({ holdout: 0, on: true }), commandLine, day(1_000));
  await runAudienceHere(app.project, id, commandLine, () => day(9));
  expect(await read(7, day(7))).toEqual(week);

  const elsewhere = await aProject();
  await expect(readOutcome(elsewhere.project, id, { days: 7 }, day(7))).rejects.toThrow("Not found.");

  const [{ user_id: user }] = await sql<[{ user_id: string }]>`
    select user_id from identities where project_id = ${app.project.id} and install_instance_id = ${held[0]!}`;
  const known = await exportPerson(app.project, { user, install: null }, commandLine);
  expect(known.audience_entries).toEqual([
    { audience: "All", held_out: true, entered_at: expect.any(String) },
  ]);
  await erasePerson(app.project, { user, install: null }, commandLine, day(10));
  expect(await read(7, day(7))).toMatchObject({ held_out: { joined: held.length - 1, paid: 0 } });
  expect(await sql`select from audience_entries where project_id = ${app.project.id}`).toHaveLength(23);

  await removeAudience(app.project, id, "keep", commandLine, day(11));
  expect(await sql`select from audience_entries where project_id = ${app.project.id}`).toHaveLength(0);
});
