import { expect, test } from "vitest";
import { sql } from "@/db";
import { identify } from "@/lib/facts/users/identify";
import { storeIdentities } from "@/lib/facts/users/queries";
import { addListener } from "@/lib/ledger/outbox/queries";
import { rebuildLedger } from "@/lib/ledger/rebuild";
import { findDifferences } from "@/lib/ledger/verify-queries";
import {
  type AProject,
  aCampaign,
  anInstall,
  aProject,
  decideEverything,
  ledgerOf,
} from "@/testing/factories";

const at = new Date("2026-03-01T12:00:00Z");

function signIn(app: AProject, user: string, instance: string | undefined, now = at) {
  return identify(
    app.project,
    { token: "", user_data: { id: user }, install_instance_id: instance },
    { userAgent: null, now },
  );
}

const storeAlone = ({ project }: AProject, user: string, instance: string) =>
  storeIdentities([
    {
      project_id: project.id,
      at,
      user_id: user,
      instance,
      platform: "ANDROID",
      name: null,
      email: null,
      phone: null,
      details: {},
      customer_created_at: null,
      is_first_time: null,
    },
  ]);

async function signUpsOf({ project }: AProject) {
  const { signups, attributed_users: users } = await ledgerOf(project.id);
  return { signups: signups?.count ?? 0, users: users?.count ?? 0 };
}

async function anAttributedInstall() {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const { instance } = await anInstall(app, campaign.id, { at });
  // Factories store installs without their ledger rows.
  await rebuildLedger(app.project.id);
  const differences = () => findDifferences(app.project.id, "UTC");
  return { app, campaign, instance, differences };
}

test("two users of one install are one sign-up and two users", async () => {
  const { app, campaign, instance, differences } = await anAttributedInstall();
  await signIn(app, "first", instance);
  await signIn(app, "second", instance, new Date("2026-03-02T12:00:00Z"));
  const { installs, signups } = await ledgerOf(app.project.id, campaign.id);
  expect({ installs: installs?.count, signups: signups?.count }).toEqual({ installs: 1, signups: 1 });
  const days = await sql`
    select day::text from ledger where project_id = ${app.project.id} and measure = 'signups'`;
  expect(days).toEqual([{ day: "2026-03-01" }]);
  expect((await signUpsOf(app)).users).toBe(2);
  expect(await differences()).toEqual([]);
});

test("destinations get one sign-up of an install", async () => {
  const { app, instance } = await anAttributedInstall();
  const { id } = app.project;
  await addListener(id, "test", ["signup"]);
  await signIn(app, "first", instance);
  await signIn(app, "second", instance);
  const subjects = await sql`select subject from outbox where project_id = ${id} and kind = 'signup'`;
  expect(subjects).toEqual([{ subject: "first" }]);
});

test("of two users identified on one install at once, one is the sign-up", async () => {
  const { app, differences } = await anAttributedInstall();
  const pairs = Array.from({ length: 12 }, (_, i) => `shared-${i}`);
  await Promise.all(
    pairs.flatMap((instance) => [
      signIn(app, `${instance}-a`, instance),
      // One batch of this process contains both, and a separate statement simulates another process.
      storeAlone(app, `${instance}-b`, instance),
      storeAlone(app, `${instance}-c`, instance),
    ]),
  );
  const rows = await sql<{ users: number; signups: number }[]>`
    select count(*)::int as users, (count(*) filter (where is_signup))::int as signups from users
    where project_id = ${app.project.id} group by install_instance_id`;
  expect(rows).toHaveLength(pairs.length);
  expect(new Set(rows.map(({ users, signups }) => `${users} ${signups}`))).toEqual(new Set(["3 1"]));
  expect((await signUpsOf(app)).signups).toBe(pairs.length);
  expect(await differences()).toEqual([]);
});

test("a user identified without an install is no longer a sign-up on an install that already has one", async () => {
  const { app, instance, differences } = await anAttributedInstall();
  await signIn(app, "by-server", undefined);
  expect((await signUpsOf(app)).signups).toBe(1);
  await signIn(app, "in-app", instance);
  expect((await signUpsOf(app)).signups).toBe(2);
  await signIn(app, "by-server", instance);
  await decideEverything(app);
  expect(await signUpsOf(app)).toEqual({ signups: 1, users: 2 });
  expect(await differences()).toEqual([]);
});

test("a user who was known before leaves the sign-up of another install to its first new user", async () => {
  const { app, instance, differences } = await anAttributedInstall();
  await signIn(app, "known", "another phone");
  await signIn(app, "known", instance);
  await signIn(app, "new", instance);
  expect((await signUpsOf(app)).signups).toBe(2);
  expect(await differences()).toEqual([]);
});

test("a rebuild leaves one sign-up per install if an earlier version counted several", async () => {
  const { app, instance, differences } = await anAttributedInstall();
  await signIn(app, "first", instance);
  await signIn(app, "second", instance, new Date("2026-03-02T12:00:00Z"));
  const { id } = app.project;
  await sql`update users set is_signup = true where project_id = ${id}`;
  await sql`update identities set has_signup = false where project_id = ${id}`;
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, platform, count)
    select ${id}::bigint, '2026-03-02', campaign_id, measure, platform, 1 from ledger
    where project_id = ${id} and measure = 'signups'`;
  expect(await differences()).toEqual([]);
  await signIn(app, "third", instance);
  expect(await differences()).toEqual([]);
  expect((await signUpsOf(app)).signups).toBe(2);
  await rebuildLedger(id);
  expect((await signUpsOf(app)).signups).toBe(1);
  expect(await differences()).toEqual([]);
});
