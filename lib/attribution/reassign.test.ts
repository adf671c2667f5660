import { beforeAll, expect, test } from "vitest";
import { type Sql, sql } from "@/db";
import { reassignProject, reassignProjects } from "@/lib/attribution/reassign";
import { reassignFacts } from "@/lib/attribution/reassign-queries";
import { newId } from "@/lib/base/ids";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { storeIdentities } from "@/lib/facts/users/queries";
import { readMoment } from "@/lib/ledger/horizon-queries";
import { queueReassignment } from "@/lib/ledger/queries";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { FairRound } from "@/lib/platform/jobs/round";
import { type AProject, aCampaign, aProject, decideEverything } from "@/testing/factories";
import { openAllConnections, openTransaction, whenOthersWaitFor } from "@/testing/ledger";

const at = new Date("2026-03-01T12:00:00Z");
beforeAll(openAllConnections);

/** Attributes an organic install to the campaign. */
const decideFor = (transaction: Sql, app: AProject, instance: string, campaignId: number) => transaction`
  with changed as (
    update installs set decision_version = decision_version + 1, campaign_id = ${campaignId}, decided_at = now()
    where project_id = ${app.project.id} and install_instance_id = ${instance} returning *
  ),
  pending_reassignments as (${queueReassignment(app.project.id, sql`select id from changed`)}),
  history as (
    insert into decisions (project_id, install_id, version, decided_at, rules, attribution_type, campaign_id, method, reason, confidence,
      kind, candidates, evidence)
    select ${app.project.id}, id, decision_version, now(), 'test', 'x', campaign_id, 'x', 'x', 1, kind, '[]', '{}' from changed
  )
  insert into ledger (project_id, day, campaign_id, measure, platform, count)
  select ${app.project.id}, '2026-03-01'::date, v.campaign, 'installs', platform, v.sign
  from changed cross join (values (${campaignId}::bigint, 1), (0, -1)) as v(campaign, sign)`;

test("a fact stored while a decision commits follows it, however long either takes", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const instance = await anInstallOf(app);
  await identifyOn(app, "u1", instance);
  const key = newId(at);
  let event: Promise<unknown> = Promise.resolve();
  await openTransaction(async (other) => {
    // An event with this key waits for the end of this transaction.
    await other`insert into event_keys (project_id, key, seen_at) values (${app.project.id}, ${key}, now())`;
    await openTransaction(async (deciding) => {
      await decideFor(deciding, app, instance, campaign.id);
      // Its statement has ended but its commit has not, so it holds no snapshot that others can see. Later transactions
      // are complete.
      await sql`select pg_current_xact_id()`;
      const { snapshot } = await readMoment();
      event = captureEvent(
        app.project,
        { token: "", event_name: "view", event_data: {}, event_id: key, user_id: "u1" },
        { userAgent: null, now: at },
      );
      await whenOthersWaitFor(other);
      await deciding`commit`;
      expect(await reassignFacts(app.project.id, snapshot, 10)).toBe(0);
    });
    expect(await reassignProject(app.project.id)).toBe(0);
  });
  await event;
  await decideEverything(app);
  const [counted] = await sql`
    select campaign_id, sum(count)::int as n from ledger where project_id = ${app.project.id} and measure = 'event'
    group by campaign_id having sum(count) <> 0`;
  expect(counted).toEqual({ campaign_id: campaign.id, n: 1 });
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});

test("a fact whose statement waits for minutes follows its install's decision", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const instance = await anInstallOf(app);
  await identifyOn(app, "u1", instance);
  const key = newId(at);
  let event: Promise<unknown> = Promise.resolve();
  await openTransaction(async (other) => {
    await other`insert into event_keys (project_id, key, seen_at) values (${app.project.id}, ${key}, now())`;
    const sent = { token: "", event_name: "view", event_data: {}, event_id: key, user_id: "u1" };
    event = captureEvent(app.project, sent, { userAgent: null, now: at });
    await whenOthersWaitFor(other);
    await decideFor(sql, app, instance, campaign.id);
    await sql`update pending_reassignments set since = since - interval '1 hour' where project_id = ${app.project.id}`;
    expect(await reassignProject(app.project.id)).toBe(0);
    expect(await reassignProject(app.project.id)).toBe(0);
  });
  await event;
  await decideEverything(app);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  const [counted] = await sql`
    select campaign_id, sum(count)::int as n from ledger where project_id = ${app.project.id} and measure = 'event'
    group by campaign_id having sum(count) <> 0`;
  expect(counted).toEqual({ campaign_id: campaign.id, n: 1 });
});

test("open transactions in the database, writing or not, do not delay reassignment", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const instance = await anInstallOf(app);
  await openTransaction(async (analyst) => {
    await analyst`set application_name = 'psql'`;
    await analyst`set transaction isolation level repeatable read`;
    await analyst`create temporary table looked as select 1 as at`;
    await identifyOn(app, "u1", instance);
    await decideFor(sql, app, instance, campaign.id);
    await expect.poll(() => reassignProject(app.project.id)).toBe(1);
    await analyst`set application_name = 'cairn'`;
  });
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});

test("a fact whose commit takes long follows a decision that was committed before", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const instance = await anInstallOf(app);
  await openTransaction(async (storing) => {
    await openTransaction(async (deciding) => {
      await decideFor(deciding, app, instance, campaign.id);
      // It reads no decision, writes after it, and its statement has ended; only its commit is outstanding.
      await storing`
        with made as (
          insert into users (project_id, user_id, install_instance_id, platform, identified_at, counted_version)
          select ${app.project.id}, 'u1', install_instance_id, 'ANDROID', ${at}, decision_version from installs
          where project_id = ${app.project.id} and install_instance_id = ${instance}
          returning project_id)
        insert into ledger (project_id, day, campaign_id, measure, platform, count)
        select ${app.project.id}, '2026-03-01', 0, 'signups', 'ANDROID', 1 from made`;
      await deciding`commit`;
    });
    expect(await reassignProject(app.project.id)).toBe(0);
    await storing`commit`;
  });
  await expect.poll(() => reassignProject(app.project.id)).toBe(1);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});

test("a user who is identified with an install while a call without one is stored belongs to that install", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  const instance = await anInstallOf(app);
  await decideFor(sql, app, instance, campaign.id);
  await decideEverything(app);
  await openTransaction(async (first) => {
    await first`
      with made as (
        insert into users (project_id, user_id, platform, identified_at) values (${app.project.id}, 'u1', 'ANDROID', ${at}))
      insert into ledger (project_id, day, campaign_id, measure, platform, count)
      values (${app.project.id}, '2026-03-01', 0, 'signups', 'ANDROID', 1)`;
    const second = identifyOn(app, "u1", instance);
    await whenOthersWaitFor(first);
    await first`commit`;
    expect(await second).toMatchObject([{ isNew: false }]);
  });
  await decideEverything(app);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
});

async function anInstallOf(app: AProject) {
  const instance = newId(at);
  const context = { userAgent: null, address: "203.0.113.7", now: at };
  await registerInstall(
    app.project,
    { token: "", install_instance_id: instance, platform: "ANDROID" },
    context,
  );
  await decideEverything(app);
  return instance;
}

const identifyOn = (app: AProject, user: string, instance: string | null) =>
  storeIdentities([
    {
      project_id: app.project.id,
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

test("a run ends with its time: the rest stays queued, and the next run continues after the last person", async () => {
  const apps = [await aProject(), await aProject(), await aProject()];
  const many = 450;
  for (const { project } of apps)
    await sql`
      with made as (
        insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state, decided_at,
          decision_version, counted_version)
        select ${project.id}, gen_random_uuid(), 'i' || n, 'INSTALL', 'ANDROID', ${at}, 'DECIDED', ${at}, 1, 0
        from generate_series(1, ${many}::int) n returning id
      ),
      pending_reassignments as (${queueReassignment(project.id, sql`select id from made`)})
      select 1`;
  const projects = apps.map(({ project: { id } }) => ({ id }));
  const left = async () =>
    Object.values(
      Object.fromEntries(
        await Promise.all(
          projects.map(async ({ id }) => [
            id,
            (await sql`select from pending_reassignments where project_id = ${id}`).length,
          ]),
        ),
      ),
    );
  // Another test's transaction may be older than these.
  await expect.poll(() => reassignProject(projects[0]!.id, () => true)).toBe(200);
  expect(await left()).toEqual([many - 200, many, many]);
  const turns = new FairRound();
  /** A turn ends only with the run. */
  const run = (isOver: () => boolean) => reassignProjects(projects, isOver, turns, Number.POSITIVE_INFINITY);
  /** Enough time for this many checks of the clock. */
  const until = (checks: number) => () => checks-- <= 0;
  // One check before each project, and one after each batch.
  expect(await run(until(2))).toEqual({ moved: 250, left: true });
  expect(await left()).toEqual([0, many, many]);
  expect(await run(until(1))).toEqual({ moved: 200, left: true });
  expect(await left()).toEqual([0, many - 200, many]);
  expect(await run(until(1))).toEqual({ moved: 200, left: true });
  expect(await left()).toEqual([0, many - 200, many - 200]);
  expect(await run(() => false)).toEqual({ moved: 500, left: false });
  expect(await left()).toEqual([0, 0, 0]);
});
